package io.nmt.report.judge;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Amounts;
import java.util.Locale;

/** The text of proposed limits, and how their figures are rounded. Not thread-safe. */
final class LimitText {
    static final String ROUNDED = ", rounded up";

    private static final long MIB = 1L << 20;
    private static final int STEPS_PER_DOUBLING = 16;

    private final StringBuilder text = new StringBuilder();

    LimitText append(Object words) {
        text.append(words);
        return this;
    }

    /** Adds a number of bytes. */
    LimitText bytes(long bytes) {
        return append(format(bytes));
    }

    /** Begins a proposal. */
    LimitText propose(String limit, long bytes) {
        return head(limit, bytes).append(". ");
    }

    /** Begins a proposal whose reasons have lines of their own. */
    LimitText head(String limit, long bytes) {
        return append(limit).append(": ").append(Scale.group(bytes / MIB)).append(" MB");
    }

    /** Adds a line on a part of a sum; a part that the sum does not show has none. */
    LimitText row(long bytes, String part) {
        return bytes < MIB ? this : append(String.format(Locale.ROOT, "%9s  %s\n", format(bytes), part));
    }

    /** Ends a proposal with how it is now; what was only rounded up makes no limit too little. */
    void now(long wanted, long current) {
        if (current <= 0) {
            append(". No known limit now.\n");
        } else if (wanted > current) {
            append(". Now: ").bytes(current).append(", too little.\n");
        } else {
            asItIs(current);
        }
    }

    /** Ends a line with how it is now. */
    void asItIs(long current) {
        append(". Now: ").bytes(current).append(".\n");
    }

    /** To a number of MB that is easily read, never by more than one sixteenth or 1 MB. */
    static long up(long bytes) {
        long step = Math.max(MIB, Long.highestOneBit(bytes) / STEPS_PER_DOUBLING);
        return (bytes + step - 1) / step * step;
    }

    static String format(long bytes) {
        return Amounts.format(bytes);
    }

    /** The text so far. */
    @Override
    public String toString() {
        return text.toString();
    }
}
