package io.nmt.report.model;

import java.util.Locale;

/** The urgency of a judgement. */
public enum Urgency {
    /** Memory was lost, or ran out or nearly did. */
    URGENT,
    /** Something that goes on will lead there, as far as it is known. */
    WARNING,
    /** Explains a figure. */
    NOTE,
    /** Was looked at, and nothing is wrong. */
    GOOD,
    /** Cannot be told. */
    UNKNOWN;

    /**
     * Its name in JSON.
     *
     * @return for example {@code urgent}
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
