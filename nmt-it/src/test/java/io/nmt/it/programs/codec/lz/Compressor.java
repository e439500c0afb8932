package io.nmt.it.programs.codec.lz;

/** A package below that of the codec: is on the stack while something is done. */
public final class Compressor {
    private Compressor() {}

    public static void run(Runnable work) {
        work.run();
    }
}
