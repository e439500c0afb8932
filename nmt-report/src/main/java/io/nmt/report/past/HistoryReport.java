package io.nmt.report.past;

import io.nmt.core.model.Category;
import io.nmt.core.model.Scale;
import io.nmt.report.document.SafeText;
import io.nmt.report.document.StatementText;
import io.nmt.report.document.TextTable;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** A history as text for people: a plot, each figure with its course, what goes on rising since when, what happened. */
public final class HistoryReport {
    private static final String NONE = "No history yet: it is read every 10 s, unless the option history=off is set.\n";
    private static final String OFF = "No history: the agent runs with history=off. The default is history=on.\n";
    private static final String NONE_OF_LATE = "No reading in that time: it is read every 10 s.\n";
    private static final int PLOT_COLUMNS = 60;
    private static final int PLOT_ROWS = 5;
    private static final int LINE_COLUMNS = 24;
    private static final int SHORT_LINE_COLUMNS = 12;
    private static final int LEAST_FOR_LINES = 90;
    private static final int MOST_EVENTS = 10;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final HistoryFigure[] SHOWN = {
        HistoryFigure.RSS,
        HistoryFigure.CGROUP,
        HistoryFigure.SWAP,
        HistoryFigure.HEAP,
        HistoryFigure.HEAP_USED,
        HistoryFigure.THREADS,
        HistoryFigure.TRACKED,
        HistoryFigure.POOLED
    };

    private final HistoryReading reading;
    private final List<Statement> statements;
    private final List<HistoryPoint> points;
    private final LongFunction<Scale> scale;
    private final Times times;
    private final int lineColumns;
    private final long from;
    private final long to;
    private final StringBuilder text = new StringBuilder(4096);

    private HistoryReport(
            HistoryReading reading, List<Statement> statements, LongFunction<Scale> scale, ZoneId zone, int columns) {
        this.statements = statements;
        this.lineColumns = columns > 0 && columns < LEAST_FOR_LINES ? SHORT_LINE_COLUMNS : LINE_COLUMNS;
        this.reading = reading;
        this.points = reading.points();
        this.scale = scale;
        this.from = points.get(0).millis();
        this.to = points.get(points.size() - 1).millis();
        this.times = new Times(zone, to);
    }

    /**
     * Writes it for a terminal.
     *
     * @param reading to be shown
     * @param statements on its growth
     * @param category the name of the one to be plotted; null for the whole process
     * @param scale gives the unit for a figure
     * @param zone of the times
     * @param top how many rises
     * @param columns of the terminal: where they are few, curves of figures are shorter; 0 if that is not known
     * @param meaningFirst whether what it means comes first, as on a screen that shows the first lines alone
     * @return lines, each ended by a line feed
     */
    public static String of(
            HistoryReading reading,
            List<Statement> statements,
            String category,
            LongFunction<Scale> scale,
            ZoneId zone,
            int top,
            int columns,
            boolean meaningFirst) {
        if (reading.points().isEmpty()) {
            if (!reading.isOff() && reading.endMillis() == 0) {
                return NONE;
            }
            Times times = new Times(zone, reading.endMillis());
            return (reading.isOff() ? OFF : NONE_OF_LATE)
                    + String.join("\n", StatementText.of(statements, times))
                    + '\n';
        }
        return new HistoryReport(reading, statements, scale, zone, columns).write(category, top, meaningFirst);
    }

    /**
     * Writes how it came, without what grows.
     *
     * @param reading with one point at least
     * @param scale gives the unit for a figure
     * @param zone of the times
     * @return lines, each ended by a line feed
     */
    public static String course(HistoryReading reading, LongFunction<Scale> scale, ZoneId zone) {
        HistoryReport report = new HistoryReport(reading, List.of(), scale, zone, 0);
        report.appendTitle();
        report.appendPlot(null);
        report.appendFigures();
        report.appendEvents();
        return report.text.toString();
    }

    private String write(String category, int top, boolean meaningFirst) {
        appendTitle();
        if (meaningFirst) {
            appendMeaning();
            text.append('\n');
        }
        appendPlot(category);
        appendFigures();
        appendRising(top);
        appendEvents();
        if (!meaningFirst) {
            text.append('\n');
            appendMeaning();
        }
        return text.toString();
    }

    private void appendMeaning() {
        for (String line : StatementText.of(statements, times)) {
            text.append(line).append('\n');
        }
    }

    private void appendTitle() {
        text.append("History of ")
                .append(Ages.format((to - from) * NANOS_PER_MILLI))
                .append(", ")
                .append(times.format(from))
                .append(" to ")
                .append(times.format(to))
                .append(" (")
                .append(times.zone())
                .append("), ")
                .append(Scale.group(points.size()))
                .append(points.size() == 1 ? " point" : " points");
        if (reading.lostPoints() > 0) {
            text.append(", ").append(Scale.group(reading.lostPoints())).append(" could not be read");
        }
        text.append("\n\n");
    }

    private void appendPlot(String category) {
        Series series = category == null
                ? Series.of(points, point -> point.highest(HistoryFigure.RSS))
                : Series.ofCategory(points, Category.of(category).id());
        String name = category;
        if (name == null) {
            name = series.length() == 0 ? "Tracked" : "RSS";
            series = series.length() == 0 ? Series.of(points, point -> point.highest(HistoryFigure.TRACKED)) : series;
        }
        long limit = points.get(points.size() - 1).get(HistoryFigure.LIMIT);
        text.append(SafeText.name(name));
        if (category == null && limit != HistoryPoint.UNKNOWN) {
            text.append(", the most of each time. Limit of the cgroup: ").append(format(limit));
        }
        String area = Plot.area(series, from, to, PLOT_COLUMNS, PLOT_ROWS, this::format);
        String begin = times.format(from);
        String end = times.format(to);
        int axis = area.lastIndexOf(Plot.CORNER) - area.lastIndexOf('\n', area.lastIndexOf(Plot.CORNER));
        text.append('\n')
                .append(area)
                .append(" ".repeat(axis))
                .append(begin)
                .append(" ".repeat(Math.max(1, PLOT_COLUMNS - begin.length() - end.length())))
                .append(end)
                .append("\n\n");
    }

    private void appendFigures() {
        text.append("In use\n");
        String header = "Then to now";
        TextTable table = TextTable.ofFiguresAndName(
                "First",
                "Least",
                "Most",
                "Now",
                lineColumns == LINE_COLUMNS
                        ? "        From then to now"
                        : " ".repeat(lineColumns - header.length()) + header,
                "Figure");
        for (HistoryFigure figure : SHOWN) {
            Series series = Series.of(points, point -> point.get(figure));
            Series highest = Series.of(points, point -> point.highest(figure));
            if (series.length() > 0 && most(highest) > 0) {
                add(table, series, most(highest), figure.title() + readBefore(series), figure.isBytes());
            }
        }
        for (int id : HistoryReading.categories(points)) {
            Series series = Series.ofCategory(points, id);
            long most = most(series);
            for (HistoryPoint point : points) {
                HistoryPoint.Usage usage = point.categories().get(id);
                most = usage == null ? most : Math.max(most, usage.highestBytes());
            }
            if (most > 0) {
                add(table, series, most, "  ".concat(Category.withId(id).name()), true);
            }
        }
        table.appendTo(text);
    }

    /** The words on the age of the last figure, if it is not of now: slow figures are not read for each point. */
    private String readBefore(Series series) {
        long ageMillis = to - series.millis()[series.length() - 1];
        return ageMillis == 0 ? "" : ", as of " + Ages.format(ageMillis * NANOS_PER_MILLI) + " ago";
    }

    private void add(TextTable table, Series series, long most, String name, boolean bytes) {
        LongFunction<String> format = bytes ? this::format : Scale::group;
        table.add(
                format.apply(series.values()[0]),
                format.apply(least(series)),
                format.apply(most),
                format.apply(series.last()),
                Plot.line(series, from, to, lineColumns),
                name);
    }

    private static long most(Series series) {
        long most = 0;
        for (long value : series.values()) {
            most = Math.max(most, value);
        }
        return most;
    }

    private static long least(Series series) {
        long least = Long.MAX_VALUE;
        for (long value : series.values()) {
            least = Math.min(least, value);
        }
        return least;
    }

    private void appendRising(int top) {
        HistoryReading.Rising threads = reading.risingThreads();
        List<HistoryReading.Rising> all = new ArrayList<>(reading.rising());
        if (threads != null) {
            all.add(threads);
        }
        if (all.isEmpty()) {
            return;
        }
        List<HistoryReading.Rising> shown = all.subList(0, Math.min(top, all.size()));
        text.append("\nGrows (").append(all.size());
        text.append(shown.size() < all.size() ? ", " + shown.size() + " shown)\n" : ")\n");
        TextTable table = TextTable.ofFiguresAndName("Since", "For", "From", "To", "A minute", "Subject");
        for (HistoryReading.Rising rising : shown) {
            Rise rise = rising.rise();
            LongFunction<String> format = isOfThreads(rising) ? Scale::group : this::format;
            table.add(
                    times.format(rise.sinceMillis()),
                    Ages.format(rise.forMillis() * NANOS_PER_MILLI),
                    format.apply(rise.fromBytes()),
                    format.apply(rise.toBytes()),
                    format.apply(rise.bytesPerMinute()),
                    rising.name());
        }
        table.appendTo(text);
        text.append("From and to are floors, without short-lived memory. Since is about.\n");
    }

    private static boolean isOfThreads(HistoryReading.Rising rising) {
        return rising.kind() == HistoryReading.Kind.FIGURE && rising.id() == HistoryFigure.THREADS.index();
    }

    private void appendEvents() {
        List<HistoryEvent> all = reading.events();
        if (all.isEmpty()) {
            return;
        }
        text.append("\nEvents\n");
        for (HistoryEvent event : all.subList(Math.max(0, all.size() - MOST_EVENTS), all.size())) {
            text.append("  ")
                    .append(times.format(event.millis()))
                    .append("  ")
                    .append(SafeText.line(event.text()))
                    .append('\n');
        }
    }

    private String format(long bytes) {
        return scale.apply(bytes).format(bytes);
    }
}
