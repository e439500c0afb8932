package io.nmt.cli.terminal;

import io.nmt.report.render.TextSpace.Letters;
import org.jline.utils.WCWidth;

/** Text by the columns that it takes on a terminal: a wide character takes two, a combining one none. */
public final class Width {
    /** The same for reports. */
    public static final Letters LETTERS = new Letters() {
        @Override
        public int columns(String text) {
            return of(text);
        }

        @Override
        public String shortened(String text, int most) {
            return Width.shortened(text, most);
        }
    };

    private static final String CUT = "…";
    private static final int HEAD_DIVISOR = 3; // the end of a name tells more than its start

    private Width() {}

    /** The columns of a text. */
    public static int of(String text) {
        int width = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            width += of(text.codePointAt(i));
        }
        return width;
    }

    private static int of(int codePoint) {
        return Math.max(0, WCWidth.wcwidth(codePoint));
    }

    /** Without its end, if it is too wide. */
    public static String cut(String text, int columns) {
        return of(text) <= columns ? text : head(text, Math.max(0, columns));
    }

    /** Without its middle, if it is too wide. */
    public static String shortened(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        if (columns < HEAD_DIVISOR) {
            return head(text, Math.max(0, columns));
        }
        String head = head(text, (columns - 1) / HEAD_DIVISOR);
        return head + CUT + tail(text, columns - 1 - of(head));
    }

    private static String head(String text, int columns) {
        int width = 0;
        int end = 0;
        while (end < text.length()) {
            int codePoint = text.codePointAt(end);
            width += of(codePoint);
            if (width > columns) {
                break;
            }
            end += Character.charCount(codePoint);
        }
        return text.substring(0, end);
    }

    private static String tail(String text, int columns) {
        int width = 0;
        int start = text.length();
        while (start > 0) {
            int codePoint = text.codePointBefore(start);
            width += of(codePoint);
            if (width > columns) {
                break;
            }
            start -= Character.charCount(codePoint);
        }
        // What combines with a character that is cut off would combine with another one.
        while (start < text.length() && of(text.codePointAt(start)) == 0) {
            start += Character.charCount(text.codePointAt(start));
        }
        return text.substring(start);
    }

    /** With spaces behind it, up to a width; not shortened. */
    public static String padded(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - of(text)));
    }

    /** With spaces before it. */
    public static String toTheRight(String text, int columns) {
        return " ".repeat(Math.max(0, columns - of(text))) + text;
    }
}
