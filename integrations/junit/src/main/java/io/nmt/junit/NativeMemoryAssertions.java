package io.nmt.junit;

import org.junit.jupiter.api.function.Executable;
import org.opentest4j.AssertionFailedError;

/**
 * The checks of the annotations, for a part of a test. The agent is attached at the first use, where it is not there.
 *
 * <p>Tests that run at the same time are not kept away, as the annotations do. Of leaks, what their threads allocate is
 * told apart; of threads that have started meanwhile it is not known whose they are, and the message says so. Limits
 * are of all threads.
 */
public final class NativeMemoryAssertions {
    private NativeMemoryAssertions() {}

    /**
     * Fails if the code leaves native memory behind, as {@link NoNativeLeaks} says. What the code gives to objects that
     * are still reachable counts, also to a field or a local variable of the test.
     *
     * @param code to be run
     * @throws Throwable what the code throws, or {@link AssertionFailedError}
     */
    public static void assertNoLeaks(Executable code) throws Throwable {
        assertNoLeaks(0, code);
    }

    /**
     * The same, of code that fills caches when it runs for the first time.
     *
     * @param warmups how often it is run before it is run for measuring
     * @param code to be run
     * @throws Throwable what the code throws, or {@link AssertionFailedError}
     */
    public static void assertNoLeaks(int warmups, Executable code) throws Throwable {
        TrackedJvm.require();
        Measurement.requireEachSite();
        for (int i = 0; i < warmups; i++) {
            code.execute();
        }
        try (Measurement measurement = Measurement.begin(Measurement.threadNames())) {
            code.execute();
            TestLeaks leaks = measurement.leaks(Rules.ALL);
            if (leaks.fail()) {
                throw Failure.of(leaks);
            }
        }
    }

    /**
     * Fails if more native memory is live at any time than a limit, beyond what was live at the start; of all threads.
     *
     * @param limit bytes, with a unit or without: {@code 64MB}
     * @param code to be run
     * @throws Throwable what the code throws, or {@link AssertionFailedError}
     */
    public static void assertPeakAtMost(String limit, Executable code) throws Throwable {
        assertPeakAtMost(null, limit, code);
    }

    /**
     * The same, of one category.
     *
     * @param category its name, such as {@code Direct Buffer}; null for all together
     * @param limit bytes, with a unit or without: {@code 64MB}
     * @param code to be run
     * @throws Throwable what the code throws, or {@link AssertionFailedError}
     */
    public static void assertPeakAtMost(String category, String limit, Executable code) throws Throwable {
        TrackedJvm.require();
        Expectation expectation = Expectation.atMost(category, limit);
        try (Measurement measurement = Measurement.begin(Measurement.threadNames())) {
            code.execute();
            AssertionFailedError error = expectation.failure(measurement);
            if (error != null) {
                throw error;
            }
        }
    }
}
