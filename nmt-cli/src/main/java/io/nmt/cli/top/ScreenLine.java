package io.nmt.cli.top;

/** A line of the screen: safe text, not wider than that, without escape sequences. */
record ScreenLine(String text, Style style) {
    static ScreenLine plain(String text) {
        return new ScreenLine(text, Style.PLAIN);
    }
}
