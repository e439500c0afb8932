package io.nmt.agent.pressure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * From how much memory on there are reports: one threshold or several, all parts of a limit or all bytes.
 *
 * @param rising the lowest first, at least one
 */
public record Thresholds(List<Threshold> rising) {
    /** The values of {@link #parse}, in words. */
    public static final String ALLOWED = Threshold.ALLOWED + "; several of a kind with + between them";

    /** As they are given: copied. */
    public Thresholds {
        rising = List.copyOf(rising);
    }

    /**
     * Reads the option.
     *
     * @param text such as {@code 90%} or {@code 75%+90%}
     * @return null if it is nothing of the kind
     */
    public static Thresholds parse(String text) {
        List<Threshold> all = new ArrayList<>();
        int start = 0;
        while (start <= text.length()) {
            int plus = text.indexOf('+', start);
            int end = plus < 0 ? text.length() : plus;
            Threshold threshold = Threshold.parse(text.substring(start, end));
            if (threshold == null || (!all.isEmpty() && all.get(0).isPart() != threshold.isPart())) {
                return null;
            }
            all.add(threshold);
            start = end + 1;
        }
        // Of each, one of the two is 0.
        all.sort(Comparator.comparingLong(threshold -> threshold.percent() + threshold.bytes()));
        return new Thresholds(all);
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
