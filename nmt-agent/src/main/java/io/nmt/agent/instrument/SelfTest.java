package io.nmt.agent.instrument;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.counters.ThreadCounters;
import io.nmt.core.internal.hooks.UnsafeHooks;
import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.tracker.Tracker;

/**
 * Tries the hooks on a few blocks of its own. They are recorded as probes, which no figure contains. It also makes the
 * JVM load and link all that a hook needs, while no hook is waiting for it.
 */
public final class SelfTest {
    private static final int BYTES = 61; // not a multiple of 8
    private static final int MORE_BYTES = 123;

    private SelfTest() {}

    /**
     * Runs the test.
     *
     * @return null, or what does not work
     */
    public static String run() {
        JdkAccess jdk = JdkInternals.access();
        long before = Tracker.failures();

        UnsafeHooks.label(ThreadCounters.PROBE);
        long address = jdk.allocateMemory(BYTES);
        if (!isProbe(address, BYTES)) {
            return "Unsafe.allocateMemory is not recorded";
        }
        address = jdk.reallocateMemory(address, MORE_BYTES);
        if (!isProbe(address, MORE_BYTES)) {
            return "Unsafe.reallocateMemory is not recorded";
        }
        jdk.freeMemory(address);
        if (Tracker.recordOf(address) != BlockRecord.NONE) {
            return "Unsafe.freeMemory is not recorded";
        }
        return Tracker.failures() == before ? null : "a hook failed";
    }

    private static boolean isProbe(long address, long bytes) {
        return Tracker.recordOf(address) == BlockRecord.of(ThreadCounters.PROBE, bytes);
    }
}
