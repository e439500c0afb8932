package io.nmt.core.internal.pools;

import io.nmt.core.listener.BufferListener;
import io.nmt.core.model.AllocatorUsage;
import io.nmt.core.model.LineUsage;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The pools of this process, as far as they are known: those of Netty, if it is there. */
public final class Pools {
    private static volatile Source source;
    private static volatile BufferListener listener;

    private Pools() {}

    /** A source of figures on pools. */
    public interface Source {
        /**
         * The pools that have chunks now.
         *
         * @return the largest first
         */
        List<PoolDetails> pools();

        /**
         * The allocators of libraries that have trees of them.
         *
         * @return of each tree the root first
         */
        List<AllocatorUsage> allocators();

        /**
         * Pooled buffers that are not released, by call site.
         *
         * @param minimumAgeNanos younger buffers are left out
         * @return the one with most bytes first
         */
        List<PooledSite> buffers(long minimumAgeNanos);

        /**
         * Tells if there are samples of buffers.
         *
         * @return true if a line holds something
         */
        boolean hasBuffers();

        /**
         * Pooled buffers that are not released, by line of code over all stacks.
         *
         * @param minimumAgeNanos younger buffers are left out
         * @return in no order
         */
        List<LineUsage> lines(long minimumAgeNanos);

        /**
         * Pooled buffers that are not released, by named scope.
         *
         * @return of each scope, by its number, the sites that hold something
         */
        Map<Integer, List<SiteUsage>> scopes();

        /**
         * Samples of buffers that could not be taken.
         *
         * @return how many
         */
        long lostSamples();
    }

    /**
     * True if a library with pools is in this process.
     *
     * @return whether something may be known of them
     */
    public static boolean areThere() {
        return source != null;
    }

    /**
     * The pools that have chunks now. Exact if no thread allocates or frees meanwhile. Reads the library's objects by
     * reflection: some microseconds a chunk, so that once a minute is often enough.
     *
     * @return the largest first
     */
    public static List<Pool> list() {
        List<Pool> pools = new ArrayList<>();
        for (PoolDetails details : details()) {
            pools.add(details.pool());
        }
        return pools;
    }

    /**
     * The same, and how their chunks are filled.
     *
     * @return the largest first
     */
    public static List<PoolDetails> details() {
        Source told = source;
        return told == null ? List.of() : told.pools();
    }

    /**
     * The allocators of libraries that have trees of them, as far as they were made under the agent's eyes.
     *
     * @return of each tree the root first, those of one parent by their bytes
     */
    public static List<AllocatorUsage> allocators() {
        Source told = source;
        return told == null ? List.of() : told.allocators();
    }

    /**
     * Lists call sites with buffers that are not released: together no more than pools have in use.
     *
     * @param minimumAgeNanos younger buffers are left out
     * @return the one with most bytes first
     */
    public static List<PooledSite> buffers(long minimumAgeNanos) {
        Source told = source;
        return told == null ? List.of() : told.buffers(minimumAgeNanos);
    }

    /**
     * Tells if there are samples of buffers.
     *
     * @return true if a line of code holds something of pools
     */
    public static boolean hasBuffers() {
        Source told = source;
        return told != null && told.hasBuffers();
    }

    /**
     * The same by line of code, over all stacks that lead to each.
     *
     * @param minimumAgeNanos younger buffers are left out
     * @return in no order; lines that hold nothing are left out
     */
    public static List<LineUsage> lines(long minimumAgeNanos) {
        Source told = source;
        return told == null ? List.of() : told.lines(minimumAgeNanos);
    }

    /**
     * The same by named scope.
     *
     * @return of each scope, by its number, the sites that hold something
     */
    public static Map<Integer, List<SiteUsage>> scopes() {
        Source told = source;
        return told == null ? Map.of() : told.scopes();
    }

    /**
     * Samples of buffers that could not be taken, for want of heap or stack.
     *
     * @return how many
     */
    public static long lostSamples() {
        Source told = source;
        return told == null ? 0 : told.lostSamples();
    }

    /**
     * Says who wants to know of sampled buffers.
     *
     * @param newListener in place of the one before
     */
    public static void tell(BufferListener newListener) {
        listener = newListener;
    }

    /**
     * The listener to sampled buffers.
     *
     * @return the listener that was told of last; null if there is none
     */
    public static BufferListener listener() {
        return listener;
    }

    /**
     * Says what knows the pools. Called by the agent when the library is there.
     *
     * @param newSource knows them
     */
    public static void listedBy(Source newSource) {
        source = newSource;
    }
}
