package io.nmt.agent.cli;

import io.nmt.core.report.SafeText;
import io.nmt.core.report.Scale;
import io.nmt.core.report.TextTable;
import io.nmt.jfr.recordings.MemoryComparison;
import io.nmt.jfr.recordings.MemoryComparison.CategoryChange;
import io.nmt.jfr.recordings.MemoryComparison.SiteChange;
import io.nmt.jfr.recordings.RecordedMemory;
import java.nio.file.Path;
import java.util.List;

/** A comparison as tables for people. */
final class ComparisonText {
    private ComparisonText() {}

    static String of(
            MemoryComparison comparison,
            Path before,
            RecordedMemory earlier,
            Path after,
            RecordedMemory later,
            OutputOptions options) {
        CategoryChange total = comparison.total();
        Scale scale = options.scale(Math.max(total.beforeBytes(), total.afterBytes()));
        StringBuilder text = new StringBuilder();
        text.append("Native memory outside the Java heap");
        if (scale == Scale.B) {
            text.append(", in bytes");
        }
        text.append("\nA: ")
                .append(SafeText.name(String.valueOf(before)))
                .append("\nB: ")
                .append(SafeText.name(String.valueOf(after)))
                .append('\n');
        if (later.end().isBefore(earlier.end())) {
            text.append("A was recorded after B: what has grown between them is shown as shrunk.\n");
        }
        TextTable table = TextTable.ofFigures("Category", "A", "B", "Change", "Count", "Peak A", "Peak B");
        for (CategoryChange change : comparison.categories()) {
            table.add(row(change, scale));
        }
        table.addTotal(row(total, scale));
        table.appendTo(text);
        appendSites(text, comparison.sites(), scale, options);
        AsOf.appendSites(text, "A's call sites", earlier);
        AsOf.appendSites(text, "B's call sites", later);
        ResidentText.append(text, comparison.resident(), options);
        AsOf.appendResident(text, "A", earlier);
        AsOf.appendResident(text, "B", later);
        return text.toString();
    }

    private static String[] row(CategoryChange change, Scale scale) {
        return new String[] {
            change.category(),
            scale.format(change.beforeBytes()),
            scale.format(change.afterBytes()),
            signed(scale.format(change.changeBytes()), change.changeBytes()),
            signedCount(change.afterCount() - change.beforeCount()),
            scale.format(change.beforePeakBytes()),
            scale.format(change.afterPeakBytes())
        };
    }

    private static void appendSites(StringBuilder text, List<SiteChange> changes, Scale scale, OutputOptions options) {
        if (changes.isEmpty()) {
            return;
        }
        int shown = options.shown(changes.size());
        text.append("\nCall sites, the most grown first, then the most shrunk (")
                .append(Scale.group(changes.size()));
        if (shown < changes.size()) {
            text.append(", ").append(Scale.group(shown)).append(" shown");
        }
        text.append(")\n");
        TextTable table = TextTable.ofFiguresAndName("Change", "±", "A", "B", "Count", "Category", "Allocated at");
        for (SiteChange change : changes.subList(0, shown)) {
            table.add(
                    signed(scale.format(change.changeBytes()), change.changeBytes()),
                    scale.format(change.standardErrorBytes()),
                    scale.format(change.beforeBytes()),
                    scale.format(change.afterBytes()),
                    signedCount(change.afterCount() - change.beforeCount()),
                    change.category(),
                    change.topFrame());
        }
        table.appendTo(text);
        text.append(
                "Call sites: estimates from samples, exact where ± is 0; ± is the standard error of the change at the"
                        + " most: what lives in both recordings adds to it twice. A site is the same where category"
                        + " and call stack are, whatever the lines.\n");
    }

    private static String signedCount(long count) {
        return signed(Scale.group(count), count);
    }

    private static String signed(String figure, long value) {
        return value > 0 ? "+" + figure : figure;
    }
}
