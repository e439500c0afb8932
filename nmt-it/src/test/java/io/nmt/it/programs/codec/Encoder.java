package io.nmt.it.programs.codec;

/** Part of a library that calls itself a codec: is on the stack while something is done. */
public final class Encoder {
    private Encoder() {}

    public static void run(Runnable work) {
        work.run();
    }

    /** A nested class. */
    public static final class Block {
        private Block() {}

        public static void run(Runnable work) {
            work.run();
        }
    }
}
