package io.nmt.report.render;

import io.nmt.report.document.SafeText;

/**
 * The columns that text takes on a terminal: none for what is put above another character, two for those of East Asian
 * scripts and for pictures. Pure functions.
 */
final class TextWidth {
    private static final String CUT = "…";
    private static final int LEAST_COLUMNS = 4;
    private static final int HEAD_DIVISOR = 3; // as in SafeText: the end of a name tells more than its start
    private static final int FIRST_MARK = 0x300;

    /** First and last character of each block whose characters take two columns. */
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x2E80, 0x303E, 0x3041, 0xA4CF, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE30, 0xFE6F, 0xFF00, 0xFF60,
        0xFFE0, 0xFFE6, 0x1F300, 0x1F64F, 0x1F680, 0x1FAFF, 0x20000, 0x3FFFD,
    };

    private TextWidth() {}

    static int of(String text) {
        int columns = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            columns += of(text.codePointAt(i));
        }
        return columns;
    }

    private static int of(int character) {
        if (character < FIRST_MARK) {
            return 1;
        }
        int type = Character.getType(character);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        for (int i = 0; i < WIDE.length; i += 2) {
            if (character >= WIDE[i] && character <= WIDE[i + 1]) {
                return 2;
            }
        }
        return 1;
    }

    /** A text without its middle, if it takes more columns than that; less than 4 count as 4. */
    static String shortened(String text, int columns) {
        int most = Math.max(columns, LEAST_COLUMNS);
        int width = of(text);
        if (width <= most) {
            return text;
        }
        if (width == text.length()) {
            return SafeText.shortened(text, most);
        }
        int head = 0;
        int left = (most - 1) / HEAD_DIVISOR;
        int used = 0;
        while (used + of(text.codePointAt(head)) <= left) {
            used += of(text.codePointAt(head));
            head += Character.charCount(text.codePointAt(head));
        }
        int tail = text.length();
        while (tail > head && used + of(text.codePointBefore(tail)) < most) {
            used += of(text.codePointBefore(tail));
            tail -= Character.charCount(text.codePointBefore(tail));
        }
        return text.substring(0, head).concat(CUT).concat(text.substring(tail));
    }
}
