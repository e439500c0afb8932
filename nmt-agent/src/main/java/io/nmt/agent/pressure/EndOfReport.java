package io.nmt.agent.pressure;

import io.nmt.agent.exit.ExitThread;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a report that is being written become complete where the JVM ends meanwhile, as it does when an OutOfMemoryError
 * ends its last thread: the end waits for it, but no longer than ten seconds, as for the report at the exit. While no
 * report is written, the JVM has no hook of it.
 */
final class EndOfReport extends ExitThread implements AutoCloseable {
    private static final long MOST_MILLIS = 10_000;

    private final CountDownLatch complete = new CountDownLatch(1);
    private final long mostMillis;

    EndOfReport(long mostMillis) {
        super("nmt-pressure-end");
        this.mostMillis = mostMillis;
    }

    /**
     * Begins.
     *
     * @return to be closed when the report is complete, or given up; null if the JVM has begun to end, or there is no
     *     memory for it
     */
    static EndOfReport begin() {
        try {
            EndOfReport end = new EndOfReport(MOST_MILLIS);
            Runtime.getRuntime().addShutdownHook(end);
            return end;
        } catch (IllegalStateException | OutOfMemoryError | LinkageError e) {
            return null;
        }
    }

    @Override
    protected void atExit() {
        await();
    }

    /** Waits until the report is complete, but not for ever. */
    void await() {
        try {
            // Whether in time or not, the JVM ends now.
            @SuppressWarnings("unused")
            boolean isComplete = complete.await(mostMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        complete.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(this);
        } catch (IllegalStateException | OutOfMemoryError | LinkageError e) {
            return; // the JVM ends
        }
    }
}
