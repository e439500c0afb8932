package io.nmt.cli.terminal;

import java.util.regex.Pattern;

/** Lines that fit the width of a terminal: sentences are wrapped, those of a call stack shortened. Pure functions. */
public final class WrappedText {
    private static final Pattern NUMBERED = Pattern.compile("\\d+\\. \\S+");
    private static final String INDENT = "  "; // of what is wrapped

    private WrappedText() {}

    /**
     * Wraps.
     *
     * @param text lines, each ended by a line feed
     * @param columns of the terminal; 0 for no limit
     * @return the same words
     */
    public static String of(String text, int columns) {
        if (columns <= 0) {
            return text;
        }
        StringBuilder wrapped = new StringBuilder(text.length() + 64);
        for (String line : text.split("(?<=\n)")) {
            boolean isEnded = line.endsWith("\n");
            append(wrapped, isEnded ? line.substring(0, line.length() - 1) : line, columns);
            wrapped.append(isEnded ? "\n" : "");
        }
        return wrapped.toString();
    }

    private static void append(StringBuilder wrapped, String line, int columns) {
        String words = line.stripLeading();
        String indent = line.substring(0, line.length() - words.length());
        boolean isName = words.startsWith("at ")
                || words.indexOf(' ') < 0
                || NUMBERED.matcher(words).matches();
        if (Width.of(line) <= columns) {
            wrapped.append(line);
        } else if (isName) {
            wrapped.append(indent).append(Width.shortened(words, columns - indent.length()));
        } else {
            appendWords(wrapped, indent, words, columns);
        }
    }

    private static void appendWords(StringBuilder wrapped, String indent, String words, int columns) {
        wrapped.append(indent);
        int used = indent.length();
        boolean isFirst = true;
        for (String word : words.split(" ")) {
            int width = Width.of(word);
            if (!isFirst && used + 1 + width > columns) {
                wrapped.append('\n').append(indent).append(INDENT);
                used = indent.length() + INDENT.length();
            } else if (!isFirst) {
                wrapped.append(' ');
                used++;
            }
            wrapped.append(word);
            used += width;
            isFirst = false;
        }
    }
}
