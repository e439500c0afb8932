package io.nmt.libraries.programs;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDirectBufferCompressingStream;
import com.github.luben.zstd.ZstdDirectBufferDecompressingStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/** Compresses and decompresses with a native library, from direct buffers to direct buffers. */
public final class ZstdStreams {
    public static final int LEAK_BYTES = 100_000;

    private static final int DATA_BYTES = 8_000_000;
    private static final int PART_BYTES = 1 << 17;

    private ZstdStreams() {}

    public static void main(String[] arguments) throws Exception {
        new Rounds(arguments).run(ZstdStreams::thereAndBack);
    }

    private static String thereAndBack(int leaks) throws Exception {
        ByteBuffer data = ByteBuffer.allocateDirect(DATA_BYTES);
        data.put(Data.compressible(DATA_BYTES)).flip();
        ByteBuffer compressed = ByteBuffer.allocateDirect((int) Zstd.compressBound(DATA_BYTES));
        compressed.limit(
                (int) Zstd.compressDirectByteBuffer(compressed, 0, compressed.capacity(), data, 0, DATA_BYTES, 3));
        ByteBuffer back = ByteBuffer.allocateDirect(DATA_BYTES);
        Zstd.decompressDirectByteBuffer(back, 0, DATA_BYTES, compressed, 0, compressed.limit());
        if (!back.equals(data)) {
            throw new IllegalStateException("Not what was compressed");
        }
        long streamed = streamed(data);
        if (leaks == 0) {
            Figures.sayOwn("bytes", (long) data.capacity() + compressed.capacity() + back.capacity());
            Figures.sayCollected("open");
        }
        for (int i = 0; i < leaks; i++) {
            Rounds.leak(ByteBuffer.allocateDirect(LEAK_BYTES));
        }
        CRC32 crc = new CRC32();
        crc.update(back);
        return compressed.limit() + " " + streamed + " " + crc.getValue();
    }

    /** By the streams that hand a direct buffer over each time it is full, or empty. */
    private static long streamed(ByteBuffer data) throws IOException {
        List<byte[]> parts = new ArrayList<>();
        ByteBuffer part = ByteBuffer.allocateDirect(PART_BYTES);
        try (ZstdDirectBufferCompressingStream out = new ZstdDirectBufferCompressingStream(part, 3) {
            @Override
            protected ByteBuffer flushBuffer(ByteBuffer full) {
                parts.add(taken(full));
                return full;
            }
        }) {
            out.compress(data.duplicate());
            out.flush();
            parts.add(taken(part));
        }
        return decompressed(parts);
    }

    private static byte[] taken(ByteBuffer full) {
        full.flip();
        byte[] bytes = new byte[full.remaining()];
        full.get(bytes);
        full.clear();
        return bytes;
    }

    private static long decompressed(List<byte[]> parts) throws IOException {
        CRC32 crc = new CRC32();
        ByteBuffer part = ByteBuffer.allocateDirect(PART_BYTES);
        part.put(parts.get(0)).flip();
        ByteBuffer back = ByteBuffer.allocateDirect(PART_BYTES);
        int[] next = {1};
        try (ZstdDirectBufferDecompressingStream in = new ZstdDirectBufferDecompressingStream(part) {
            @Override
            protected ByteBuffer refill(ByteBuffer empty) {
                if (next[0] < parts.size()) {
                    empty.clear();
                    empty.put(parts.get(next[0]++)).flip();
                }
                return empty;
            }
        }) {
            while (in.hasRemaining()) {
                back.clear();
                if (in.read(back) == 0) {
                    break;
                }
                back.flip();
                crc.update(back);
            }
        }
        return crc.getValue();
    }
}
