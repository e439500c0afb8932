package io.nmt.testkit;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Waits for another process. */
public final class Awaited {
    // No test waits for it but one that fails.
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration COMMAND_PAUSE = Duration.ofSeconds(1); // a command takes longer than a look at a file

    private Awaited() {}

    /**
     * Reads again and again, until a reading is as wanted.
     *
     * @param wanted what it has to be
     * @param reading reads
     * @return the last reading, for the test to look at: after two minutes it may not be as wanted
     */
    public static <T> T until(Predicate<? super T> wanted, Callable<T> reading) {
        return until(wanted, reading, LONGEST, PAUSE);
    }

    /** The same of what a command answers. */
    public static <T> T untilAnswered(Predicate<? super T> wanted, Callable<T> command) {
        return until(wanted, command, LONGEST, COMMAND_PAUSE);
    }

    /**
     * Reads again and again, until a reading is as wanted.
     *
     * @param wanted what it has to be
     * @param reading reads
     * @param longest after so long a reading is the last one
     * @param pause between two readings, for what a reading costs the process that is read
     * @return the last reading, for the test to look at
     */
    public static <T> T until(Predicate<? super T> wanted, Callable<T> reading, Duration longest, Duration pause) {
        try {
            long start = System.nanoTime();
            T read = reading.call();
            while (!wanted.test(read) && System.nanoTime() - start < longest.toNanos()) {
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
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
