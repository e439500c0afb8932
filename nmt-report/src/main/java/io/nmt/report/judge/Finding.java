package io.nmt.report.judge;

import io.nmt.report.model.Verdict;

/**
 * A verdict, and what its place among others depends on.
 *
 * @param verdict in words
 * @param rank what kind it is
 * @param growth since earlier readings
 */
record Finding(Verdict verdict, Rank rank, ResidentGrowth growth) {
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
