package io.nmt.bench.startup;

/** An agent to be put before and behind another one: prints the nanoseconds between its two calls. */
public final class PremainBracket {
    private static long beginNanos;

    private PremainBracket() {}

    /**
     * Called by the JVM.
     *
     * @param options {@code begin} or {@code end}
     */
    public static void premain(String options) {
        if (options.equals("begin")) {
            beginNanos = System.nanoTime();
        } else {
            long nanos = System.nanoTime() - beginNanos;
            System.out.println("figure:premain=" + nanos);
        }
    }
}
