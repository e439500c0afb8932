package io.nmt.libraries.programs;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Compresses and decompresses with contexts, a dictionary and streams. */
public final class ZstdHandles {
    private static final byte[] DATA = Data.compressible(100_000);
    private static final int LEVEL = 3;

    private ZstdHandles() {}

    public static void main(String[] arguments) throws Exception {
        HandleRounds.run(ZstdHandles::work, ZstdHandles::leak);
    }

    private static String work() throws IOException {
        byte[] compressed;
        try (ZstdDictCompress dictionary = new ZstdDictCompress(DATA, LEVEL);
                ZstdCompressCtx context = new ZstdCompressCtx()) {
            compressed = context.compress(DATA);
            context.loadDict(dictionary);
            context.compress(DATA);
            HandleRounds.closeEarly(context);
        }
        try (ZstdDecompressCtx context = new ZstdDecompressCtx()) {
            context.decompress(compressed, DATA.length);
        }
        ByteArrayOutputStream streamed = new ByteArrayOutputStream();
        try (ZstdOutputStreamNoFinalizer out = new ZstdOutputStreamNoFinalizer(streamed)) {
            out.write(DATA);
            HandleRounds.closeEarly(out);
        }
        try (ZstdInputStreamNoFinalizer in =
                new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(streamed.toByteArray()))) {
            return compressed.length + " " + streamed.size() + " " + in.readAllBytes().length;
        }
    }

    private static void leak() throws IOException {
        for (int i = 0; i < 3; i++) {
            Rounds.leak(new ZstdCompressCtx());
        }
        for (int i = 0; i < 2; i++) {
            Rounds.leak(new ZstdDecompressCtx());
            Rounds.leak(new ZstdOutputStreamNoFinalizer(new ByteArrayOutputStream()));
        }
        Rounds.leak(new ZstdDictCompress(DATA, LEVEL));
        Rounds.leak(new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(DATA)));
    }
}
