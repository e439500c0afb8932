package io.nmt.agent.pressure;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Amounts;

/**
 * From how much memory on there is a report.
 *
 * @param percent of the limit of the process's cgroup; 0 if it is bytes
 * @param bytes of resident memory
 */
public record Threshold(int percent, long bytes) {
    /** The values of {@link #parse}, in words. */
    public static final String ALLOWED =
            "1% to 100% of the container's limit, resident bytes such as 4GB (1MB at least), psi:1% to psi:100%, high,"
                    + " off";

    private static final long LEAST_BYTES = 1L << 20;
    private static final int MOST_PERCENT = 100;

    /**
     * Reads the option.
     *
     * @param text such as {@code 90%} or {@code 4GB}
     * @return null if it is nothing of the kind
     */
    public static Threshold parse(String text) {
        if (text.endsWith("%")) {
            String number = text.substring(0, text.length() - 1);
            long percent = number.isEmpty() || !Character.isDigit(number.charAt(number.length() - 1))
                    ? -1
                    : Scale.parse(number);
            return percent >= 1 && percent <= MOST_PERCENT ? new Threshold((int) percent, 0) : null;
        }
        long bytes = Scale.parse(text);
        return bytes >= LEAST_BYTES ? new Threshold(0, bytes) : null;
    }

    /** True if it is a part of a limit. */
    boolean isPart() {
        return percent > 0;
    }

    /** The threshold in bytes, for that limit. */
    long of(long limitBytes) {
        return isPart() ? (long) (limitBytes / (double) MOST_PERCENT * percent) : bytes;
    }

    /** Such as {@code 90 %}, or {@code 200 MB}. */
    @Override
    public String toString() {
        return isPart() ? percent + " %" : Amounts.format(bytes);
    }
}
