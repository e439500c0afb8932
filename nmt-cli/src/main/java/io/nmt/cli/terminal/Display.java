package io.nmt.cli.terminal;

import io.nmt.report.document.SafeText;
import io.nmt.report.render.TextSpace;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The display of text: as it fits the terminal, with colors where that has them. Without a terminal, as it is. */
public final class Display {
    private static final String BOLD = "\u001b[1m";
    private static final String ALARMING = "\u001b[1;31m";
    private static final String PLAIN = "\u001b[0m";
    private static final int ONE_LINE_COLUMNS = 1000;
    private static final int LEAST_USAGE_COLUMNS = 55;
    /** A sentence, or a numbered call stack. */
    private static final Pattern NO_TITLE = Pattern.compile(".*\\.|\\d+\\. .*");

    /** The kinds of statements that a reader must not miss. */
    private static final Pattern ALARM = Pattern.compile("(LEAK|LIMIT)\\b(.*)", Pattern.DOTALL);

    @Option(names = "--wide", description = "Do not fit lines to the width of the terminal.")
    private boolean wide;

    @Option(names = "--no-color", description = "No colors. Without a terminal there are none anyway.")
    private boolean noColor;

    /** The space of reports that the terminal scrolls. */
    public TextSpace space(int leastNameColumns) {
        Terminal.Size size = Terminal.STDOUT.size();
        return new TextSpace(wide ? 0 : size.columns(), size.rows(), leastNameColumns, Width.LETTERS);
    }

    /** The space of reports of which as much is printed as a screen has. */
    public TextSpace spaceOfScreen(int leastNameColumns) {
        return new TextSpace(columns(), 0, leastNameColumns, Width.LETTERS);
    }

    private int columns() {
        return wide ? 0 : Terminal.STDOUT.size().columns();
    }

    /**
     * Prints an answer.
     *
     * @throws IOException if it cannot be written
     */
    public void print(String text, PrintStream out) throws IOException {
        print(text, Integer.MAX_VALUE, out);
    }

    /** The same, but of a long one only as many lines as a screen has. */
    public void printScreen(String text, PrintStream out) throws IOException {
        int rows = Terminal.STDOUT.size().rows();
        print(text, rows > 2 ? rows - 2 : Integer.MAX_VALUE, out);
    }

    /**
     * Prints lines, each fitted by itself. Where all together are too long, lines before the last one are left out.
     *
     * @param mostRows of the terminal
     * @param text the most important lines first, but for the last one
     * @throws IOException if it cannot be written
     */
    public void printAtMost(int mostRows, String text, PrintStream out) throws IOException {
        List<String> fitted = SafeText.lines(text)
                .lines()
                .map(line -> WrappedText.of(line + "\n", columns()))
                .toList();
        String last = fitted.get(fitted.size() - 1);
        long room = mostRows - rows(last);
        StringBuilder shown = new StringBuilder();
        int index = 0;
        for (; index < fitted.size() - 1; index++) {
            boolean isLastOfThem = index == fitted.size() - 2;
            room -= rows(fitted.get(index));
            if (room < (isLastOfThem ? 0 : 1)) {
                break;
            }
            shown.append(fitted.get(index));
        }
        int more = fitted.size() - 1 - index;
        shown.append(more == 0 ? "" : "... and " + more + " more; --wide shows all\n")
                .append(last);
        String encodable = Stdout.encodable(shown.toString());
        out.print(!noColor && Terminal.STDOUT.isColored() ? withColoredTitles(encodable) : encodable);
        Stdout.flush(out);
    }

    private static long rows(String text) {
        return text.lines().count();
    }

    /** The columns of a usage message: without a terminal it is one line. */
    public static int usageColumns() {
        int columns = Terminal.STDERR.size().columns();
        return columns == 0 ? ONE_LINE_COLUMNS : Math.max(LEAST_USAGE_COLUMNS, columns);
    }

    private void print(String text, int mostLines, PrintStream out) throws IOException {
        // The process may be a stranger's, if root asks.
        String fitted = WrappedText.of(SafeText.lines(text), columns());
        String shown = Stdout.encodable(mostLines == Integer.MAX_VALUE ? fitted : firstLines(fitted, mostLines));
        out.print(!noColor && Terminal.STDOUT.isColored() ? withColoredTitles(shown) : shown);
        Stdout.flush(out);
    }

    private static String firstLines(String text, int most) {
        int end = 0;
        for (int i = 0; i < most; i++) {
            int next = text.indexOf('\n', end);
            if (next < 0) {
                return text;
            }
            end = next + 1;
        }
        long more = text.substring(end).lines().count();
        return more == 0 ? text : text.substring(0, end) + "... and " + more + " more lines\n";
    }

    /** A title is the first line, and each that follows an empty one. */
    public static String withColoredTitles(String text) {
        StringBuilder colored = new StringBuilder(text.length() + 64);
        boolean title = true;
        for (String line : text.split("(?<=\n)", -1)) {
            boolean empty = line.isBlank();
            Matcher alarm = ALARM.matcher(line);
            if (alarm.matches()) {
                colored.append(ALARMING).append(alarm.group(1)).append(PLAIN).append(alarm.group(2));
            } else if (title && !empty && !NO_TITLE.matcher(line.strip()).matches()) {
                colored.append(BOLD).append(line.stripTrailing()).append(PLAIN).append('\n');
            } else {
                colored.append(line);
            }
            title = empty;
        }
        return colored.toString();
    }
}
