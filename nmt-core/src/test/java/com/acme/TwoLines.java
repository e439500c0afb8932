package com.acme;

/** Stands for an application that does the same on two lines of code. */
public final class TwoLines {
    private TwoLines() {}

    /**
     * The first of them.
     *
     * @param code to run
     */
    public static void first(Runnable code) {
        code.run();
    }

    /**
     * The other one.
     *
     * @param code to run
     */
    public static void second(Runnable code) {
        code.run();
    }
}
