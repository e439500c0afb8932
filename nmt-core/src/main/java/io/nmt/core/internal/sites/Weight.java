package io.nmt.core.internal.sites;

import io.nmt.core.internal.counters.SampleCountdown;

/** The weight of a sample: the inverse of the probability with which a block of its size is sampled. */
final class Weight {
    private static final double MANY_INTERVALS = 40; // beyond, the probability is 1 in a double

    private Weight() {}

    /** The number of blocks of that size that one sample stands for, itself included: at least 1. */
    static double of(long bytes) {
        return of(bytes, SampleCountdown.intervalBytes());
    }

    static double of(long bytes, long intervalBytes) {
        if (intervalBytes <= 1 || bytes >= intervalBytes * MANY_INTERVALS) {
            return 1;
        }
        return -1 / Math.expm1(-(double) bytes / intervalBytes);
    }

    /** The bytes that a sample of that size stands for, rounded; the same at each call. */
    static long bytes(long bytes) {
        return Math.round(bytes * of(bytes));
    }
}
