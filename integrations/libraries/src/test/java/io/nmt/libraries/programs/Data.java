package io.nmt.libraries.programs;

import java.util.Random;

/** Input for compressors. */
final class Data {
    private Data() {}

    /** Bytes that come again now and then, the same each time. */
    static byte[] compressible(int length) {
        Random random = new Random(1);
        byte[] data = new byte[length];
        random.nextBytes(data);
        for (int i = 1000; i < length; i++) {
            if (i % 1000 < 600) {
                data[i] = data[i - 1000];
            }
        }
        return data;
    }
}
