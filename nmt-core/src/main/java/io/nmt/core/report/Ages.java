package io.nmt.core.report;

/** Times, as people say them. */
final class Ages {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private Ages() {}

    /** For example {@code 59 s}, {@code 2 min}, {@code 7 h}; rounded down. */
    static String format(long nanos) {
        long seconds = nanos / NANOS_PER_SECOND;
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return seconds / 60 + " min";
        }
        return seconds / 3600 + " h";
    }
}
