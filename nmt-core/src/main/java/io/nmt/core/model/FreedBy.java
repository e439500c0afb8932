package io.nmt.core.model;

/**
 * The code that frees the memory of a call site. Only memory that waits for the garbage collector can be unseen
 * garbage. Only what waits for the garbage collector can be garbage unseen.
 */
public enum FreedBy {
    /**
     * The garbage collector, once it finds the object unreachable that the memory belongs to; also the program, if it
     * likes.
     */
    COLLECTOR("collector"),
    /** The program alone: what it forgets is never freed. */
    PROGRAM("program"),
    /** One of both: it cannot be told which. */
    UNKNOWN("unknown");

    private final String label;

    FreedBy(String label) {
        this.label = label;
    }

    /**
     * In one word.
     *
     * @return its name, in lower case
     */
    public String label() {
        return label;
    }
}
