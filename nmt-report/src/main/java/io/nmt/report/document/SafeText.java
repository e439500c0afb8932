package io.nmt.report.document;

/**
 * Names that programs give (threads, classes, categories, files, command lines), made safe to be shown: they can
 * neither talk to the terminal nor end a line nor change the order in which the rest of it is read.
 *
 * <p>Where people read, {@link #name} shortens what is longer than any name; JSON and files for other programs have it
 * whole.
 *
 * <p>What is replaced by a question mark: control characters (C0, DEL and C1, so also escape sequences), the separators
 * of lines and paragraphs, marks, overrides and isolates of the writing direction, and surrogates without a partner.
 * All else of Unicode stays.
 */
public final class SafeText {
    private static final char REPLACEMENT = '?';

    // A program may call a thread by 64 KB. Of a path and of a class's name, the end says more than the middle.
    static final int MOST_CHARS = 200;
    private static final int LEAST_CHARS = 4;
    private static final int HEAD_DIVISOR = 3; // the end of a call site's name tells more than its start
    private static final String CUT = "…";

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
     * A name as a part of a line for people: as {@link #line}, and where it is longer than 200 characters, without its
     * middle.
     *
     * @param text any; null is shown as such
     * @return 200 characters at the most, of which an ellipsis stands for what is left out
     */
    public static String name(String text) {
        return safe(shortened(String.valueOf(text), MOST_CHARS), false);
    }

    /**
     * A text without its middle, if it is too long.
     *
     * @param text any
     * @param most how many characters there may be; less than 4 count as 4
     * @return so many at the most, of which an ellipsis stands for what is left out
     */
    public static String shortened(String text, int most) {
        int length = Math.max(most, LEAST_CHARS);
        if (text.length() <= length) {
            return text;
        }
        int head = (length - CUT.length()) / HEAD_DIVISOR;
        int tail = text.length() - (length - head - CUT.length());
        // No half of a pair is left alone.
        head -= Character.isHighSurrogate(text.charAt(head - 1)) ? 1 : 0;
        tail += Character.isLowSurrogate(text.charAt(tail)) ? 1 : 0;
        return text.substring(0, head).concat(CUT).concat(text.substring(tail));
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

    /** True if a character can be shown as it is; a surrogate, if it has its other half. */
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
