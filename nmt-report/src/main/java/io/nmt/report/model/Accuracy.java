package io.nmt.report.model;

/** The accuracy of a figure of resident memory. */
public enum Accuracy {
    /** Read from the system, page by page. */
    EXACT("exact"),
    /** At the most so much: what is in use is taken to be resident. */
    BOUNDED("at most"),
    /** From what such a JVM normally takes, or from a figure that is an estimate itself. */
    ESTIMATE("estimate"),
    /** The bytes are exact, and what holds them is unknown. */
    UNKNOWN("unknown");

    private final String label;

    Accuracy(String label) {
        this.label = label;
    }

    /**
     * The word in reports.
     *
     * @return for example {@code exact}
     */
    public String label() {
        return label;
    }

    /**
     * The accuracy that has this word.
     *
     * @param label as {@link #label} gives it
     * @return {@link #ESTIMATE} for any other word
     */
    public static Accuracy named(String label) {
        for (Accuracy accuracy : values()) {
            if (accuracy.label.equals(label)) {
                return accuracy;
            }
        }
        return ESTIMATE;
    }
}
