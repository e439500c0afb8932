package io.nmt.agent.commands;

import io.nmt.agent.channel.CommandException;
import io.nmt.core.report.Ages;
import io.nmt.core.report.JsonReport;
import io.nmt.core.report.Scale;
import io.nmt.core.report.TextTable;
import io.nmt.core.report.TrackedSince;
import io.nmt.core.snapshot.CategoryUsage;
import io.nmt.core.snapshot.Snapshot;
import io.nmt.core.snapshot.SnapshotDiff;
import io.nmt.core.snapshot.SnapshotDiff.Change;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Two snapshots of this process, the later one with what has changed. */
final class DiffReport {
    private final Snapshot baseline;
    private final Snapshot now;
    private final List<Change> changes;
    private final Change total;

    /**
     * A report.
     *
     * @param baseline the earlier snapshot
     * @param now the later one
     * @param order of the categories: {@code change}, {@code size}, {@code count}, {@code name}, or nothing for that of
     *     reports
     * @throws CommandException if it is none of these
     */
    DiffReport(Snapshot baseline, Snapshot now, String order) throws CommandException {
        this.baseline = baseline;
        this.now = now;
        SnapshotDiff diff = now.since(baseline);
        this.changes = new ArrayList<>(diff.categories());
        this.total = diff.total();
        if (!order.isEmpty()) {
            changes.sort(by(order));
        }
    }

    private Comparator<Change> by(String order) throws CommandException {
        return switch (order) {
            case "change" -> Comparator.comparingLong((Change change) -> -Math.abs(change.committed()));
            case "size" ->
                Comparator.comparingLong((Change change) -> -usage(change).committed());
            case "count" ->
                Comparator.comparingLong((Change change) -> -usage(change).count());
            case "name" -> Comparator.comparing(Change::category);
            default ->
                throw new CommandException(
                        "'" + order + "' is not a value of the option sort; allowed: change, size, count, name");
        };
    }

    private CategoryUsage usage(Change change) {
        return now.category(change.category());
    }

    /**
     * A table for people.
     *
     * @param scale the unit of all byte figures
     * @param ageNanos of the baseline
     */
    String text(Scale scale, long ageNanos) {
        boolean reserved = false;
        for (Change change : changes) {
            CategoryUsage usage = usage(change);
            reserved |= usage.reserved() != usage.committed() || change.reserved() != change.committed();
        }
        StringBuilder text = new StringBuilder(
                        "Native memory outside the Java heap, and its change since the baseline of ")
                .append(baseline.time().truncatedTo(ChronoUnit.SECONDS))
                .append(" (")
                .append(Ages.format(ageNanos))
                .append(" ago)");
        text.append(scale == Scale.B ? ", in bytes\n" : "\n");
        TextTable table = TextTable.ofFigures(
                reserved
                        ? new String[] {"Category", "Committed", "+/-", "Reserved", "+/-", "Count", "+/-"}
                        : new String[] {"Category", "Current", "+/-", "Count", "+/-"});
        for (Change change : changes) {
            table.add(row(change, usage(change), scale, reserved));
        }
        table.addTotal(row(total, now.total(), scale, reserved));
        table.appendTo(text);
        text.append(TrackedSince.lines());
        return text.toString();
    }

    private static String[] row(Change change, CategoryUsage usage, Scale scale, boolean reserved) {
        String committed = scale.format(usage.committed());
        String count = Scale.group(usage.count());
        return reserved
                ? new String[] {
                    usage.category(),
                    committed,
                    scale.formatChange(change.committed()),
                    scale.format(usage.reserved()),
                    scale.formatChange(change.reserved()),
                    count,
                    Scale.B.formatChange(change.count())
                }
                : new String[] {
                    usage.category(),
                    committed,
                    scale.formatChange(change.committed()),
                    count,
                    Scale.B.formatChange(change.count())
                };
    }

    /**
     * One object on one line, for scripts.
     *
     * @param sites an array
     * @param resident an object
     */
    String json(String sites, String resident) {
        StringBuilder json = new StringBuilder(1024);
        json.append("{\"baseline\":\"").append(baseline.time());
        json.append("\",\"time\":\"").append(now.time()).append("\",\"categories\":[");
        String separator = "";
        for (Change change : changes) {
            json.append(separator).append("{\"type\":");
            JsonReport.appendString(json, change.category());
            json.append(',');
            appendFigures(json, change, usage(change));
            separator = ",";
        }
        json.append("],\"total\":{");
        appendFigures(json, total, now.total());
        TrackedSince.appendJson(json);
        json.append(",\"sites\":").append(sites);
        json.append(",\"residentMemory\":").append(resident);
        return json.append('}').toString();
    }

    private static void appendFigures(StringBuilder json, Change change, CategoryUsage usage) {
        json.append("\"reserved\":").append(usage.reserved());
        json.append(",\"committed\":").append(usage.committed());
        json.append(",\"count\":").append(usage.count());
        json.append(",\"reservedChange\":").append(change.reserved());
        json.append(",\"committedChange\":").append(change.committed());
        json.append(",\"countChange\":").append(change.count());
        json.append('}');
    }
}
