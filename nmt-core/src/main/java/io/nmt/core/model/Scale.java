package io.nmt.core.model;

import java.util.Locale;

/** The unit in which a report shows bytes. */
public enum Scale {
    /** Bytes. */
    B(1),
    /** 1024 bytes. */
    KB(1L << 10),
    /** 1024 KB. */
    MB(1L << 20),
    /** 1024 MB. */
    GB(1L << 30);

    private static final int MOST_DIGITS = 18;
    private static final long LEAST_FIGURE = 1000;

    private final long bytes;

    Scale(long bytes) {
        this.bytes = bytes;
    }

    /**
     * The bytes in this unit, rounded to the nearest integer, halves up. What is not 0 is not shown as 0 but as less
     * than one unit.
     *
     * @param value bytes
     * @return for example {@code 12MB}, {@code <1MB}, or in bytes {@code 12,345}
     */
    public String format(long value) {
        if (this == B) {
            return group(value);
        }
        long units = Math.floorDiv(value, bytes) + (Math.floorMod(value, bytes) * 2 >= bytes ? 1 : 0);
        if (units == 0 && value != 0) {
            return (value < 0 ? ">-1" : "<1") + name();
        }
        return group(units) + name();
    }

    /**
     * A change in this unit.
     *
     * @param bytes more, or less
     * @return for example {@code +12MB}; nothing for none
     */
    public String formatChange(long bytes) {
        if (bytes == 0) {
            return "";
        }
        return bytes > 0 ? "+".concat(format(bytes)) : format(bytes);
    }

    /**
     * A number with commas between groups of three digits.
     *
     * @param number any
     * @return for example {@code 1,234,567}
     */
    public static String group(long number) {
        // String.format would load its regular expressions and locale data at exit of the JVM.
        String digits = Long.toString(number);
        StringBuilder grouped = new StringBuilder(digits);
        int first = number < 0 ? 1 : 0;
        for (int i = digits.length() - 3; i > first; i -= 3) {
            grouped.insert(i, ',');
        }
        return grouped.toString();
    }

    /**
     * A unit for figures up to that one: in which it has at least four digits, so that what matters is not rounded
     * away, and KB at the least.
     *
     * @param largestBytes what is to be shown
     * @return KB, MB or GB
     */
    public static Scale fitting(long largestBytes) {
        if (largestBytes / GB.bytes >= LEAST_FIGURE) {
            return GB;
        }
        return largestBytes / MB.bytes >= LEAST_FIGURE ? MB : KB;
    }

    /**
     * Reads a number of bytes.
     *
     * @param text digits, which a unit may follow: {@code 512KB}, {@code 1M}, {@code 4096}
     * @return bytes, or -1 if it is nothing of the kind or too large
     */
    public static long parse(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        String unit = text.substring(digits);
        Scale scale = unit.isEmpty() ? B : named(unit.length() == 1 && !unit.equalsIgnoreCase("B") ? unit + "B" : unit);
        if (digits == 0 || digits > MOST_DIGITS || scale == null) {
            return -1;
        }
        long number = Long.parseLong(text.substring(0, digits));
        return number > Long.MAX_VALUE / scale.bytes ? -1 : number * scale.bytes;
    }

    /**
     * The unit of that name.
     *
     * @param name such as {@code KB}, in any case
     * @return the unit, or null if there is none of that name
     */
    public static Scale named(String name) {
        String wanted = name.toUpperCase(Locale.ROOT);
        for (Scale scale : values()) {
            if (scale.name().equals(wanted)) {
                return scale;
            }
        }
        return null;
    }
}
