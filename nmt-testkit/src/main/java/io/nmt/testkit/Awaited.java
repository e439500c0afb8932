package io.nmt.testkit;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What comes in another process' own time. */
public final class Awaited {
    // No test waits for it but one that fails.
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final long PAUSE_MILLIS = 20;

    private Awaited() {}

    /**
     * Reads again and again, until a reading is as wanted.
     *
     * @param wanted what it has to be
     * @param reading reads
     * @return the last reading, for the test to look at: after two minutes it may not be as wanted
     */
    public static <T> T until(Predicate<? super T> wanted, Callable<T> reading) {
        try {
            long start = System.nanoTime();
            T read = reading.call();
            while (!wanted.test(read) && System.nanoTime() - start < LONGEST_NANOS) {
                Thread.sleep(PAUSE_MILLIS);
                read = reading.call();
            }
            return read;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
