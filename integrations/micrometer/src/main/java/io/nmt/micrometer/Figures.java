package io.nmt.micrometer;

import java.util.Map;

/**
 * The usage at one moment.
 *
 * @param categories that were ever used, by name
 * @param peakBytes the most that was ever in use in all categories together
 */
record Figures(Map<String, Usage> categories, long peakBytes) {
    /**
     * The usage of one category.
     *
     * @param bytes in use
     * @param peakBytes the most there ever were
     * @param blocks live
     */
    record Usage(long bytes, long peakBytes, long blocks) {}
}
