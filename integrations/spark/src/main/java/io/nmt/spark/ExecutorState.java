package io.nmt.spark;

import java.io.Serializable;
import java.util.List;

/**
 * An executor's native memory, as it reports it to the driver: about a kilobyte. Bytes are bytes. Immutable.
 *
 * @param executor its id
 * @param timeMillis when that was so, since 1970
 * @param trackedBytes outside the heap, of all categories; as exact as {@code Snapshot} tells it
 * @param categories those that hold most, the largest first
 * @param sites the call sites that hold most or grow, those that grow first; estimates from samples
 * @param residentBytes of the process; 0 where the system does not tell
 * @param limitBytes that the container or the machine has; 0 if not known
 * @param statements what grows, as the agent's commands tell it, the worst first; at most a few lines
 * @param evidenceFile the agent's report of memory pressure in that executor; empty if there is none
 * @param evidence its summary, in lines
 * @param problem why there are no figures; empty if there are
 */
record ExecutorState(
        String executor,
        long timeMillis,
        long trackedBytes,
        List<Held> categories,
        List<HeldSite> sites,
        long residentBytes,
        long limitBytes,
        List<String> statements,
        String evidenceFile,
        List<String> evidence,
        String problem)
        implements Serializable {
    private static final long serialVersionUID = 1;

    /**
     * The memory of a category.
     *
     * @param category its name
     * @param bytes committed
     * @param blocks that are live
     */
    record Held(String category, long bytes, long blocks) implements Serializable {
        private static final long serialVersionUID = 1;
    }

    /**
     * The memory of a call site.
     *
     * @param category of its blocks
     * @param frame that names it
     * @param bytes of its live blocks
     * @param standardErrorBytes of these; 0 if exact
     * @param blocks that are live
     * @param growthBytesPerMinute 0 unless it is known to grow
     */
    record HeldSite(
            String category, String frame, long bytes, long standardErrorBytes, long blocks, long growthBytesPerMinute)
            implements Serializable {
        private static final long serialVersionUID = 1;
    }

    boolean isKnown() {
        return problem.isEmpty();
    }

    /** An executor of which nothing can be told. */
    static ExecutorState unknown(String executor, String problem) {
        return new ExecutorState(
                executor,
                System.currentTimeMillis(),
                0,
                List.of(),
                List.of(),
                ProcessMemory.residentBytes(),
                ProcessMemory.limitBytes(),
                List.of(),
                "",
                List.of(),
                problem);
    }
}
