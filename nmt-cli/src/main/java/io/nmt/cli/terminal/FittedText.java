package io.nmt.cli.terminal;

import io.nmt.report.document.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Text as it fits the width of a terminal: of a table whose rows are longer, the names are shortened in the middle,
 * or have lines of their own, and if that is not enough, the gaps between figures become narrower; other lines are
 * wrapped, those of a call stack shortened. Only what is shown is changed so, not what is written to a file or a pipe.
 *
 * <p>A table is a header over a rule, with three spaces between columns. Either its first column has names and its rows
 * are as long as the rule, or its last one, which begins where the header of that begins.
 */
public final class FittedText {
    private static final String GAP = "   ";
    private static final Pattern NUMBERED = Pattern.compile("\\d+\\. \\S+");
    private static final String INDENT = "    ";
    /** For a name beside figures, usually. */
    public static final int LEAST_ROOM = 32;

    private static final int SHORTEST_NAME_CHARS = 16;
    private static final int READABLE_NAME_CHARS = 24;

    private final int columns;
    private final int leastRoom;
    private final List<String> fitted = new ArrayList<>();

    private FittedText(int columns, int leastRoom) {
        this.columns = columns;
        this.leastRoom = leastRoom;
    }

    /**
     * Fits.
     *
     * @param text lines, each ended by a line feed
     * @param columns of the terminal; 0 for no limit
     */
    public static String of(String text, int columns) {
        return of(text, columns, LEAST_ROOM);
    }

    /** The same; where a name at the end of a row has less room than that, it has a line of its own. */
    public static String of(String text, int columns, int leastRoom) {
        if (columns <= 0) {
            return text;
        }
        FittedText result = new FittedText(columns, leastRoom);
        result.addAll(text.lines().toList());
        return String.join("\n", result.fitted) + (text.endsWith("\n") ? "\n" : "");
    }

    private void addAll(List<String> lines) {
        int i = 0;
        while (i < lines.size()) {
            if (i + 1 < lines.size() && isRule(lines.get(i + 1)) && lines.get(i).contains(GAP)) {
                int end = endOfTable(lines, i);
                addTable(lines.subList(i, end));
                i = end;
            } else {
                addLine(lines.get(i));
                i++;
            }
        }
    }

    private static boolean isRule(String line) {
        return line.length() >= GAP.length() && line.chars().allMatch(c -> c == '-');
    }

    private static int endOfTable(List<String> lines, int start) {
        int rule = lines.get(start + 1).length();
        int name = nameColumn(lines.get(start));
        int end = start + 2;
        while (end < lines.size() && isRow(lines.get(end), rule, name)) {
            end++;
        }
        return end;
    }

    private static int nameColumn(String header) {
        return header.lastIndexOf(GAP) + GAP.length();
    }

    private static boolean isRow(String line, int rule, int name) {
        return line.length() == rule
                || (line.length() > name
                        && line.length() < rule
                        && line.startsWith(GAP, name - GAP.length())
                        && line.charAt(name) != ' ');
    }

    private void addTable(List<String> lines) {
        String header = lines.get(0);
        int width = lines.get(1).length();
        int last = nameColumn(header);
        int first = firstColumn(lines);
        int tooMuch = width - columns;
        boolean namesLast = header.length() < width;
        int stillTooMuch =
                namesLast ? last - GAP.length() - columns : tooMuch - (first - Math.min(first, SHORTEST_NAME_CHARS));
        if (!namesLast
                && tooMuch > 0
                && first - tooMuch < READABLE_NAME_CHARS
                && addWithNarrowGaps(lines, first, tooMuch)) {
            return;
        }
        if (stillTooMuch > 0) {
            addTightened(lines, namesLast ? last : first, namesLast, stillTooMuch);
            return;
        }
        for (String line : lines) {
            if (tooMuch <= 0) {
                fitted.add(line);
            } else if (isRule(line)) {
                fitted.add(line.substring(0, Math.min(line.length(), columns)));
            } else if (namesLast) {
                addNameLast(line, last);
            } else {
                int room = Math.max(SHORTEST_NAME_CHARS, first - tooMuch);
                String name = shortened(
                        line.substring(0, Math.min(first, line.length())).stripTrailing(), room);
                fitted.add(room >= first ? line : name + " ".repeat(room - name.length()) + line.substring(first));
            }
        }
    }

    /**
     * Leaves names whole that would become too short to be told apart, where narrower gaps between figures give enough
     * room. Returns whether they do.
     */
    private boolean addWithNarrowGaps(List<String> lines, int first, int tooMuch) {
        boolean[] dropped = superfluous(lines, first, lines.get(1).length(), tooMuch);
        int left = tooMuch;
        for (boolean isDropped : dropped) {
            left -= isDropped ? 1 : 0;
        }
        if (left > 0) {
            return false;
        }
        for (String line : lines) {
            StringBuilder row = new StringBuilder(line.substring(0, Math.min(first, line.length())));
            for (int i = first; i < line.length(); i++) {
                if (!dropped[i]) {
                    row.append(line.charAt(i));
                }
            }
            fitted.add(row.toString());
        }
        return true;
    }

    /** Adds a table with narrower gaps where the figures alone are too wide. */
    private void addTightened(List<String> lines, int names, boolean namesLast, int tooMuch) {
        int from = namesLast ? 0 : names;
        int to = namesLast ? names - GAP.length() : lines.get(1).length();
        boolean[] dropped = superfluous(lines, from, to, tooMuch);
        for (String line : lines) {
            StringBuilder figures = new StringBuilder();
            for (int i = from; i < Math.min(to, line.length()); i++) {
                if (!dropped[i]) {
                    figures.append(line.charAt(i));
                }
            }
            if (isRule(line)) {
                fitted.add(line.substring(0, Math.min(line.length(), columns)));
            } else if (namesLast) {
                String name = line.substring(Math.min(names, line.length()));
                fitted.add(figures.toString().stripTrailing());
                fitted.add(INDENT + shortened(name, columns - INDENT.length()));
            } else {
                String first = shortened(
                        line.substring(0, Math.min(names, line.length())).stripTrailing(),
                        Math.min(names, SHORTEST_NAME_CHARS));
                fitted.add(first + " ".repeat(Math.min(names, SHORTEST_NAME_CHARS) - first.length()) + figures);
            }
        }
    }

    /** Columns that are blank in all lines; of each gap, one is left. */
    private static boolean[] superfluous(List<String> lines, int from, int to, int tooMuch) {
        boolean[] dropped = new boolean[to];
        int left = tooMuch;
        for (int gap = GAP.length(); gap > 1; gap--) {
            int blanks = 0; // up to here, that are not dropped
            for (int i = from; i < to && left > 0; i++) {
                blanks = isBlank(lines, i) ? blanks + (dropped[i] ? 0 : 1) : 0;
                if (blanks == gap) {
                    dropped[i] = true;
                    blanks--;
                    left--;
                }
            }
        }
        return dropped;
    }

    private static boolean isBlank(List<String> lines, int column) {
        for (String line : lines) {
            if (column < line.length() && line.charAt(column) != ' ' && !isRule(line)) {
                return false;
            }
        }
        return true;
    }

    /** Adds a row whose name has a line of its own, if the figures leave it too little room. */
    private void addNameLast(String line, int last) {
        String figures = line.substring(0, Math.min(last, line.length()));
        String name = line.substring(figures.length());
        if (columns - last >= leastRoom) {
            fitted.add(figures + shortened(name, columns - last));
        } else {
            fitted.add(figures.stripTrailing());
            fitted.add(INDENT + shortened(name, columns - INDENT.length()));
        }
    }

    /** The width of the longest name of the first column. */
    private static int firstColumn(List<String> lines) {
        int width = 0;
        for (String line : lines) {
            int gap = line.indexOf(GAP);
            if (!isRule(line) && gap > 0) {
                width = Math.max(width, gap);
            }
        }
        return width;
    }

    private void addLine(String line) {
        String words = line.stripLeading();
        String indent = line.substring(0, line.length() - words.length());
        if (line.length() <= columns) {
            fitted.add(line);
        } else if (words.startsWith("at ")
                || words.indexOf(' ') < 0
                || NUMBERED.matcher(words).matches()) {
            fitted.add(indent + shortened(words, columns - indent.length()));
        } else {
            addWrapped(indent, words);
        }
    }

    private void addWrapped(String indent, String words) {
        StringBuilder line = new StringBuilder(indent);
        int empty = indent.length();
        for (String word : words.split(" ")) {
            if (line.length() > empty && line.length() + 1 + word.length() > columns) {
                fitted.add(line.toString());
                line = new StringBuilder(indent).append("  ");
                empty = indent.length() + 2;
            } else if (line.length() > empty) {
                line.append(' ');
            }
            line.append(word);
        }
        fitted.add(line.toString());
    }

    /** Without its middle. */
    public static String shortened(String text, int most) {
        return SafeText.shortened(text, most);
    }
}
