package io.nmt.core.model;

import java.util.List;
import java.util.Set;

/**
 * Pooled buffers of a line of code that are not released, over all stacks that lead to it: estimates from samples,
 * exact if every buffer is sampled. The memory is part of the pool's chunks: do not add the two.
 *
 * @param usage the line's figures, as if it were one call site; its category is the kind of pool
 * @param lostBytes of its live bytes, those of buffers that were collected by the garbage collector without having been
 *     given back: their pool never gets them back
 * @param goneBytes of buffers that were collected likewise, and their chunk with them: no pool has that memory any
 *     more. The JVM may have freed it, but the library still counts it as in use; not among the live bytes
 * @param held who had those of its live bytes that are not lost
 * @param lost who had what was lost or is gone
 * @param stacks the same of each stack, the one with most first; none if one stack alone leads to the line
 */
public record PooledSite(
        SiteUsage usage, long lostBytes, long goneBytes, Users held, Users lost, List<PooledSite> stacks) {
    /** As it was found: copied. */
    public PooledSite {
        stacks = List.copyOf(stacks);
    }

    /**
     * A line that one stack alone leads to.
     *
     * @param usage as above
     * @param lostBytes as above
     * @param goneBytes as above
     * @param held as above
     * @param lost as above
     */
    public PooledSite(SiteUsage usage, long lostBytes, long goneBytes, Users held, Users lost) {
        this(usage, lostBytes, goneBytes, held, lost, List.of());
    }

    /**
     * The figures by stack.
     *
     * @return of each stack that leads to the line; this alone if there is one
     */
    public List<PooledSite> perStack() {
        return stacks.isEmpty() ? List.of(this) : stacks;
    }

    /** The library has told of no class that had these buffers. */
    public static final Users UNKNOWN = new Users(List.of(), List.of());

    /** The method of Netty's that takes a buffer which is too large for a chunk. */
    public static final String NOT_POOLED = "allocateHuge";

    private static final String[] POOLS = {
        ".buffer.PoolArena",
        ".buffer.PoolChunk",
        ".buffer.AdaptivePoolingAllocator",
        ".jetty.io.ArrayByteBufferPool",
        ".undertow.server.DefaultByteBufferPool"
    };

    private static final Set<String> KINDS = Set.of(
            "Netty Pooled Buffer", "Netty Adaptive Buffer", "Jetty Buffer", "Undertow Buffer", "Jetty Unpooled Buffer");

    /**
     * The users of buffers, as far as the library tells.
     *
     * @param lastSeen what had them last, the one with most bytes first
     * @param retainedBy the classes outside the library that retained them and were not seen to release them, the one
     *     with most bytes first; a buffer may have several
     * @param partsTakenBy likewise the classes that took parts of them, such as slices, which hold the whole as long as
     *     they are not released; most pass these on
     */
    public record Users(List<Holder> lastSeen, List<Holder> retainedBy, List<Holder> partsTakenBy) {
        /** As they were found: copied. */
        public Users {
            lastSeen = List.copyOf(lastSeen);
            retainedBy = List.copyOf(retainedBy);
            partsTakenBy = List.copyOf(partsTakenBy);
        }

        /**
         * Users without classes that took parts.
         *
         * @param lastSeen as above
         * @param retainedBy as above
         */
        public Users(List<Holder> lastSeen, List<Holder> retainedBy) {
            this(lastSeen, retainedBy, List.of());
        }
    }

    /**
     * One of these.
     *
     * @param className its class
     * @param bytes of the buffers
     */
    public record Holder(String className, long bytes) {}

    /**
     * True if a site has pooled buffers, and no blocks.
     *
     * @param site any
     * @return by its category
     */
    public static boolean isOfBuffers(Site site) {
        return isOfBuffers(site.category());
    }

    /**
     * The same by a category's name.
     *
     * @param category any
     * @return whether it is one of buffers
     */
    public static boolean isOfBuffers(String category) {
        return KINDS.contains(category);
    }

    /**
     * True if these calls allocate chunks of a known pool. A buffer that is larger than a chunk has memory of its own,
     * freed with it.
     *
     * @param frames the calls that allocate a block
     * @return by the names of their classes
     */
    public static boolean isOfChunks(List<Frame> frames) {
        boolean pool = false;
        for (Frame frame : frames) {
            if (frame.methodName().equals(NOT_POOLED)) {
                return false;
            }
            for (String name : POOLS) {
                pool |= frame.className().contains(name);
            }
        }
        return pool;
    }

    /**
     * True if each block of a site is one large buffer of a pool, so that they are among its buffers, too.
     *
     * @param site of blocks
     * @return whether they are
     */
    public static boolean isOfSingleBuffers(Site site) {
        for (Frame frame : site.frames()) {
            if (frame.methodName().equals(NOT_POOLED) && frame.className().contains(".buffer.PoolArena")) {
                return true;
            }
        }
        return false;
    }
}
