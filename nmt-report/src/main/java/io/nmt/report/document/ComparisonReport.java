package io.nmt.report.document;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import io.nmt.core.model.SnapshotDiff;
import io.nmt.report.document.Comparison.ComponentChange;
import io.nmt.report.document.Comparison.HandleChange;
import io.nmt.report.document.Comparison.SiteChange;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Component;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.ResidentMemory;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.LongFunction;

/**
 * The differences of two readings, as tables for people: of two moments of a process, with the figures of now; of two
 * recordings, A and B.
 */
public final class ComparisonReport {
    private ComparisonReport() {}

    /**
     * Writes what has changed since a moment.
     *
     * @param comparison of that moment and now
     * @param ageNanos how long ago that moment is
     * @param scale the unit for figures up to a number of bytes
     * @param top how many call sites
     * @return lines, each ended by a line feed
     */
    public static String ofMoments(Comparison comparison, long ageNanos, LongFunction<Scale> scale, int top) {
        Snapshot before = comparison.before().snapshot();
        Snapshot now = comparison.after().snapshot();
        Scale unit =
                scale.apply(Math.max(before.total().committed(), now.total().committed()));
        StringBuilder text = new StringBuilder(
                        "Native memory outside the Java heap, and its change since the baseline of ")
                .append(before.time().truncatedTo(ChronoUnit.SECONDS))
                .append(" (")
                .append(Ages.format(ageNanos))
                .append(" ago)")
                .append(TableTitle.inBytes(unit));
        appendCategories(text, comparison.categories(), unit);
        text.append(CoverageLines.of(now.coverage(), now.time()));
        appendSites(text, comparison.sites(), unit, top);
        appendHandles(text, comparison.handles(), top);
        appendResident(text, comparison, scale);
        return text.toString();
    }

    private static void appendCategories(StringBuilder text, SnapshotDiff diff, Scale scale) {
        boolean reserved = false;
        for (SnapshotDiff.Change change : diff.categories()) {
            reserved |=
                    change.after().reserved() != change.after().committed() || change.reserved() != change.committed();
        }
        TextTable table = TextTable.ofFigures(
                reserved
                        ? new String[] {"Category", "Committed", "+/-", "Reserved", "+/-", "Count", "+/-"}
                        : new String[] {"Category", "Current", "+/-", "Count", "+/-"});
        for (SnapshotDiff.Change change : diff.categories()) {
            table.add(row(change, scale, reserved));
        }
        table.addTotal(row(diff.total(), scale, reserved));
        table.appendTo(text);
    }

    private static String[] row(SnapshotDiff.Change change, Scale scale, boolean reserved) {
        CategoryUsage usage = change.after();
        String committed = scale.format(usage.committed());
        String more = scale.formatChange(change.committed());
        String count = Scale.group(usage.count());
        String moreBlocks = Scale.B.formatChange(change.count());
        return reserved
                ? new String[] {
                    usage.category(),
                    committed,
                    more,
                    scale.format(usage.reserved()),
                    scale.formatChange(change.reserved()),
                    count,
                    moreBlocks
                }
                : new String[] {usage.category(), committed, more, count, moreBlocks};
    }

    private static void appendSites(StringBuilder text, List<SiteChange> changes, Scale scale, int top) {
        if (changes.isEmpty()) {
            return;
        }
        TextTable table = TextTable.ofFiguresAndName("Bytes", "+/-", "±", "Count", "+/-", "Category", "Allocated at");
        for (SiteChange change : TableTitle.append(text, "\nCall sites that changed, estimates", changes, top)) {
            table.add(
                    scale.format(change.afterBytes()),
                    scale.formatChange(change.bytes()),
                    scale.format(change.standardErrorBytes()),
                    Scale.group(change.afterCount()),
                    Scale.B.formatChange(change.count()),
                    change.site().category(),
                    change.site().toString());
        }
        table.appendTo(text);
        text.append("± is one standard error of the change; where it is 0, the change is exact.\n");
    }

    private static void appendHandles(StringBuilder text, List<HandleChange> changes, int top) {
        if (changes.isEmpty()) {
            return;
        }
        TextTable table = TextTable.ofFiguresAndName("Open", "+/-", "Lost", "+/-", "±", "Class");
        for (HandleChange change : TableTitle.append(text, "\nNative handles that changed", changes, top)) {
            table.add(
                    Scale.group(change.after().open()),
                    Scale.B.formatChange(change.open()),
                    Scale.group(change.after().collected()),
                    Scale.B.formatChange(change.collected()),
                    Scale.group(change.standardError()),
                    change.after().className());
        }
        table.appendTo(text);
    }

    /** Appends the changes, the largest first. */
    private static void appendResident(StringBuilder text, Comparison comparison, LongFunction<Scale> scale) {
        ResidentMemory before = comparison.before().resident();
        ResidentMemory now = comparison.after().resident();
        if (before == null || now == null) {
            text.append(
                    before == null && now == null
                            ? ""
                            : "\nUNKNOWN resident memory: not read at the baseline, or not now.\n");
            return;
        }
        Scale unit = scale.apply(now.rssBytes());
        text.append("\nResident memory of the process that changed").append(TableTitle.inBytes(unit));
        TextTable table = TextTable.ofFigures("Component", "Resident", "+/-", "Is");
        for (ComponentChange change : comparison.components()) {
            if (change.bytes() != 0) {
                table.add(
                        change.after().component(),
                        unit.format(change.after().residentBytes()),
                        unit.formatChange(change.bytes()),
                        change.after().accuracy().label());
            }
        }
        table.addTotal(
                Component.RSS,
                unit.format(now.rssBytes()),
                unit.formatChange(now.rssBytes() - before.rssBytes()),
                "exact");
        table.appendTo(text);
        text.append("Threads: ").append(Scale.group(now.threads()));
        if (now.threads() != before.threads()) {
            text.append(" (")
                    .append(Scale.B.formatChange((long) now.threads() - before.threads()))
                    .append(')');
        }
        text.append(".\n");
    }

    /**
     * Writes what differs between two recordings.
     *
     * @param comparison of their ends
     * @param fileA name of the first
     * @param earlier the first
     * @param fileB name of the second
     * @param later the second
     * @param scale the unit for figures up to a number of bytes
     * @param top how many call sites
     * @return lines, each ended by a line feed
     */
    public static String ofRecordings(
            Comparison comparison,
            String fileA,
            RecordedMemory earlier,
            String fileB,
            RecordedMemory later,
            LongFunction<Scale> scale,
            int top) {
        SnapshotDiff.Change total = comparison.categories().total();
        Scale unit =
                scale.apply(Math.max(total.before().committed(), total.after().committed()));
        StringBuilder text = new StringBuilder("Native memory outside the Java heap")
                .append(TableTitle.inBytes(unit))
                .append("A: ")
                .append(SafeText.name(fileA))
                .append("\nB: ")
                .append(SafeText.name(fileB))
                .append('\n');
        if (later.end().isBefore(earlier.end())) {
            text.append("A was recorded after B: growth is shown as shrinkage.\n");
        }
        RecordedChanges.appendCategories(text, comparison.categories(), unit);
        appendNotTracked(text, "A: ", comparison.before().snapshot());
        appendNotTracked(text, "B: ", comparison.after().snapshot());
        RecordedChanges.appendSites(text, comparison.sites(), comparison.isByApplication(), unit, top);
        RecordingReport.appendSitesTime(text, "A's call sites", earlier);
        RecordingReport.appendSitesTime(text, "B's call sites", later);
        RecordedChanges.appendHandles(text, comparison.handles(), top);
        RecordingReport.appendHandlesTime(text, "A's native handles", earlier);
        RecordingReport.appendHandlesTime(text, "B's native handles", later);
        RecordedChanges.appendResident(text, comparison, scale);
        RecordingReport.appendResidentTime(text, "A", earlier);
        RecordingReport.appendResidentTime(text, "B", later);
        return text.toString();
    }

    private static void appendNotTracked(StringBuilder text, String file, Snapshot snapshot) {
        for (String sentence : snapshot.coverage().sentencesOfBytes()) {
            text.append(file).append(sentence).append('\n');
        }
    }
}
