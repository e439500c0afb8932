package io.nmt.report.document;

import io.nmt.core.model.Scale;
import io.nmt.core.model.SnapshotDiff;
import io.nmt.report.document.Comparison.ComponentChange;
import io.nmt.report.document.Comparison.HandleChange;
import io.nmt.report.document.Comparison.SiteChange;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentMemory;
import java.util.List;
import java.util.function.LongFunction;

/** Tables of what differs between the ends of two recordings, A and B. An empty list is left out. */
final class RecordedChanges {
    private RecordedChanges() {}

    static void appendCategories(StringBuilder text, SnapshotDiff diff, Scale scale) {
        TextTable table = TextTable.ofFigures("Category", "A", "B", "Change", "Count", "Peak A", "Peak B");
        for (SnapshotDiff.Change change : diff.categories()) {
            table.add(row(change, scale));
        }
        table.addTotal(row(diff.total(), scale));
        table.appendTo(text);
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

    static void appendSites(StringBuilder text, List<SiteChange> changes, boolean byApplication, Scale scale, int top) {
        if (changes.isEmpty()) {
            return;
        }
        TextTable table = TextTable.ofFiguresAndName("Change", "±", "A", "B", "Count", "Category", "Allocated at");
        for (SiteChange change :
                TableTitle.append(text, "\nCall sites, the most grown first, then the most shrunk", changes, top)) {
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
        text.append("Estimates from samples, exact where ± is 0. ± is at most the standard error of the change:")
                .append(" blocks of both recordings count twice. Sites are equal by category")
                .append(
                        byApplication
                                ? " and the application's frames, without lines: the JDK's frames differ.\n"
                                : " and call stack, without lines.\n");
    }

    static void appendHandles(StringBuilder text, List<HandleChange> changes, int top) {
        if (changes.isEmpty()) {
            return;
        }
        TextTable table =
                TextTable.ofFiguresAndName("Change", "Open A", "Open B", "Change", "Lost A", "Lost B", "±", "Class");
        for (HandleChange change : TableTitle.append(text, "\nNative handles, the most grown first", changes, top)) {
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
        text.append("± is at most one standard error of both changes; 0 is exact. A class that a recording lacks has "
                + "0: not loaded, or not counted.\n");
    }

    static void appendResident(StringBuilder text, Comparison comparison, LongFunction<Scale> scale) {
        ResidentMemory before = comparison.before().resident();
        ResidentMemory after = comparison.after().resident();
        if (before == null || after == null) {
            return;
        }
        Scale unit = scale.apply(Math.max(before.rssBytes(), after.rssBytes()));
        text.append("\nResident memory of the process, the most grown first, then the most shrunk")
                .append(TableTitle.inBytes(unit));
        TextTable table = TextTable.ofFigures("Component", "A", "B", "Change", "Share of A", "Is");
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

    private static String signed(String figure, long value) {
        return value > 0 ? "+" + figure : figure;
    }
}
