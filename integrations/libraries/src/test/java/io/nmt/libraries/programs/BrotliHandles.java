package io.nmt.libraries.programs;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import com.aayushatharva.brotli4j.encoder.BrotliOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Compresses and decompresses streams. */
public final class BrotliHandles {
    private static final byte[] DATA = Data.compressible(100_000);

    private BrotliHandles() {}

    public static void main(String[] arguments) throws Exception {
        Brotli4jLoader.ensureAvailability();
        HandleRounds.run(BrotliHandles::work, BrotliHandles::leak);
    }

    private static String work() throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (BrotliOutputStream out = new BrotliOutputStream(compressed)) {
            out.write(DATA);
        }
        try (BrotliInputStream in = new BrotliInputStream(new ByteArrayInputStream(compressed.toByteArray()))) {
            return compressed.size() + " " + in.readAllBytes().length;
        }
    }

    private static void leak() throws IOException {
        for (int i = 0; i < 3; i++) {
            Rounds.leak(new BrotliOutputStream(new ByteArrayOutputStream()));
        }
        for (int i = 0; i < 2; i++) {
            Rounds.leak(new BrotliInputStream(new ByteArrayInputStream(DATA)));
        }
    }
}
