package io.nmt.report.document;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.MadeLoaders;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.LoaderStats;
import io.nmt.report.model.LoaderStats.OfClass;
import io.nmt.report.model.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds reports on class loaders: a row for each class of loaders and line of code that made them. */
public final class LoaderReport {
    private static final int NAME_CHARS = 50;
    private static final String UNKNOWN = "(unknown: not seen when created)";
    private static final String JVM = "(created by the JVM)";
    private static final String OWN = "jdk.internal.loader.ClassLoaders$";
    private static final String BOOT = "(boot)";
    private static final String TITLE = "Class loaders by class and line of code";
    private static final String ESTIMATES = "Counts by line are estimates: not every loader was sampled.\n";
    private static final String NOTE =
            "Hidden: classes of lambdas, method handles and proxies that may be unloaded before their loader.\n";

    /** The last lines of a report on a JVM that runs. */
    public static final Lines PATH =
            new Lines("Path from a root to a loader: 'jcmd PID GC.heap_dump FILE', then Eclipse MAT.\n");

    private static final List<Column> COLUMNS = List.of(
            Column.name("", "Class of loaders"),
            Column.data("class"),
            Column.count("loaders", "Loaders"),
            ErrorColumn.COLUMN,
            Column.count("classes", "Classes"),
            Column.count("hiddenClasses", "Hidden"),
            Column.bytes("metaspaceBytes", "Metaspace"),
            Column.bytes("usedBytes", "Used"),
            Column.count("", "Growth/min"),
            Column.age("", "For"),
            Column.name("", "Created at"),
            Column.data("parent"),
            Column.data("keptBy"),
            Column.data("keptLoaders"),
            Column.data("keptByThreads"),
            Column.data("createdAt"),
            Column.data("stack"),
            Column.data("by"),
            Column.data("cutAfter"),
            Column.data("standardError"),
            Column.data("oldestAgeNanos"),
            Column.data("growthPerMinute"),
            Column.data("growthErrorPerMinute"),
            Column.data("growing"),
            Column.data("growingForNanos"));

    private static final int MIN_HIDDEN = 100; // of a row
    private static final String HIDDEN_TITLE = "Hidden classes by name and line of code, from 100 on";
    private static final List<Column> HIDDEN_COLUMNS = List.of(
            Column.name("", "Class"),
            Column.data("class"),
            Column.count("classes", "Classes"),
            Column.bytes("metaspaceBytes", "Metaspace"),
            Column.count("growthPerMinute", "Growth/min"),
            Column.age("growingForNanos", "For"),
            Column.name("", "Defined at"),
            Column.data("loader"),
            Column.data("definedAt"),
            Column.data("stack"),
            Column.data("standardError"));

    private LoaderReport() {}

    /** A row: loaders that were seen to be made, or the others of a class. */
    private record Row(String className, long loaders, OfClass part, MadeLoaders made) {
        Long error() {
            return made == null ? null : ErrorColumn.of(made.line(), loaders);
        }
    }

    /**
     * Builds the report.
     *
     * @param reading of a process
     * @param statements on its loaders
     * @param atMillis the time of the report
     * @param top how many rows
     * @param stacks whether people see the calls that led to each, too
     * @return the report
     */
    public static Report of(LoaderReading reading, List<Statement> statements, long atMillis, int top, boolean stacks) {
        List<Row> all = rows(reading);
        List<Row> shown = Table.first(all, top);
        boolean isExact = shown.stream().allMatch(row -> row.error() == null);
        Table table = new Table(
                "loaders",
                Table.title(TITLE, all.size(), shown.size()),
                isExact ? ErrorColumn.without(COLUMNS, COLUMNS) : COLUMNS);
        StringBuilder calls = new StringBuilder();
        StringBuilder kept = new StringBuilder();
        for (Row row : shown) {
            if (row.made != null && row.made.keeper() != null && !isTold(row.made, statements)) {
                kept.append(SafeText.name(row.className)).append(':');
                kept.append(LoaderText.kept(Statement.Evidence.of(row.made.keeper())))
                        .append('\n');
            }
            List<Object> cells = cells(row, reading.stats() != null);
            table.add(isExact ? ErrorColumn.without(COLUMNS, cells) : cells);
            if (stacks && row.made != null) {
                StackText.append(calls, table.rows().size(), row.made.line().site());
                StackText.appendNames(calls, "created by", row.made.line().threadNames());
            }
        }
        List<Section> sections = new ArrayList<>();
        Facts facts =
                new Facts().add("count", all.stream().mapToLong(Row::loaders).sum());
        OfClass sum = sum(reading.stats());
        if (sum != null) {
            facts.add("metaspaceBytes", sum.metaspaceBytes()).add("usedBytes", sum.usedBytes());
        }
        sections.add(facts);
        sections.add(new Statements(statements));
        sections.add(table);
        sections.add(new Lines(kept.toString()));
        sections.add(notes(sum));
        boolean isEstimate = reading.groups().stream().anyMatch(LoaderReport::isEstimate);
        sections.add(new Lines(isEstimate ? ESTIMATES : ""));
        sections.add(hidden(reading, top));
        sections.add(new Lines(calls.toString()));
        return new Report(sections, atMillis);
    }

    /**
     * Counts the loaders that the report shows.
     *
     * @param reading of a process
     * @return those that were seen to be made, and others with classes
     */
    public static long count(LoaderReading reading) {
        return rows(reading).stream().mapToLong(Row::loaders).sum();
    }

    private static boolean isTold(MadeLoaders made, List<Statement> statements) {
        Statement.Evidence kept = Statement.Evidence.of(made.keeper());
        return statements.stream()
                .anyMatch(statement -> statement.subject().type() == Statement.SubjectType.LOADER
                        && statement.subject().id() == made.line().site().id()
                        && statement.subject().name().equals(made.className())
                        && statement.evidence(kept.basis()) != Statement.UNKNOWN);
    }

    private static List<Row> rows(LoaderReading reading) {
        Map<String, Long> seen = new HashMap<>();
        Set<String> estimated = new HashSet<>();
        List<Row> rows = new ArrayList<>();
        LoaderStats stats = reading.stats();
        for (MadeLoaders group : reading.groups()) {
            if (MadeLoaders.isHidden(group.className())) {
                continue;
            }
            seen.merge(group.className(), group.count(), Long::sum);
            if (isEstimate(group)) {
                estimated.add(group.className());
            }
            OfClass all = stats == null ? LoaderStats.NO_LOADERS : stats.of(group.className());
            rows.add(
                    new Row(group.className(), group.count(), all.part(Math.min(group.count(), all.loaders())), group));
        }
        if (stats != null) {
            stats.classes().forEach((name, all) -> {
                long others = all.loaders() - seen.getOrDefault(name, 0L);
                // Of an estimate, the difference may be its error.
                if (others > 0 && !estimated.contains(name)) {
                    rows.add(new Row(name, others, all.part(others), null));
                }
            });
        }
        rows.sort(Comparator.comparingLong((Row row) -> row.part.metaspaceBytes())
                .reversed()
                .thenComparing(Comparator.comparingLong(Row::loaders).reversed())
                .thenComparing(Row::className));
        return rows;
    }

    private static Section hidden(LoaderReading reading, int top) {
        List<MadeLoaders> all = reading.groups().stream()
                .filter(group -> MadeLoaders.isHidden(group.className()) && group.count() >= MIN_HIDDEN)
                .toList();
        if (all.isEmpty()) {
            return new Lines("");
        }
        List<MadeLoaders> shown = Table.first(all, top);
        Table table = new Table("hidden", Table.title(HIDDEN_TITLE, all.size(), shown.size()), HIDDEN_COLUMNS);
        for (MadeLoaders group : shown) {
            HandleSite line = group.line();
            OfClass part = reading.part(group);
            String name = MadeLoaders.shown(group.className());
            table.add(Table.row(
                    ClassNames.fitted(name, NAME_CHARS),
                    name,
                    group.count(),
                    part == null ? null : (Object) part.metaspaceBytes(),
                    line.growing() ? (Object) line.growthPerMinute() : null,
                    line.growing() ? (Object) line.growingForNanos() : null,
                    StackText.name(line.site(), line.stacks().size()),
                    group.parent().isEmpty() ? BOOT : group.parent(),
                    line.site(),
                    line.site().frames(),
                    line.standardError()));
        }
        return table;
    }

    private static boolean isEstimate(MadeLoaders group) {
        HandleSite line = group.line(); // a recorded one has no samples
        return line.samples() == 0 ? line.standardError() > 0 : line.samples() < group.count();
    }

    private static OfClass sum(LoaderStats stats) {
        return stats == null ? null : stats.classes().values().stream().reduce(LoaderStats.NO_LOADERS, OfClass::plus);
    }

    private static Lines notes(OfClass sum) {
        if (sum == null) {
            return new Lines(NOTE);
        }
        long unused = Math.max(0, sum.metaspaceBytes() - sum.usedBytes());
        return Lines.of(
                Scale.group(sum.loaders()) + " loaders with classes. Metaspace: ",
                sum.metaspaceBytes(),
                " committed, ",
                unused,
                " of it unused. Metaspace of a row is an estimate, by its number of loaders.\n" + NOTE);
    }

    /** The loaders of the JDK, the module path and the class path. */
    private static boolean isOfJvm(String className) {
        return className.startsWith("<") || className.startsWith(OWN);
    }

    private static List<Object> cells(Row row, boolean known) {
        MadeLoaders made = row.made;
        OfClass part = row.part;
        boolean grows = made != null && made.line().growing();
        List<Object> figures = Table.row(
                ClassNames.fitted(row.className, NAME_CHARS),
                row.className,
                row.loaders,
                row.error(),
                known ? (Object) part.loadedClasses() : null,
                known ? (Object) part.hiddenClasses() : null,
                known ? (Object) part.metaspaceBytes() : null,
                known ? (Object) part.usedBytes() : null,
                grows ? (Object) made.line().growthPerMinute() : null,
                grows ? (Object) made.line().growingForNanos() : null);
        if (made == null) {
            Object[] cells = new Object[COLUMNS.size() - figures.size()];
            cells[0] = isOfJvm(row.className) ? JVM : UNKNOWN;
            return Table.joined(figures, Table.row(cells));
        }
        HandleSite line = made.line();
        Site site = line.site();
        boolean kept = made.keeper() != null;
        return Table.joined(
                figures,
                Table.row(
                        StackText.name(site, line.stacks().size()),
                        made.parent().isEmpty() ? BOOT : made.parent(),
                        kept ? made.keeper().how().name() : null,
                        kept ? (Object) made.keeper().loaders() : null,
                        kept ? made.keeper().threads() : null,
                        site,
                        site.frames(),
                        site.by(),
                        site.cutAfter() > 0 ? site.cutAfter() : null,
                        line.standardError(),
                        line.oldestAgeNanos(),
                        line.growthPerMinute(),
                        line.growthErrorPerMinute(),
                        line.growing(),
                        line.growingForNanos()));
    }
}
