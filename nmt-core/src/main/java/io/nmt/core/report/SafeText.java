package io.nmt.core.report;

/**
 * Names that programs give (threads, classes, categories, files, command lines), made safe to be shown: they can neither talk to
 * the terminal nor end a line nor change the order in which the rest of it is read.
 *
 * <p>What is replaced by a question mark: control characters (C0, DEL and C1, so also escape sequences), the separators of lines
 * and paragraphs, marks, overrides and isolates of the writing direction, and surrogates without a partner. All else of Unicode
 * stays.
 */
public final class SafeText {
    private static final char REPLACEMENT = '?';

    private SafeText() {}

    /**
     * A name as a part of a line.
     *
     * @param text any; null is shown as such
     * @return the same length, without anything that is not safe
     */
    public static String line(String text) {
        return safe(String.valueOf(text), false);
    }

    /**
     * A text of several lines, whose line feeds are its own: names in it have been made safe before.
     *
     * @param text any
     * @return the same length, without anything that is not safe but the line feeds
     */
    public static String lines(String text) {
        return safe(text, true);
    }

    private static String safe(String text, boolean lineFeeds) {
        StringBuilder safe = null;
        for (int i = 0; i < text.length(); i++) {
            if (!isSafe(text, i) && !(lineFeeds && text.charAt(i) == '\n')) {
                if (safe == null) {
                    safe = new StringBuilder(text);
                }
                safe.setCharAt(i, REPLACEMENT);
            }
        }
        return safe == null ? text : safe.toString();
    }

    /** Whether a character can be shown as it is; for each half of a pair of surrogates, whether it has the other one. */
    static boolean isSafe(String text, int index) {
        char c = text.charAt(index);
        if (c < ' ' || (c >= 0x7F && c <= 0x9F)) {
            return false;
        }
        if (c < 0x061C) {
            return true;
        }
        if (Character.isHighSurrogate(c)) {
            return index + 1 < text.length() && Character.isLowSurrogate(text.charAt(index + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return index > 0 && Character.isHighSurrogate(text.charAt(index - 1));
        }
        return !(c == 0x061C
                || c == 0x200E
                || c == 0x200F
                || (c >= 0x2028 && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069));
    }
}
