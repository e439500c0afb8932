package io.nmt.cli.top;

/** A clock, and waiting by it: those of the JVM, or those of a test. Thread-safe. */
interface ScreenTicker {
    /** Those of the JVM. */
    ScreenTicker OF_JVM = new ScreenTicker() {
        private static final long NANOS_PER_MILLI = 1_000_000;

        @Override
        public long millis() {
            return System.nanoTime() / NANOS_PER_MILLI;
        }

        @Override
        @SuppressWarnings("WaitNotInLoop") // the callers have the loop
        public void await(Object lock, long millis) throws InterruptedException {
            lock.wait(millis);
        }

        @Override
        public void sleep(long millis) throws InterruptedException {
            Thread.sleep(millis);
        }
    };

    /** The time, by a clock that only goes forward and may begin anywhere. */
    long millis();

    /**
     * Waits as {@link Object#wait(long)} does.
     *
     * @param lock that the thread holds
     * @param millis for how long at most; 0 for no end
     */
    void await(Object lock, long millis) throws InterruptedException;

    /** Waits as {@link Thread#sleep(long)} does. */
    void sleep(long millis) throws InterruptedException;
}
