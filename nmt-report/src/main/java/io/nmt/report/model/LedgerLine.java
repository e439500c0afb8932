package io.nmt.report.model;

import java.util.Map;

/**
 * An area of memory from its limit to its pages. Lines overlap: malloc has much of what Java code allocates. Immutable.
 *
 * @param area its name
 * @param figures those that are known
 */
public record LedgerLine(String area, Map<Stage, Figure> figures) {
    /** The stages of memory. */
    public enum Stage {
        /** The configured limit, or the address space that is kept for it. */
        LIMIT,
        /** Requested and not freed, garbage included. */
        ALLOCATED,
        /** Left by the last collections. */
        LIVE,
        /** Freed, and kept by the allocator. */
        RETAINED,
        /** Accessible, touched or not. */
        COMMITTED,
        /** In memory. */
        RESIDENT,
        /** Moved out of memory. */
        SWAPPED
    }

    /**
     * A figure.
     *
     * @param bytes of it
     * @param accuracy of it
     */
    public record Figure(long bytes, Accuracy accuracy) {}

    /** As it was read: copied. */
    public LedgerLine {
        figures = Map.copyOf(figures);
    }
}
