package io.nmt.libraries.programs;

import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4JNIFastResetCompressor;
import net.jpountz.xxhash.StreamingXXHash64;
import net.jpountz.xxhash.XXHashFactory;

/** Compresses, and hashes streams. */
public final class Lz4Handles {
    private static final byte[] DATA = Data.compressible(100_000);

    private Lz4Handles() {}

    public static void main(String[] arguments) throws Exception {
        HandleRounds.run(Lz4Handles::work, Lz4Handles::leak);
    }

    private static String work() {
        int length;
        try (LZ4JNIFastResetCompressor compressor = LZ4Factory.nativeInstance().fastResetCompressor()) {
            length = compressor.compress(DATA).length;
            HandleRounds.closeEarly(compressor);
        }
        try (StreamingXXHash64 hash = XXHashFactory.nativeInstance().newStreamingHash64(1)) {
            hash.update(DATA, 0, DATA.length);
            return length + " " + hash.getValue();
        }
    }

    private static void leak() {
        for (int i = 0; i < 3; i++) {
            Rounds.leak(XXHashFactory.nativeInstance().newStreamingHash64(i));
        }
        for (int i = 0; i < 2; i++) {
            Rounds.leak(LZ4Factory.nativeInstance().fastResetCompressor());
        }
    }
}
