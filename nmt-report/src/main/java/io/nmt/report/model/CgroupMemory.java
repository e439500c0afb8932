package io.nmt.report.model;

import java.util.Map;

/**
 * The memory of the cgroup whose limit a process meets first, as the kernel counts it. Immutable.
 *
 * @param figures those that are known; none without a limit
 * @param largestTmpfs where the tmpfs with most bytes is mounted; empty if there is none
 * @param largestTmpfsBytes in it
 */
public record CgroupMemory(Map<CgroupFigure, Long> figures, String largestTmpfs, long largestTmpfsBytes) {
    /** No limit, or nothing is known. */
    public static final CgroupMemory NONE = new CgroupMemory(Map.of(), "", 0);

    /** A figure that is not known. */
    public static final long UNKNOWN = -1;

    /** As it was read: copied. */
    public CgroupMemory {
        figures = Map.copyOf(figures);
    }

    /**
     * A figure.
     *
     * @param figure any
     * @return bytes or a count; {@link #UNKNOWN} where the kernel does not tell
     */
    public long get(CgroupFigure figure) {
        return figures.getOrDefault(figure, UNKNOWN);
    }

    /**
     * True if both the limit and what counts toward it are known.
     *
     * @return false also where there is no limit
     */
    public boolean isKnown() {
        return get(CgroupFigure.LIMIT) > 0 && get(CgroupFigure.USAGE) >= 0;
    }

    /**
     * Bytes that count toward a kill: usage without what the kernel drops first, page cache and reclaimable slab.
     *
     * @return bytes; {@link #UNKNOWN} if the usage is
     */
    public long countedBytes() {
        long usage = get(CgroupFigure.USAGE);
        return usage < 0 ? UNKNOWN : Math.max(0, usage - reclaimableBytes());
    }

    /**
     * Bytes that the kernel drops before it kills.
     *
     * @return bytes; 0 if that is not known
     */
    public long reclaimableBytes() {
        return Math.max(0, get(CgroupFigure.FILE)) + Math.max(0, get(CgroupFigure.SLAB_RECLAIMABLE));
    }
}
