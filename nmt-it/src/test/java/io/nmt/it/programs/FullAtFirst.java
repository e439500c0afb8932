package io.nmt.it.programs;

/** Has a full heap while the agent's threads do their first work, and room after that. */
public final class FullAtFirst {
    private static final int LARGEST = 1 << 18;
    private static final long FULL_NANOS = 7_000_000_000L; // the history's first two points fall into it

    private FullAtFirst() {}

    public static void main(String[] arguments) throws Exception {
        long end = System.nanoTime() + FULL_NANOS;
        Object[] filled = null;
        while (System.nanoTime() < end) {
            for (int size = LARGEST; size > 0; ) {
                try {
                    Object[] more = new Object[size];
                    more[0] = filled;
                    filled = more;
                } catch (OutOfMemoryError e) {
                    size /= 2; // smaller ones may have room
                }
            }
        }
        filled = null;
        Talk.say("free");
        Talk.await("finish");
    }
}
