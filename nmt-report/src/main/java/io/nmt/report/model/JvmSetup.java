package io.nmt.report.model;

/**
 * A JVM as far as it decides what it needs for itself: two are compared. Immutable.
 *
 * @param feature the version of its JDK; 0 if unknown
 * @param collector such as {@code G1}; empty if unknown
 * @param collectorThreads that work in parallel; 0 if unknown
 * @param heapLimitBytes of the Java heap; 0 if unknown
 * @param compactHeaders whether its objects have compact headers
 * @param archive of its classes: {@code default}, {@code none} or a file's name; empty if unknown
 */
public record JvmSetup(
        int feature,
        String collector,
        int collectorThreads,
        long heapLimitBytes,
        boolean compactHeaders,
        String archive) {
    /** A JVM of which nothing is known. */
    public static final JvmSetup UNKNOWN = new JvmSetup(0, "", 0, 0, false, "");
}
