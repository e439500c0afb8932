package io.nmt.agent.top;

/** A line of the screen: safe text, not wider than that, without escape sequences. */
record Line(String text, Style style) {
    static Line plain(String text) {
        return new Line(text, Style.PLAIN);
    }
}
