package io.nmt.report.reading.division;

/** The place of huge pages. */
public enum HugePages {
    HEAP("the Java heap"),
    STACKS("thread stacks"),
    MALLOC("malloc's arenas"),
    OTHER("other anonymous memory");

    private final String label;

    HugePages(String label) {
        this.label = label;
    }

    /**
     * The name in verdicts.
     *
     * @return for example {@code the Java heap}
     */
    public String label() {
        return label;
    }
}
