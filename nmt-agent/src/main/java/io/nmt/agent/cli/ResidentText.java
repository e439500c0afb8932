package io.nmt.agent.cli;

import io.nmt.core.report.Scale;
import io.nmt.core.report.TextTable;
import io.nmt.core.rss.Component;
import io.nmt.jfr.recordings.RecordedResident;
import io.nmt.jfr.recordings.ResidentComparison;
import io.nmt.jfr.recordings.ResidentComparison.Change;

/** Recorded resident memory as tables for people, after an empty line; nothing where none is recorded. */
final class ResidentText {
    private ResidentText() {}

    static void append(StringBuilder text, RecordedResident resident, OutputOptions options) {
        if (resident == null) {
            return;
        }
        Scale scale = options.scale(resident.rssBytes());
        text.append("\nResident memory of the process, as of ").append(resident.time());
        text.append(scale == Scale.B ? ", in bytes\n" : "\n");
        TextTable table = TextTable.ofFigures("Component", "Reserved", "Committed", "Resident", "Is");
        for (RecordedResident.Line line : resident.lines()) {
            table.add(
                    line.component(),
                    line.reservedBytes() == 0 ? "" : scale.format(line.reservedBytes()),
                    line.committedBytes() == 0 ? "" : scale.format(line.committedBytes()),
                    scale.format(line.residentBytes()),
                    line.accuracy());
        }
        table.addTotal(Component.RSS, "", "", scale.format(resident.rssBytes()), "exact");
        table.appendTo(text);
    }

    static void append(StringBuilder text, ResidentComparison comparison, OutputOptions options) {
        if (comparison == null) {
            return;
        }
        Change rss = comparison.rss();
        Scale scale = options.scale(Math.max(rss.beforeBytes(), rss.afterBytes()));
        text.append("\nResident memory of the process, the most grown first, then the most shrunk");
        text.append(scale == Scale.B ? ", in bytes\n" : "\n");
        TextTable table = TextTable.ofFigures("Component", "A", "B", "Change", "Of A's RSS", "Is");
        for (Change change : comparison.components()) {
            table.add(row(change, rss, scale));
        }
        table.addTotal(row(rss, rss, scale));
        table.appendTo(text);
    }

    private static String[] row(Change change, Change rss, Scale scale) {
        return new String[] {
            change.component(),
            scale.format(change.beforeBytes()),
            scale.format(change.afterBytes()),
            scale.formatChange(change.changeBytes()),
            percent(change.changeBytes(), rss.beforeBytes()),
            change.accuracy()
        };
    }

    /** A change in percent with one digit: by so much it alone has changed RSS. */
    private static String percent(long change, long rssBytes) {
        long tenths = Math.round(1000.0 * change / Math.max(1, rssBytes));
        if (tenths == 0) {
            return "";
        }
        return (tenths > 0 ? "+" : "-") + Math.abs(tenths) / 10 + "." + Math.abs(tenths) % 10 + " %";
    }
}
