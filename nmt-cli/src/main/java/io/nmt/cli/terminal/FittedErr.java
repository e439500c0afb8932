package io.nmt.cli.terminal;

import java.io.PrintWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stderr, with lines wrapped between words where it is a terminal. A command line to be typed is not wrapped inside: it
 * has a line of its own if it does not fit. Without a terminal, lines are as they are.
 */
public final class FittedErr extends PrintWriter {
    /**
     * A word, or a quoted text, which may be a command line. An apostrophe inside a word quotes nothing. An apostrophe
     * inside a word quotes nothing.
     */
    private static final Pattern WORD = Pattern.compile("(?:(?<!\\w)'[^']*'|\\S)+");

    /**
     * Stderr.
     *
     * @param err takes what fits
     */
    public FittedErr(PrintWriter err) {
        super(err, true);
    }

    @Override
    public void println(String line) {
        super.println(fitted(line, Terminal.STDERR.size().columns()));
    }

    /** Fits lines to a number of columns, 0 for no limit. */
    static String fitted(String text, int columns) {
        if (columns == 0) {
            return text;
        }
        StringBuilder fitted = new StringBuilder();
        for (String line : text.split("\n", -1)) {
            fitted.append(fitted.isEmpty() ? "" : "\n");
            boolean erases = line.startsWith(ProgressBar.ERASE_LINE);
            fitted.append(erases ? ProgressBar.ERASE_LINE : "");
            addLine(erases ? line.substring(ProgressBar.ERASE_LINE.length()) : line, columns, fitted);
        }
        return fitted.toString();
    }

    private static void addLine(String line, int columns, StringBuilder fitted) {
        if (line.length() <= columns) {
            fitted.append(line);
        } else if (line.startsWith(TypedLine.PROMPT)) {
            fitted.append(TypedLine.PROMPT.stripTrailing())
                    .append('\n')
                    .append(line, TypedLine.PROMPT.length(), line.length());
        } else {
            addWords(line, columns, fitted);
        }
    }

    private static void addWords(String line, int columns, StringBuilder fitted) {
        int used = 0;
        Matcher words = WORD.matcher(line);
        while (words.find()) {
            int length = words.end() - words.start();
            if (used > 0) {
                boolean fits = used + 1 + length <= columns;
                fitted.append(fits ? ' ' : '\n');
                used = fits ? used + 1 : 0;
            }
            fitted.append(line, words.start(), words.end());
            used += length;
        }
    }
}
