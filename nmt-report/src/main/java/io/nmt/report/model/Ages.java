package io.nmt.report.model;

/** Times, as people say them. */
public final class Ages {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int FEW = 10;

    private Ages() {}

    /**
     * A time in the largest unit in which it is at least 2, rounded down. Below 10 of that unit the next smaller one
     * follows, so that the text is low by a tenth at the most.
     *
     * @param nanos not negative
     * @return for example {@code 119 s}, {@code 2 min 40 s}, {@code 47 h}, {@code 2 d}
     */
    public static String format(long nanos) {
        long seconds = nanos / NANOS_PER_SECOND;
        if (seconds < 2 * 60) {
            return seconds + " s";
        }
        if (seconds < 2 * 3600) {
            return format(seconds / 60, " min", seconds % 60, " s");
        }
        long hours = seconds / 3600;
        return hours < 48 ? format(hours, " h", seconds / 60 % 60, " min") : format(hours / 24, " d", hours % 24, " h");
    }

    private static String format(long amount, String unit, long rest, String smallerUnit) {
        return amount + unit + (amount < FEW && rest > 0 ? " " + rest + smallerUnit : "");
    }
}
