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
    private static final int NO_LABEL = -1;

    /** The result of a test whose hooks have run, but whose block the table has refused. */
    static final String NO_ROOM = "there is no room for a block";

    private SelfTest() {}

    /**
     * Runs the test. To be run before the application starts, or else a hook that fails elsewhere meanwhile fails it.
     *
     * @return null, or what does not work
     */
    public static String run() {
        long before = Tracker.failures();
        String problem = runOnBlocks();
        return problem == null && Tracker.failures() != before ? "a hook failed" : problem;
    }

    /**
     * Allocates, reallocates and frees a block. Leaves no record behind, nor a label, nor an unknown free.
     *
     * @return null, or what does not work
     */
    static String runOnBlocks() {
        JdkAccess jdk = JdkInternals.access();
        String problem = null;

        UnsafeHooks.label(ThreadCounters.PROBE);
        long address = jdk.allocateMemory(BYTES);
        if (!isProbe(address, BYTES)) {
            problem = Tracker.current().takeLabel(NO_LABEL) == NO_LABEL
                    ? NO_ROOM
                    : "Unsafe.allocateMemory is not recorded";
            record(address, BYTES);
        }
        long moved = jdk.reallocateMemory(address, MORE_BYTES);
        if (!isProbe(moved, MORE_BYTES)) {
            problem = problem == null ? "Unsafe.reallocateMemory is not recorded" : problem;
            if (isProbe(address, BYTES)) {
                Tracker.freed(address);
            }
            record(moved, MORE_BYTES);
        }
        jdk.freeMemory(moved);
        // Another thread may have been given the address meanwhile; that block is no probe.
        if (isProbe(moved, MORE_BYTES)) {
            problem = problem == null ? "Unsafe.freeMemory is not recorded" : problem;
            Tracker.freed(moved);
        }
        return problem;
    }

    private static void record(long address, long bytes) {
        Tracker.allocated(Tracker.current(), address, bytes, ThreadCounters.PROBE);
    }

    private static boolean isProbe(long address, long bytes) {
        return Tracker.recordOf(address) == BlockRecord.of(ThreadCounters.PROBE, bytes);
    }
}
