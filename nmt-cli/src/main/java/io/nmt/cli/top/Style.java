package io.nmt.cli.top;

/** The style of a line. */
enum Style {
    PLAIN("", ""),
    TITLE("\u001b[1m", "\u001b[1m"),
    SELECTED("\u001b[7m", "\u001b[7m"),
    ALARMING("\u001b[1;31m", "\u001b[1m");

    static final String END = "\u001b[0m";

    private final String colored;
    private final String uncolored;

    Style(String colored, String uncolored) {
        this.colored = colored;
        this.uncolored = uncolored;
    }

    /** A text in this style. */
    String of(String text, boolean colors) {
        return this == PLAIN ? text : (colors ? colored : uncolored) + text + END;
    }
}
