package io.nmt.agent.pressure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Thresholds of memory for reports: one or several, all parts of a limit or all bytes. Signals of the kernel may be
 * beside them.
 *
 * @param rising the lowest first, at least one
 * @param stallPercent share of the time in which threads wait for memory; 0 if that is not looked at
 * @param high whether crossings of {@code memory.high} are reported
 */
public record Thresholds(List<Threshold> rising, int stallPercent, boolean high) {
    /** The values of {@link #parse}, in words. */
    public static final String ALLOWED = Threshold.ALLOWED + "; several of a kind with + between them";

    private static final String STALL = "psi:";
    private static final String HIGH = "high";

    /** As they are given: copied. */
    public Thresholds {
        rising = List.copyOf(rising);
    }

    /**
     * Reads the option.
     *
     * @param text such as {@code 90%} or {@code 75%+90%+psi:10%}; of signals alone, the default is added
     * @return null if it is nothing of the kind
     */
    public static Thresholds parse(String text) {
        List<Threshold> all = new ArrayList<>();
        int stall = 0;
        boolean high = false;
        int start = 0;
        while (start <= text.length()) {
            int plus = text.indexOf('+', start);
            int end = plus < 0 ? text.length() : plus;
            String part = text.substring(start, end);
            start = end + 1;
            if (part.equals(HIGH)) {
                high = true;
                continue;
            }
            boolean isStall = part.startsWith(STALL);
            Threshold threshold = Threshold.parse(isStall ? part.substring(STALL.length()) : part);
            if (isStall && threshold != null && threshold.isPart()) {
                stall = threshold.percent();
                continue;
            }
            if (isStall || threshold == null || (!all.isEmpty() && all.get(0).isPart() != threshold.isPart())) {
                return null;
            }
            all.add(threshold);
        }
        if (all.isEmpty()) {
            all.add(Threshold.parse(Pressure.DEFAULT_THRESHOLD));
        }
        // Of each, one of the two is 0.
        all.sort(Comparator.comparingLong(threshold -> threshold.percent() + threshold.bytes()));
        return new Thresholds(all, stall, high);
    }

    /** True if signals are looked at that the user has asked for. */
    boolean hasSignals() {
        return stallPercent > 0 || high;
    }

    /** True if they are parts of a limit. */
    boolean areParts() {
        return rising.get(0).isPart();
    }

    int count() {
        return rising.size();
    }

    /** One of them, from 0 for the lowest on. */
    Threshold get(int index) {
        return rising.get(index);
    }

    /** The highest of them. */
    Threshold highest() {
        return rising.get(rising.size() - 1);
    }

    /** The number of thresholds that a usage has reached. */
    int crossed(long usage, long limitBytes) {
        int crossed = 0;
        while (crossed < rising.size() && usage >= rising.get(crossed).of(limitBytes)) {
            crossed++;
        }
        return crossed;
    }
}
