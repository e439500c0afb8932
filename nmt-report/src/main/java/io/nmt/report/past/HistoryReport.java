package io.nmt.report.past;

import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.Column;
import io.nmt.report.document.Column.Kind;
import io.nmt.report.document.CoverageLines;
import io.nmt.report.document.Lines;
import io.nmt.report.document.Period;
import io.nmt.report.document.Plot;
import io.nmt.report.document.Report;
import io.nmt.report.document.Report.Section;
import io.nmt.report.document.SafeText;
import io.nmt.report.document.StatementText;
import io.nmt.report.document.Statements;
import io.nmt.report.document.Table;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Builds the report on the past: a plot, each figure with its course, what grows since when, and events. */
public final class HistoryReport {
    private static final String NONE = "No history yet: it is read every 4 s, unless the option history=off is set.\n";
    private static final String OFF = "No history: the agent runs with history=off. The default is history=on.\n";
    private static final String NONE_OF_LATE = "No reading in that time: it is read every 4 s.\n";
    private static final int PLOT_PARTS = 60;
    private static final int CURVE_PARTS = 24;
    private static final int MOST_EVENTS = 10;
    private static final int MIN_OWN_SHARE = 10; // a tenth
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

    private static final List<Column> FIGURES = List.of(
            Column.bytes("", "First"),
            Column.bytes("", "Least"),
            Column.bytes("", "Most"),
            Column.bytes("", "Now"),
            new Column("", "Over time", Kind.CURVE),
            Column.name("", "Figure"));

    private static final List<Column> RISES = List.of(
            new Column("", "Since", Kind.TIME),
            Column.age("", "For"),
            Column.bytes("", "From"),
            Column.bytes("", "To"),
            Column.bytes("", "Growth/min"),
            Column.name("", "Subject"));

    private final HistoryReading reading;
    private final List<HistoryPoint> points;
    private final long from;
    private final long to;
    private final List<Section> sections = new ArrayList<>();

    private HistoryReport(HistoryReading reading) {
        this.reading = reading;
        this.points = reading.points();
        this.from = points.get(0).millis();
        this.to = points.get(points.size() - 1).millis();
    }

    /**
     * Builds what people read.
     *
     * @param reading to be shown
     * @param statements on its growth
     * @param now the last snapshot: its coverage, and its moment
     * @param category the name of the one to be plotted; null for the whole process
     * @param top how many rises
     * @return the report
     */
    public static Report of(
            HistoryReading reading, List<Statement> statements, Snapshot now, String category, int top) {
        Section coverage = new Lines(CoverageLines.of(now.coverage(), now.time()));
        if (reading.points().isEmpty()) {
            boolean none = !reading.isOff() && reading.endMillis() == 0;
            return new Report(
                    List.of(
                            new Lines(none ? NONE : reading.isOff() ? OFF : NONE_OF_LATE),
                            new Statements(none ? List.of() : statements),
                            coverage),
                    reading.endMillis());
        }
        HistoryReport report = new HistoryReport(reading);
        report.sections.add(new Statements(statements));
        report.sections.add(coverage);
        report.sections.add(new Lines("\n"));
        report.addTitle();
        report.addCourse(category);
        report.addRising(statements, top);
        report.addEvents();
        return report.built();
    }

    /**
     * Builds how it came, without what grows.
     *
     * @param reading with one point at least
     * @return the report
     */
    public static Report course(HistoryReading reading) {
        HistoryReport report = new HistoryReport(reading);
        report.addTitle();
        report.addCourse(null);
        report.addEvents();
        return report.built();
    }

    /**
     * The category that is asked for.
     *
     * @param typed its name, in any case; null for none
     * @param now the categories that there are
     * @return its name; null for none
     * @throws IllegalArgumentException if there is none of that name, which must not become that of a new category
     */
    public static String category(String typed, Snapshot now) {
        if (typed == null) {
            return null;
        }
        List<String> names =
                now.categories().stream().map(CategoryUsage::category).toList();
        return names.stream()
                .filter(typed::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no category '" + typed + "' here; there are: " + String.join(", ", names)));
    }

    private Report built() {
        return new Report(sections, to);
    }

    private void addTitle() {
        String lost = reading.lostPoints() == 0 ? "" : ", " + Scale.group(reading.lostPoints()) + " could not be read";
        sections.add(Lines.of(
                "History of " + Ages.format((to - from) * NANOS_PER_MILLI) + ", ",
                new Period(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to)),
                ", " + Scale.group(points.size()) + (points.size() == 1 ? " point" : " points") + lost + "\n\n"));
    }

    private void addCourse(String category) {
        Series rss = Series.of(points, point -> point.highest(HistoryFigure.RSS));
        Series series = category != null
                ? Series.ofCategory(points, Category.of(category).id())
                : rss.length() > 0 ? rss : Series.of(points, point -> point.highest(HistoryFigure.TRACKED));
        String name = category != null ? SafeText.name(category) : rss.length() > 0 ? "RSS" : "Tracked";
        long limit = points.get(points.size() - 1).get(HistoryFigure.LIMIT);
        sections.add(
                category != null || limit == HistoryPoint.UNKNOWN
                        ? new Lines(name + "\n")
                        : Lines.of(name + ", the maximum of each column. Container limit: ", limit, "\n"));
        sections.add(
                new Plot(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to), series.curve(from, to, PLOT_PARTS)));
        addFigures();
    }

    private void addFigures() {
        Table table = new Table("", "In use", FIGURES);
        for (HistoryFigure figure : SHOWN) {
            Series series = Series.of(points, point -> point.get(figure));
            long most = Series.of(points, point -> point.highest(figure)).most();
            if (series.length() > 0 && most > 0) {
                add(table, series, most, figure.title() + readBefore(series), figure.isBytes());
            }
        }
        for (int id : HistoryReading.categories(points)) {
            Series series = Series.ofCategory(points, id);
            long most = series.most();
            for (HistoryPoint point : points) {
                HistoryPoint.Usage usage = point.categories().get(id);
                most = usage == null ? most : Math.max(most, usage.highestBytes());
            }
            if (most > 0) {
                add(table, series, most, "  ".concat(Category.withId(id).name()), true);
            }
        }
        sections.add(table);
    }

    /** The words on the age of the last figure, if it is not of now: slow figures are not read for each point. */
    private String readBefore(Series series) {
        long ageMillis = to - series.millis()[series.length() - 1];
        return ageMillis == 0 ? "" : ", as of " + Ages.format(ageMillis * NANOS_PER_MILLI) + " ago";
    }

    private void add(Table table, Series series, long most, String name, boolean bytes) {
        table.add(
                figure(series.values()[0], bytes),
                figure(series.least(0, series.length()), bytes),
                figure(most, bytes),
                figure(series.last(), bytes),
                series.curve(from, to, CURVE_PARTS),
                name);
    }

    /** A count among bytes is words. */
    private static Object figure(long value, boolean bytes) {
        return bytes ? (Object) value : Scale.group(value);
    }

    /** Adds rises by points, and those that other statements tell of. */
    private void addRising(List<Statement> statements, int top) {
        List<Rising> rises = new ArrayList<>(reading.rising());
        if (reading.risingThreads() != null) {
            rises.add(reading.risingThreads());
        }
        List<List<Object>> all = new ArrayList<>();
        rises.forEach(rising -> all.add(row(rising)));
        statements.stream()
                .filter(statement -> statement.grows()
                        && statement.subject().type() != SubjectType.FIGURE
                        && rises.stream().noneMatch(rising -> isOn(statement, rising)))
                .forEach(statement -> all.add(row(statement)));
        if (all.isEmpty()) {
            return;
        }
        List<List<Object>> shown = Table.first(all, top);
        Table table = new Table("", Table.title("Grows", all.size(), shown.size()), RISES);
        shown.forEach(table::add);
        sections.add(table);
        sections.add(new Lines("From, to: floors, without short-lived memory. Since: estimate.\n"));
    }

    private static boolean isOn(Statement statement, Rising rising) {
        Statement.Subject subject = statement.subject();
        return rising.kind() == Rising.Kind.SITE
                ? subject.type() == SubjectType.SITE && subject.id() == rising.id()
                : subject.name().equals(rising.name());
    }

    private List<Object> row(Rising rising) {
        Rise rise = rising.rise();
        boolean bytes = !rising.equals(reading.risingThreads());
        return Arrays.asList(
                Instant.ofEpochMilli(rise.sinceMillis()),
                rise.forMillis() * NANOS_PER_MILLI,
                figure(rise.fromBytes(), bytes),
                figure(rise.toBytes(), bytes),
                figure(rise.bytesPerMinute(), bytes),
                rising.name() + besideOwn(rising));
    }

    /** The words on what commands took of RSS since: from, to and rate are without it. */
    private String besideOwn(Rising rising) {
        boolean isResident =
                rising.name().equals(HistoryFigure.RSS.title()) || rising.name().equals(HistoryFigure.CGROUP.title());
        long own = reading.figures().grownSince(HistoryFigure.OWN, rising.rise().sinceMillis());
        return isResident && MIN_OWN_SHARE * own >= rising.rise().bytes()
                ? ", beside " + Amounts.format(own) + " of nmt's commands"
                : "";
    }

    private List<Object> row(Statement statement) {
        boolean bytes = !StatementText.isCount(statement);
        boolean known = statement.sinceMillis() != Statement.UNKNOWN;
        String place = bytes ? "" : statement.subject().category();
        return Arrays.asList(
                known ? Instant.ofEpochMilli(statement.sinceMillis()) : null,
                known ? Math.max(0, to - statement.sinceMillis()) * NANOS_PER_MILLI : null,
                null,
                figure(statement.amount(), bytes),
                figure(statement.perMinute(), bytes),
                SafeText.name(statement.subject().name()) + (place.isEmpty() ? "" : ", " + SafeText.name(place)));
    }

    private void addEvents() {
        List<HistoryEvent> all = reading.events();
        List<Object> parts = new ArrayList<>();
        for (HistoryEvent event : all.subList(Math.max(0, all.size() - MOST_EVENTS), all.size())) {
            parts.add(parts.isEmpty() ? "\nEvents\n  " : "  ");
            parts.add(Instant.ofEpochMilli(event.millis()));
            parts.add("  " + SafeText.line(event.text()) + "\n");
        }
        sections.add(new Lines(parts));
    }
}
