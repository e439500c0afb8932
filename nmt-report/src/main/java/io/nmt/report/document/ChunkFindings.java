package io.nmt.report.document;

import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SizeClass;
import java.util.ArrayList;
import java.util.List;

/** Statements on the fill of a pool's chunks. */
final class ChunkFindings {
    private static final long FEW_BYTES = 16L << 20;
    private static final int HALF_DIVISOR = 2;
    private static final int MUCH_DIVISOR = 4; // a quarter

    private ChunkFindings() {}

    /** Returns one or more sentences for each finding, mostly none. */
    static List<String> of(PoolDetails details) {
        List<String> findings = new ArrayList<>();
        if (isFragmented(details)) {
            Pool pool = details.pool();
            findings.add("RETAINED " + name(pool) + ": " + PoolFigures.format(pool.chunkBytes()) + " of chunks for "
                    + PoolFigures.format(pool.inUseBytes()) + " in use. "
                    + 100 * details.halfEmptyChunks() / pool.chunks() + " % of its " + Scale.group(pool.chunks())
                    + " chunks are less than half in use: fragmentation, or a peak that is over. No code holds the"
                    + " rest: not a leak." + mostFree(details));
        }
        if (hasManyArenas(details)) {
            findings.add("RETAINED " + name(details.pool()) + ": chunks in " + details.arenas() + " arenas for "
                    + details.threadCaches()
                    + (details.threadCaches() == 1 ? " thread" : " threads")
                    + " with caches. Each arena retains its own chunks. Fewer:"
                    + " -Dio.netty.allocator.numDirectArenas.");
        }
        return findings;
    }

    private static boolean isFragmented(PoolDetails details) {
        Pool pool = details.pool();
        long chunks = pool.chunks();
        boolean known = pool.inUseBytes() != Pool.UNKNOWN && details.halfEmptyChunks() != Pool.UNKNOWN;
        return known
                && chunks > Math.max(1, details.arenas())
                && details.halfEmptyChunks() > chunks / HALF_DIVISOR
                && pool.chunkBytes() - pool.inUseBytes() >= FEW_BYTES;
    }

    private static boolean hasManyArenas(PoolDetails details) {
        return details.arenas() > 1
                && details.threadCaches() > 0
                && details.arenas() > details.threadCaches()
                && details.pool().chunkBytes() - Math.max(0, details.pool().inUseBytes()) >= FEW_BYTES;
    }

    /** The size with most free places, if they are much of the unused memory. */
    private static String mostFree(PoolDetails details) {
        SizeClass most = null;
        for (SizeClass size : details.sizeClasses()) {
            if (most == null || size.freeBytes() > most.freeBytes()) {
                most = size;
            }
        }
        long unused = details.pool().chunkBytes() - details.pool().inUseBytes();
        return most == null || most.freeBytes() < unused / MUCH_DIVISOR
                ? ""
                : " " + PoolFigures.format(most.freeBytes()) + " is free places for buffers of "
                        + SizeClassTable.sizeOf(most) + ".";
    }

    private static String name(Pool pool) {
        return SafeText.name(PoolFigures.simpleName(pool.allocator()));
    }
}
