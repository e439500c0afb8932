package io.nmt.core.model;

/** Times, as people say them. */
public final class Ages {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private Ages() {}

    /**
     * A time in the largest unit in which it is at least 2, rounded down.
     *
     * @param nanos not negative
     * @return for example {@code 119 s}, {@code 2 min}, {@code 47 h}, {@code 2 d}
     */
    public static String format(long nanos) {
        long seconds = nanos / NANOS_PER_SECOND;
        if (seconds < 2 * 60) {
            return seconds + " s";
        }
        if (seconds < 2 * 3600) {
            return seconds / 60 + " min";
        }
        return seconds < 48 * 3600 ? seconds / 3600 + " h" : seconds / 86_400 + " d";
    }
}
