package io.nmt.agent.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time such as {@code 5s}, {@code 500ms}, {@code 2m}, {@code 6h}, or a number of seconds, as milliseconds. */
final class IntervalConverter implements ITypeConverter<Long> {
    private static final long LEAST_MILLIS = 100;

    @Override
    public Long convert(String value) {
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
            default -> 0;
        };
        // More than eight digits are years.
        long millis = digits == 0 || digits > 8 ? 0 : Long.parseLong(value.substring(0, digits)) * unitMillis;
        if (millis < LEAST_MILLIS) {
            throw new TypeConversionException(
                    "'" + value + "' is not a time; allowed: such as 5s, 500ms, 2m, 6h, 1d, from 100ms on");
        }
        return millis;
    }
}
