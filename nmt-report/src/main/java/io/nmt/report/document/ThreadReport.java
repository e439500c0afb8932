package io.nmt.report.document;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.Scale;
import io.nmt.core.model.StartedThreads;
import io.nmt.report.model.Ages;
import io.nmt.report.model.LastStacks;
import io.nmt.report.model.Statement;
import io.nmt.report.model.ThreadReading;
import io.nmt.report.model.Times;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Live threads by name and by the line of code that started them: as text for people, and as JSON. */
public final class ThreadReport {
    private static final String UNKNOWN = "(unknown: not seen to start)";
    private static final String VIRTUAL =
            "Idle: workers of executors that wait for a task. Virtual threads are not listed: their stacks are in the"
                    + " Java heap.\n";

    private ThreadReport() {}

    /**
     * Writes threads as text.
     *
     * @param reading of a process
     * @param statements on them
     * @param times of the reader
     * @param top how many groups
     * @param stacks whether to show the calls that led to each start, too
     * @return lines, each ended by a line feed
     */
    public static String text(ThreadReading reading, List<Statement> statements, Times times, int top, boolean stacks) {
        StringBuilder text = new StringBuilder();
        StatementText.of(statements, times).forEach(line -> text.append(line).append('\n'));
        text.append(statements.isEmpty() ? "" : "\n");
        List<StartedThreads> shown =
                reading.groups().subList(0, Math.min(top, reading.groups().size()));
        text.append("Live platform threads by name and line of code (")
                .append(Scale.group(count(reading.groups())))
                .append(")\n");
        table(shown, reading.stacks()).appendTo(text);
        if (shown.size() < reading.groups().size()) {
            text.append("And ")
                    .append(Scale.group(reading.groups().size() - shown.size()))
                    .append(" more groups: --top=0 shows all.\n");
        }
        appendStacks(text, reading.stacks());
        text.append(VIRTUAL);
        if (stacks) {
            appendCalls(text, shown);
        }
        return text.toString();
    }

    private static TextTable table(List<StartedThreads> groups, LastStacks stacks) {
        TextTable table = TextTable.ofFiguresAndName(
                "Threads",
                "Runnable",
                "Waiting",
                "Idle",
                "Executors",
                "Open",
                "Stacks",
                "Growth/min",
                "For",
                "Name",
                "Started at");
        Set<Integer> lines = new HashSet<>();
        for (StartedThreads group : groups) {
            HandleSite line = group.line();
            // Of several names, the first one has the growth of the line.
            boolean growing =
                    line != null && line.growing() && lines.add(line.site().id());
            table.add(
                    Scale.group(group.count()),
                    Scale.group(group.runnable()),
                    Scale.group(group.waiting()),
                    Scale.group(group.idle()),
                    Scale.group(group.executors()),
                    Scale.group(group.openExecutors()),
                    stacks == null ? "" : Amounts.format(stacks.residentBytes(group.count())),
                    growing ? Scale.group(line.growthPerMinute()) : "",
                    growing ? Ages.format(line.growingForNanos()) : "",
                    SafeText.name(group.name()),
                    line == null
                            ? UNKNOWN
                            : StackText.name(line.site(), line.stacks().size()));
        }
        return table;
    }

    private static void appendStacks(StringBuilder text, LastStacks stacks) {
        if (stacks != null) {
            text.append("Stacks of all ")
                    .append(Scale.group(stacks.threads()))
                    .append(" threads, those of the JVM too: ")
                    .append(Amounts.format(stacks.residentBytes()))
                    .append(" resident, ")
                    .append(Amounts.format(stacks.reservedBytes()))
                    .append(" reserved. Stacks of a group: an estimate by the mean.\n");
        }
    }

    private static void appendCalls(StringBuilder text, List<StartedThreads> groups) {
        int number = 1;
        for (StartedThreads group : groups) {
            if (group.line() != null) {
                StackText.append(text, number++, group.line().site());
                StackText.appendNames(text, "started by", group.line().threadNames());
            }
        }
    }

    private static long count(List<StartedThreads> groups) {
        return groups.stream().mapToLong(StartedThreads::count).sum();
    }

    /**
     * Writes threads as JSON.
     *
     * @param reading of a process
     * @param statements on them
     * @param top how many groups
     * @return the object
     */
    public static String json(ThreadReading reading, List<Statement> statements, int top) {
        Json json = new Json().object().field("count", count(reading.groups()));
        LastStacks stacks = reading.stacks();
        if (stacks != null) {
            json.field("processThreads", stacks.threads())
                    .field("stackResidentBytes", stacks.residentBytes())
                    .field("stackReservedBytes", stacks.reservedBytes());
        }
        json.array("threads");
        for (StartedThreads group :
                reading.groups().subList(0, Math.min(top, reading.groups().size()))) {
            append(json, group, stacks);
        }
        json.endArray();
        StatementJson.append(json, statements);
        return json.endObject().toString();
    }

    private static void append(Json json, StartedThreads group, LastStacks stacks) {
        json.object()
                .field("name", group.name())
                .field("count", group.count())
                .field("runnable", group.runnable())
                .field("waiting", group.waiting())
                .field("idle", group.idle())
                .field("executors", group.executors())
                .field("openExecutors", group.openExecutors());
        if (stacks != null) {
            json.field("stackResidentBytes", stacks.residentBytes(group.count()))
                    .field("stackReservedBytes", stacks.reservedBytes(group.count()));
        }
        HandleSite line = group.line();
        if (line != null) {
            json.field("startedAt", line.site()).strings("stack", line.site().frames());
            SiteJson.appendLibrary(json, line.site());
            json.field("startedThere", line.open())
                    .field("standardError", line.standardError())
                    .field("oldestAgeNanos", line.oldestAgeNanos())
                    .field("growthPerMinute", line.growthPerMinute())
                    .field("growthErrorPerMinute", line.growthErrorPerMinute())
                    .field("growing", line.growing())
                    .field("growingForNanos", line.growingForNanos());
        }
        json.endObject();
    }
}
