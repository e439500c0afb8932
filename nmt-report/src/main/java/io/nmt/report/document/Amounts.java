package io.nmt.report.document;

import java.math.BigDecimal;
import java.math.MathContext;

/** Bytes with three significant digits, in the unit that fits. */
final class Amounts {
    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};
    private static final int STEP = 1024;
    private static final int LARGEST = 1000;
    private static final MathContext THREE_DIGITS = new MathContext(3);

    private Amounts() {}

    /** For example {@code 1.14 GB}, {@code 36 MB}, {@code 7.83 MB}. */
    static String format(long bytes) {
        double amount = bytes;
        int unit = 0;
        while (Math.round(Math.abs(amount)) >= LARGEST && unit < UNITS.length - 1) {
            amount /= STEP;
            unit++;
        }
        return digits(amount) + " " + UNITS[unit];
    }

    private static String digits(double amount) {
        BigDecimal rounded = new BigDecimal(amount).round(THREE_DIGITS).stripTrailingZeros();
        return rounded.toPlainString();
    }
}
