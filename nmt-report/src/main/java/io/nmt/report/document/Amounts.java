package io.nmt.report.document;

import io.nmt.core.model.Scale;

/**
 * Bytes with three significant digits, in the unit that fits. A column has one unit, so that its figures compare at a
 * glance: the one in which its largest figure has at most four digits before the point, as {@code 1,188 MB}.
 */
public final class Amounts {
    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};
    private static final int[] POWERS_OF_TEN = {1, 10, 100};
    private static final int STEP = 1024;
    private static final int LARGEST = 1000;
    private static final int LARGEST_OF_COLUMN = 10_000;
    private static final int MEGABYTES = 2; // the index of the unit
    private static final double ONE_DECIMAL_FROM = 9.995;
    private static final double NO_DECIMAL_FROM = 99.95;
    private static final double LEAST = 0.005;

    private Amounts() {}

    /**
     * Formats bytes in a sentence of a report.
     *
     * @param bytes may be negative
     * @param scale of the report; null for the unit that fits
     * @return exactly if that is bytes, else in the unit that fits
     */
    public static String format(long bytes, Scale scale) {
        return scale == Scale.B ? Scale.group(bytes).concat(" B") : format(bytes);
    }

    /**
     * Formats bytes.
     *
     * @param bytes may be negative
     * @return for example {@code 1.14 GB}, {@code 36 MB}, {@code 7.83 MB}
     */
    public static String format(long bytes) {
        if (bytes < 0) {
            return "-".concat(format(negated(bytes)));
        }
        return inUnit(bytes, unit(bytes));
    }

    /**
     * Formats a change.
     *
     * @param bytes negative if less
     * @return with its sign
     */
    static String change(long bytes) {
        return (bytes < 0 ? "-" : "+") + format(Math.abs(bytes));
    }

    /**
     * The unit in which bytes have at most three digits before the point.
     *
     * @param bytes not negative
     * @return from 0 for bytes, one more for each step of 1024
     */
    public static int unit(long bytes) {
        double amount = bytes;
        int unit = 0;
        while (Math.round(amount) >= LARGEST && unit < UNITS.length - 1) {
            amount /= STEP;
            unit++;
        }
        return unit;
    }

    /**
     * The unit of a column, in which small figures keep their digits.
     *
     * @param bytes the largest of the column, not negative
     * @return the unit in which bytes have at most four digits before the point, MB at most below 10,000 MB
     */
    public static int columnUnit(long bytes) {
        double amount = bytes;
        int unit = 0;
        while (Math.round(amount) >= (unit < MEGABYTES ? LARGEST : LARGEST_OF_COLUMN) && unit < UNITS.length - 1) {
            amount /= STEP;
            unit++;
        }
        return unit;
    }

    /**
     * Formats bytes in a unit, such as that of their column.
     *
     * @param bytes may be negative
     * @param unit as {@link #unit} has it
     * @return with at most two decimals; little as {@code <0.01 MB}
     */
    public static String inUnit(long bytes, int unit) {
        if (bytes < 0) {
            return "-".concat(inUnit(negated(bytes), unit));
        }
        double amount = bytes / Math.pow(STEP, unit);
        boolean isLittle = bytes > 0 && amount < LEAST;
        return (isLittle ? "<0.01" : digits(amount)) + " " + UNITS[unit];
    }

    /** The least number has no negative: a damaged recording may have it. */
    private static long negated(long bytes) {
        return -Math.max(bytes, -Long.MAX_VALUE);
    }

    private static String digits(double amount) {
        int decimals = amount >= NO_DECIMAL_FROM ? 0 : amount >= ONE_DECIMAL_FROM ? 1 : 2;
        long scaled = Math.round(amount * POWERS_OF_TEN[decimals]);
        while (decimals > 0 && scaled % 10 == 0) {
            scaled /= 10;
            decimals--;
        }
        String whole = Scale.group(scaled / POWERS_OF_TEN[decimals]);
        String rest = Long.toString(POWERS_OF_TEN[decimals] + scaled % POWERS_OF_TEN[decimals]);
        return decimals == 0 ? whole : whole + "." + rest.substring(1);
    }
}
