package io.nmt.core.report;

import io.nmt.core.model.Ages;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Component;
import io.nmt.core.model.RecordedMemory;
import io.nmt.core.model.ResidentMemory;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import io.nmt.core.model.SnapshotDiff;
import io.nmt.core.report.Comparison.ComponentChange;
import io.nmt.core.report.Comparison.HandleChange;
import io.nmt.core.report.Comparison.SiteChange;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.LongFunction;

/**
 * What differs between two readings, as tables for people: of two moments of a process, where it says how much there
 * is now; of two recordings, A and B.
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
                .append(inBytes(unit));
        appendCategories(text, comparison.categories(), unit);
        text.append(TrackedSince.lines(now.coverage(), now.time()));
        appendSites(text, comparison.sites(), unit, top);
        appendHandles(text, comparison.handles(), top);
        appendResident(text, comparison, scale);
        return text.toString();
    }

    private static String inBytes(Scale scale) {
        return scale == Scale.B ? ", in bytes\n" : "\n";
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
        for (SiteChange change : shown(text, "Call sites that changed, estimates", changes, top)) {
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
        for (HandleChange change : shown(text, "Native handles that changed", changes, top)) {
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

    private static void appendRecordedHandles(StringBuilder text, List<HandleChange> changes, int top) {
        if (changes.isEmpty()) {
            return;
        }
        TextTable table =
                TextTable.ofFiguresAndName("Change", "Open A", "Open B", "Change", "Lost A", "Lost B", "±", "Class");
        for (HandleChange change : shown(text, "Native handles, the most grown first", changes, top)) {
            table.add(
                    signed(Scale.group(change.open()), change.open()),
                    Scale.group(change.before().open()),
                    Scale.group(change.after().open()),
                    signed(Scale.group(change.collected()), change.collected()),
                    Scale.group(change.before().collected()),
                    Scale.group(change.after().collected()),
                    Scale.group(change.standardError()),
                    change.after().className());
        }
        table.appendTo(text);
        text.append("± is one standard error of both changes at the most; where it is 0, they are exact. Of a class"
                + " that a recording does not have, it has 0: it was not loaded, or not counted.\n");
    }

    /** Writes the title of a list, and returns what of it is to be shown. */
    private static <T> List<T> shown(StringBuilder text, String title, List<T> changes, int top) {
        List<T> shown = changes.subList(0, Math.min(top, changes.size()));
        text.append('\n').append(title).append(" (").append(Scale.group(changes.size()));
        if (shown.size() < changes.size()) {
            text.append(", ").append(Scale.group(shown.size())).append(" shown");
        }
        text.append(")\n");
        return shown;
    }

    /** What has changed, the largest change first. */
    private static void appendResident(StringBuilder text, Comparison comparison, LongFunction<Scale> scale) {
        ResidentMemory before = comparison.before().resident();
        ResidentMemory now = comparison.after().resident();
        if (before == null || now == null) {
            text.append(
                    before == null && now == null
                            ? ""
                            : "\nResident memory: it could not be read both at the baseline and now.\n");
            return;
        }
        Scale unit = scale.apply(now.rssBytes());
        text.append("\nResident memory of the process that changed").append(inBytes(unit));
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
                .append(inBytes(unit))
                .append("A: ")
                .append(SafeText.name(fileA))
                .append("\nB: ")
                .append(SafeText.name(fileB))
                .append('\n');
        if (later.end().isBefore(earlier.end())) {
            text.append("A was recorded after B: what has grown between them is shown as shrunk.\n");
        }
        TextTable table = TextTable.ofFigures("Category", "A", "B", "Change", "Count", "Peak A", "Peak B");
        for (SnapshotDiff.Change change : comparison.categories().categories()) {
            table.add(row(change, unit));
        }
        table.addTotal(row(total, unit));
        table.appendTo(text);
        appendRecordedSites(text, comparison.sites(), comparison.isByApplication(), unit, top);
        RecordingReport.appendSitesTime(text, "A's call sites", earlier);
        RecordingReport.appendSitesTime(text, "B's call sites", later);
        appendRecordedHandles(text, comparison.handles(), top);
        RecordingReport.appendHandlesTime(text, "A's native handles", earlier);
        RecordingReport.appendHandlesTime(text, "B's native handles", later);
        appendRecordedResident(text, comparison, scale);
        RecordingReport.appendResidentTime(text, "A", earlier);
        RecordingReport.appendResidentTime(text, "B", later);
        return text.toString();
    }

    private static String[] row(SnapshotDiff.Change change, Scale scale) {
        return new String[] {
            change.category(),
            scale.format(change.before().committed()),
            scale.format(change.after().committed()),
            signed(scale.format(change.committed()), change.committed()),
            signed(Scale.group(change.count()), change.count()),
            scale.format(change.before().peakCommitted()),
            scale.format(change.after().peakCommitted())
        };
    }

    private static void appendRecordedSites(
            StringBuilder text, List<SiteChange> changes, boolean byApplication, Scale scale, int top) {
        if (changes.isEmpty()) {
            return;
        }
        TextTable table = TextTable.ofFiguresAndName("Change", "±", "A", "B", "Count", "Category", "Allocated at");
        for (SiteChange change : shown(text, "Call sites, the most grown first, then the most shrunk", changes, top)) {
            table.add(
                    signed(scale.format(change.bytes()), change.bytes()),
                    scale.format(change.standardErrorBytes()),
                    scale.format(change.beforeBytes()),
                    scale.format(change.afterBytes()),
                    signed(Scale.group(change.count()), change.count()),
                    change.site().category(),
                    change.site().toString());
        }
        table.appendTo(text);
        text.append("Call sites: estimates from samples, exact where ± is 0; ± is the standard error of the"
                        + " change at the")
                .append(" most: what lives in both recordings adds to it twice. A site is the same where category")
                .append(
                        byApplication
                                ? " and the application's part of the call stack are, whatever the lines: the JDK's own"
                                        + " frames differ, as from one of its versions to the next.\n"
                                : " and call stack are, whatever the lines.\n");
    }

    private static String signed(String figure, long value) {
        return value > 0 ? "+" + figure : figure;
    }

    private static void appendRecordedResident(StringBuilder text, Comparison comparison, LongFunction<Scale> scale) {
        ResidentMemory before = comparison.before().resident();
        ResidentMemory after = comparison.after().resident();
        if (before == null || after == null) {
            return;
        }
        Scale unit = scale.apply(Math.max(before.rssBytes(), after.rssBytes()));
        text.append("\nResident memory of the process, the most grown first, then the most shrunk")
                .append(inBytes(unit));
        TextTable table = TextTable.ofFigures("Component", "A", "B", "Change", "Of A's RSS", "Is");
        for (ComponentChange change : comparison.components()) {
            table.add(row(
                    change.after().component(),
                    change.before().residentBytes(),
                    change.after().residentBytes(),
                    before.rssBytes(),
                    unit,
                    change.after().accuracy().label()));
        }
        table.addTotal(row(Component.RSS, before.rssBytes(), after.rssBytes(), before.rssBytes(), unit, "exact"));
        table.appendTo(text);
    }

    private static String[] row(
            String component, long beforeBytes, long afterBytes, long rssBytes, Scale scale, String accuracy) {
        long change = afterBytes - beforeBytes;
        return new String[] {
            component,
            scale.format(beforeBytes),
            scale.format(afterBytes),
            scale.formatChange(change),
            percent(change, rssBytes),
            accuracy
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
