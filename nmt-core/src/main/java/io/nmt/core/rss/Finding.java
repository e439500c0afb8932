package io.nmt.core.rss;

/**
 * A verdict, and what its place among others depends on.
 *
 * @param verdict in words
 * @param rank what kind it is
 * @param grownBytes by how much that has grown since the earlier reading; 0 without one
 */
record Finding(Verdict verdict, Rank rank, long grownBytes) {
    /** In the order in which verdicts are told. */
    enum Rank {
        /** Near a limit: told first, however small. */
        URGENT,
        /** Explains resident memory. */
        RESIDENT,
        /** Explains memory that is not in RSS. */
        ABSENT
    }

    long bytes() {
        return verdict.bytes();
    }
}
