package io.nmt.it.programs;

/** Has a full heap while the agent's threads do their first work, and room after that. */
public final class FullAtFirst {
    private static final long FULL_NANOS = 7_000_000_000L; // the history's first two points fall into it

    private FullAtFirst() {}

    public static void main(String[] arguments) throws Exception {
        long end = System.nanoTime() + FULL_NANOS;
        Object[] filled = null;
        while (System.nanoTime() < end) {
            filled = FullHeap.filled(filled);
        }
        filled = null;
        Talk.say("free");
        Talk.await("finish");
    }
}
