package io.nmt.cli.top;

import io.nmt.cli.terminal.Width;
import io.nmt.core.model.Scale;
import io.nmt.report.document.Amounts;
import io.nmt.report.model.Ages;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Row;
import java.util.ArrayList;
import java.util.List;

/** Draws: a pure function of what is known, what the user looks at, and the size. */
final class Screen {
    private static final int LEAST_COLUMNS = 40;
    private static final int LEAST_ROWS = 10;
    private static final int ROWS_WITH_DETAIL = 14;
    private static final int DETAIL_LINES = 2;

    private final Model model;
    private final View view;
    private final int columns;
    private final int rows;
    private final List<ScreenLine> lines = new ArrayList<>();

    private Screen(Model model, View view, int columns, int rows) {
        this.model = model;
        this.view = view;
        this.columns = columns;
        this.rows = rows;
    }

    /** Counts the rows of a list, or lines of a stack, that a screen of so many rows shows; 1 at the least. */
    static int shown(Model model, int rows) {
        int others = Header.LINES
                + StatementLines.count(model.statements(), rows)
                + 3
                + (rows < ROWS_WITH_DETAIL ? 0 : DETAIL_LINES);
        return Math.max(1, rows - others);
    }

    /**
     * Draws.
     *
     * @param state of the connection, such as how often it is read
     * @return as many lines as there are rows, none wider than the screen
     */
    static List<ScreenLine> draw(Model model, View view, String state, int columns, int rows) {
        return new Screen(model, view, columns, rows).draw(state);
    }

    private List<ScreenLine> draw(String state) {
        if (columns < LEAST_COLUMNS || rows < LEAST_ROWS) {
            String needed = "nmt top needs " + LEAST_COLUMNS + "x" + LEAST_ROWS + ", this is " + columns + "x" + rows;
            add(needed, Style.PLAIN);
            add("q quits", Style.PLAIN);
            return filled(rows);
        }
        List<String> header = new Header(model, columns).lines(view.isPaused() ? "paused" : state);
        for (int i = 0; i < header.size(); i++) {
            add(header.get(i), i == 0 ? Style.TITLE : Style.PLAIN);
        }
        if (view.isHelp()) {
            add("", Style.PLAIN);
            Help.LINES.forEach(line -> add(line, Style.PLAIN));
            filled(rows - 1);
            add(Width.padded("any key: back", columns), Style.SELECTED);
            return lines;
        }
        StatementLines.of(model, columns, rows).forEach(line -> add(line.text(), line.style()));
        add(tabs(), Style.TITLE);
        if (view.place().isStack()) {
            addStack();
        } else {
            addList();
        }
        filled(rows - 1);
        add(footer(), Style.SELECTED);
        return lines;
    }

    private void add(String text, Style style) {
        lines.add(new ScreenLine(Width.cut(text, columns), style));
    }

    /** As many lines as that, and no more. */
    private List<ScreenLine> filled(int count) {
        while (lines.size() < count) {
            lines.add(ScreenLine.plain(""));
        }
        while (lines.size() > count) {
            lines.remove(lines.size() - 1);
        }
        return lines;
    }

    private String tabs() {
        StringBuilder text = new StringBuilder();
        int number = 1;
        for (Listing listing : Listing.TABS) {
            String title = number++ + " " + listing.title();
            text.append(listing == view.tab() ? "[" + title + "]" : " " + title + " ")
                    .append(' ');
        }
        String position = position();
        Row above = view.place().above();
        if (above != null) {
            String where = (view.place().isStack() ? "> stack of " : "> ");
            text.append(where)
                    .append(Names.fitting(
                            above.name(), Math.max(8, columns - text.length() - where.length() - position.length())));
        } else if (!view.filter().isEmpty()) {
            text.append("/ ").append(view.filter());
        }
        int room = columns - Width.of(position);
        return Width.padded(Width.cut(text.toString(), room), room) + position;
    }

    private void addList() {
        Place place = view.place();
        List<Row> list = place.rows(model, view.filter());
        if (list == null) {
            add("reading ...", Style.PLAIN);
            return;
        }
        int shown = shown(model, rows);
        int chosen = place.chosen(list);
        int first = chosen / shown * shown;
        List<Row> page = list.subList(Math.min(first, list.size()), Math.min(first + shown, list.size()));
        List<String> texts =
                new Table(place.listing(), model, columns - 1).lines(page, place.sortedBy(), place.isReversed());
        add(" " + texts.get(0), Style.TITLE);
        for (int i = 0; i < page.size(); i++) {
            boolean isChosen = first + i == chosen;
            Style style = isChosen ? Style.SELECTED : page.get(i).growing() ? Style.ALARMING : Style.PLAIN;
            String text = (isChosen ? ">" : " ") + texts.get(i + 1);
            add(isChosen ? Width.padded(text, columns) : text, style);
        }
        if (list.isEmpty()) {
            add("  " + none(), Style.PLAIN);
        } else if (rows >= ROWS_WITH_DETAIL) {
            filled(rows - 1 - DETAIL_LINES);
            addDetail(list.get(chosen));
        }
    }

    private String none() {
        if (!view.filter().isEmpty()) {
            return "No name contains that.";
        }
        return switch (view.place().listing()) {
            case CATEGORIES -> "Nothing was allocated since tracking began.";
            case SITES, CATEGORY_SITES ->
                model.last().target().sampledBytes() == 0
                        ? "No call sites are known: the agent runs with sample=0."
                        : "No call site holds anything that was sampled.";
            case POOLS -> "No pools of libraries that are known, since tracking began.";
            case POOL_SITES -> "None of its sampled buffers is in use.";
            case HANDLES -> "No native handles of known classes, since tracking began.";
            case HANDLE_SITES -> "None are open.";
        };
    }

    private void addDetail(Row row) {
        add(Width.shortened(row.name(), columns), Style.PLAIN);
        if (row.listing().below() != null) {
            return;
        }
        List<String> facts = new ArrayList<>();
        boolean isOfHandles = row.listing().isOfHandles();
        facts.add(
                row.growthPerMinute() == Row.UNKNOWN
                        ? "growth: too early to tell"
                        : "growth " + amount(row.growthPerMinute(), isOfHandles) + " ± "
                                + amount(row.growthError(), isOfHandles) + " a minute"
                                + (row.growing() ? ", more than chance" : ""));
        if (row.amount() > 0) {
            facts.add("oldest " + Ages.format(Math.max(0, row.extra())));
        }
        facts.add(row.group());
        add(String.join("; ", facts), Style.PLAIN);
    }

    private static String amount(long figure, boolean isOfHandles) {
        return isOfHandles ? Scale.group(figure) : Amounts.format(figure);
    }

    /** The number of the chosen row, and of all rows; of a very long list, the process tells the largest alone. */
    private String position() {
        Place place = view.place();
        List<Row> list = place.isStack() ? null : place.rows(model, view.filter());
        if (list == null || list.isEmpty()) {
            return "";
        }
        int all = model.length(place.listing());
        String count = model.rows(place.listing()).size() < all ? list.size() + " largest" : "" + list.size();
        return " " + (place.chosen(list) + 1) + "/" + count;
    }

    private void addStack() {
        List<String> stack = model.stack(view.place());
        Row above = view.place().above();
        add(" " + above.group(), Style.TITLE);
        if (stack.isEmpty()) {
            add("  reading ...; if this stays, the site holds nothing", Style.PLAIN);
        }
        int shown = rows - lines.size() - 1;
        int first = Math.max(0, Math.min(view.place().line(), stack.size() - shown));
        for (String line : stack.subList(first, Math.min(stack.size(), first + shown))) {
            add("  " + Width.shortened(line, columns - 2), Style.PLAIN);
        }
    }

    private String footer() {
        String text = view.isTyping()
                ? "/" + view.filter() + "_   Enter: done  Esc: all"
                : view.place().isStack()
                        ? "Esc back  up down scroll  p pause  h help  q quit"
                        : (view.place().above() == null ? "" : "Esc back  ")
                                + "Enter "
                                + (view.place().listing().below() == null ? "stack" : "sites")
                                + "  s < > sort  r reverse  / find  p pause  h help  q quit";
        return Width.padded(Width.cut(text, columns), columns);
    }
}
