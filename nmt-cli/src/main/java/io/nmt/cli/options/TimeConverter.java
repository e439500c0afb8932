package io.nmt.cli.options;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a time such as {@code 5s}, {@code 500ms}, {@code 2m}, {@code 6h}, {@code 1d}, or a number of seconds, as
 * milliseconds: every option that is a time is written alike.
 */
public abstract class TimeConverter implements ITypeConverter<Long> {
    /** The units, in the help of every such option. */
    public static final String UNITS = TimeConverter.EXAMPLES + "; a number alone is seconds";

    private static final String EXAMPLES = "such as 10s, 5m or 1h";

    private static final int MOST_DIGITS = 8; // more are years

    /** True if the option takes that time. */
    abstract boolean allows(long millis);

    /** The allowed times. */
    abstract String allowed();

    @Override
    public Long convert(String value) {
        long millis = millis(value);
        if (millis >= 0 && allows(millis)) {
            return millis;
        }
        String problem = millis < 0 ? "is not a time; allowed: " : "is not allowed; allowed: a time ";
        throw new TypeConversionException("'" + value + "' " + problem + allowed());
    }

    /** Less than 0 if it is no time. */
    private static long millis(String value) {
        int digits = 0;
        while (digits < value.length() && value.charAt(digits) >= '0' && value.charAt(digits) <= '9') {
            digits++;
        }
        long unitMillis = switch (value.substring(digits)) {
            case "ms" -> 1;
            case "", "s" -> 1000;
            case "m", "min" -> 60_000;
            case "h" -> 3_600_000;
            case "d" -> 86_400_000;
            default -> -1;
        };
        boolean isTime = digits > 0 && digits <= MOST_DIGITS && unitMillis > 0;
        return isTime ? Long.parseLong(value.substring(0, digits)) * unitMillis : -1;
    }

    /** A duration, or the time between two repetitions. */
    public static final class Interval extends TimeConverter {
        private static final long LEAST_MILLIS = 100;

        @Override
        boolean allows(long millis) {
            return millis >= LEAST_MILLIS;
        }

        @Override
        String allowed() {
            return EXAMPLES + ", from 100ms on";
        }
    }

    /** An age: the process counts in seconds. */
    public static final class Age extends TimeConverter {
        private static final long MILLIS_PER_SECOND = 1000;

        @Override
        boolean allows(long millis) {
            return millis % MILLIS_PER_SECOND == 0 && millis / MILLIS_PER_SECOND <= Integer.MAX_VALUE;
        }

        @Override
        String allowed() {
            return EXAMPLES + ", in whole seconds from 0 on";
        }

        /** As the process takes it; null for none. */
        public static Long seconds(Long millis) {
            return millis == null ? null : Long.valueOf(millis / MILLIS_PER_SECOND);
        }
    }
}
