package io.nmt.report.document;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import io.nmt.core.model.StartedThreads;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.LastStacks;
import io.nmt.report.model.Statement;
import io.nmt.report.model.ThreadReading;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Builds reports on live threads: a row for each pattern of names and line of code that started them. */
public final class ThreadReport {
    private static final int NAME_CHARS = 40;
    private static final String UNKNOWN = "(unknown: not seen when started)";
    private static final String JVM = "(started by the JVM)";

    /** Names of threads that the JVM starts by itself, and of those that the JDK starts before any agent. */
    private static final String OF_JVM = "main|DestroyJavaVM|Reference Handler|Finalizer|Signal Dispatcher"
            + "|Service Thread|Monitor Deflation Thread|Notification Thread|Attach Listener|Sweeper thread"
            + "|C[N12] CompilerThread[N\\d]+|JVMCI.*|Common-Cleaner";

    private static final String TITLE = "Live platform threads by name and line of code";
    private static final int MANY = 100; // threads of the JVM itself are fewer
    private static final String OF_OTHERS =
            " threads are not of Java code: the JVM or a native library started them.\n";
    private static final String IDLE = "Idle: workers of executors that wait for a task. Virtual threads are not "
            + "listed: their stacks are in the Java heap.\n";

    private static final List<Column> COLUMNS = List.of(
            Column.name("", "Name"),
            Column.data("name"),
            Column.count("count", "Threads"),
            ErrorColumn.COLUMN,
            Column.data("runnable"),
            Column.data("waiting"),
            Column.count("idle", "Idle"),
            Column.count("executors", "Executors"),
            Column.count("openExecutors", "Open"),
            Column.bytes("stackResidentBytes", "Stacks"),
            Column.data("stackReservedBytes"),
            Column.count("", "Growth/min"),
            Column.age("", "For"),
            Column.name("", "Started at"),
            Column.data("startedAt"),
            Column.data("stack"),
            Column.data("by"),
            Column.data("cutAfter"),
            Column.data("startedThere"),
            Column.data("standardError"),
            Column.data("oldestAgeNanos"),
            Column.data("growthPerMinute"),
            Column.data("growthErrorPerMinute"),
            Column.data("growing"),
            Column.data("growingForNanos"));

    private ThreadReport() {}

    /**
     * Builds the report.
     *
     * @param reading of a process
     * @param statements on its threads
     * @param atMillis the time of the report
     * @param top how many rows
     * @param stacks whether people see the calls that led to each start, too
     * @return the report
     */
    public static Report of(ThreadReading reading, List<Statement> statements, long atMillis, int top, boolean stacks) {
        LastStacks all = reading.stacks();
        List<StartedThreads> shown = Table.first(reading.groups(), top);
        boolean isExact = shown.stream().allMatch(group -> ErrorColumn.of(group.line(), group.count()) == null);
        Table table = new Table(
                "threads",
                Table.title(TITLE, reading.groups().size(), shown.size()),
                isExact ? ErrorColumn.without(COLUMNS, COLUMNS) : COLUMNS);
        StringBuilder calls = new StringBuilder();
        Set<Integer> lines = new HashSet<>();
        for (StartedThreads group : shown) {
            HandleSite line = group.line();
            // Of several names, the first one shows the growth of the line.
            boolean grows =
                    line != null && line.growing() && lines.add(line.site().id());
            List<Object> cells = row(group, all, grows);
            table.add(isExact ? ErrorColumn.without(COLUMNS, cells) : cells);
            if (stacks && line != null) {
                StackText.append(calls, table.rows().size(), line.site());
                StackText.appendNames(calls, "started by", line.threadNames());
            }
        }
        List<Section> sections = new ArrayList<>();
        long count = reading.groups().stream().mapToLong(StartedThreads::count).sum();
        sections.add(new Facts().add("count", count));
        if (isOfAll(all)) {
            sections.add(new Facts()
                    .add("processThreads", all.threads())
                    .add("stackResidentBytes", all.residentBytes())
                    .add("stackReservedBytes", all.reservedBytes()));
        }
        sections.add(new Statements(statements));
        sections.add(table);
        sections.add(notes(count, isExact(reading), all));
        sections.add(new Lines(calls.toString()));
        return new Report(sections, atMillis);
    }

    /** Tells whether no sample stands for several threads. */
    private static boolean isExact(ThreadReading reading) {
        return reading.groups().stream()
                .allMatch(group -> group.line() == null || group.line().standardError() == 0);
    }

    /** A recording has the stacks of the listed threads alone. */
    private static boolean isOfAll(LastStacks stacks) {
        return stacks != null && stacks.reservedBytes() > 0;
    }

    private static Lines notes(long count, boolean exact, LastStacks all) {
        String live = Scale.group(count) + " live threads" + (exact ? ". " : ": an estimate from samples. ");
        long others = !isOfAll(all) ? 0 : all.threads() - count;
        String ofOthers = others < MANY ? "" : Scale.group(others) + OF_OTHERS;
        return !isOfAll(all)
                ? new Lines(live + IDLE)
                : Lines.of(
                        live + "Stacks of all " + Scale.group(all.threads()) + ", the JVM's too: ",
                        all.residentBytes(),
                        " resident, ",
                        all.reservedBytes(),
                        " reserved. Stacks of a row are an estimate: its threads times the mean stack.\n" + ofOthers
                                + IDLE);
    }

    private static boolean isOfJvm(String name) {
        return name.matches(OF_JVM);
    }

    private static List<Object> row(StartedThreads group, LastStacks all, boolean grows) {
        HandleSite line = group.line();
        List<Object> figures = Table.row(
                SafeText.shortened(group.name(), NAME_CHARS),
                group.name(),
                group.count(),
                ErrorColumn.of(line, group.count()),
                group.runnable(),
                group.waiting(),
                group.idle(),
                group.executors(),
                group.openExecutors(),
                all == null ? null : all.residentBytes(group.count()),
                isOfAll(all) ? all.reservedBytes(group.count()) : null,
                grows ? line.growthPerMinute() : null,
                grows ? line.growingForNanos() : null);
        if (line == null) {
            Object[] cells = new Object[COLUMNS.size() - figures.size()];
            cells[0] = isOfJvm(group.name()) ? JVM : UNKNOWN;
            return Table.joined(figures, Table.row(cells));
        }
        Site site = line.site();
        return Table.joined(
                figures,
                Table.row(
                        StackText.name(site, line.stacks().size()),
                        site,
                        site.frames(),
                        site.by(),
                        site.cutAfter() > 0 ? site.cutAfter() : null,
                        line.open(),
                        line.standardError(),
                        line.oldestAgeNanos(),
                        line.growthPerMinute(),
                        line.growthErrorPerMinute(),
                        line.growing(),
                        line.growingForNanos()));
    }
}
