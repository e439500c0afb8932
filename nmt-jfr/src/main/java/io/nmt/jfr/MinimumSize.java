package io.nmt.jfr;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.SettingControl;

/**
 * The setting {@code minimumSize}: an amount of memory such as {@code 1 MB}, {@code 64k} or {@code 4096}; 1 kB is 1024
 * bytes, as in JFR's own options. Thread-safe.
 */
final class MinimumSize extends SettingControl {
    private static final String DEFAULT = "0 B";
    private static final long INVALID = -1;
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,18}) ?(|[KMG])B?");

    private String value = DEFAULT;
    private volatile long bytes;

    /** The smallest size that passes. */
    long bytes() {
        return bytes;
    }

    /** The smallest of them: every recording gets at least what it wants. */
    @Override
    public String combine(Set<String> settingValues) {
        String smallest = null;
        for (String candidate : settingValues) {
            if (parse(candidate) != INVALID && (smallest == null || parse(candidate) < parse(smallest))) {
                smallest = candidate;
            }
        }
        return smallest == null ? DEFAULT : smallest;
    }

    @Override
    public synchronized void setValue(String settingValue) {
        long parsed = parse(settingValue);
        if (parsed != INVALID) {
            value = settingValue;
            bytes = parsed;
        }
    }

    @Override
    public synchronized String getValue() {
        return value;
    }

    private static long parse(String amount) {
        Matcher matcher = AMOUNT.matcher(amount.strip().toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            return INVALID;
        }
        int shift = switch (matcher.group(2)) {
            case "K" -> 10;
            case "M" -> 20;
            case "G" -> 30;
            default -> 0;
        };
        long number = Long.parseLong(matcher.group(1));
        return number <= Long.MAX_VALUE >> shift ? number << shift : INVALID;
    }
}
