package io.nmt.report.document;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.SnapshotDiff;
import io.nmt.report.document.Column.Kind;
import io.nmt.report.document.Comparison.ComponentChange;
import io.nmt.report.document.Comparison.HandleChange;
import io.nmt.report.document.Comparison.SiteChange;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentMemory;
import java.util.List;

/** Builds the tables of a comparison: of two moments, with the figures of now; of two recordings, A and B. */
final class ChangeTables {
    private static final String MORE = "+/-";
    private static final String CHANGE = "Change";
    private static final String COUNT = "Count";

    private final Comparison comparison;
    private final boolean ofMoments;
    private final int top;

    ChangeTables(Comparison comparison, boolean ofMoments, int top) {
        this.comparison = comparison;
        this.ofMoments = ofMoments;
        this.top = top;
    }

    /** The title of a column of moments, or of recordings. */
    private String title(String moments, String recordings) {
        return ofMoments ? moments : recordings;
    }

    /** Builds the table of categories. */
    Table categories(String title) {
        SnapshotDiff diff = comparison.categories();
        boolean reserved = ofMoments
                && diff.categories().stream()
                        .anyMatch(change ->
                                change.after().reserved() != change.after().committed()
                                        || change.reserved() != change.committed());
        Table table = new Table(
                "categories",
                title,
                List.of(
                        new Column("", "Category", Kind.LABEL),
                        Column.data("type"),
                        Column.bytes("before.committed", title("", "A")),
                        Column.bytes("after.committed", title(reserved ? "Committed" : "Current", "B")),
                        Column.change("change.committed", title(MORE, CHANGE)),
                        Column.data("before.reserved"),
                        Column.bytes("after.reserved", reserved ? "Reserved" : ""),
                        Column.change("change.reserved", reserved ? MORE : ""),
                        Column.data("before.count"),
                        Column.count("after.count", title(COUNT, "")),
                        Column.countChange("change.count", title(MORE, COUNT)),
                        Column.bytes("before.peakCommitted", title("", "Peak A")),
                        Column.bytes("after.peakCommitted", title("", "Peak B")),
                        Column.data("before.peakReserved"),
                        Column.data("after.peakReserved"),
                        Column.data("before.countAtPeak"),
                        Column.data("after.countAtPeak")));
        diff.categories().forEach(change -> table.add(row(change, change.category())));
        return table.total(row(diff.total(), null).toArray());
    }

    private static List<Object> row(SnapshotDiff.Change change, String type) {
        CategoryUsage before = change.before();
        CategoryUsage after = change.after();
        return Table.row(
                after.category(),
                type,
                before.committed(),
                after.committed(),
                change.committed(),
                before.reserved(),
                after.reserved(),
                change.reserved(),
                before.count(),
                after.count(),
                change.count(),
                before.peakCommitted(),
                after.peakCommitted(),
                before.peakReserved(),
                after.peakReserved(),
                before.countAtPeak(),
                after.countAtPeak());
    }

    /** Builds the table of call sites. */
    Table sites(String title) {
        List<SiteChange> all = comparison.sites();
        Table table = table(
                "sites",
                title,
                all,
                Table.joined(
                        List.of(
                                Column.name("", "Category"),
                                Column.name("", "Allocated at"),
                                Column.bytes("before.liveBytes", title("", "A")),
                                Column.bytes("after.liveBytes", title("Bytes", "B")),
                                Column.change("change.liveBytes", title(MORE, CHANGE)),
                                Column.bytes("standardErrorBytes", Column.ERROR),
                                Column.data("before.count"),
                                Column.count("after.count", title(COUNT, "")),
                                Column.countChange("change.count", title(MORE, COUNT))),
                        SiteRows.SITE));
        for (SiteChange change : Table.first(all, top)) {
            table.add(Table.joined(
                    Table.row(
                            change.site().category(),
                            change.site().toString(),
                            change.beforeBytes(),
                            change.afterBytes(),
                            change.bytes(),
                            change.standardErrorBytes(),
                            change.beforeCount(),
                            change.afterCount(),
                            change.count()),
                    SiteRows.site(change.site())));
        }
        return table;
    }

    /** Builds the table of native handles. */
    Table handles(String title) {
        List<HandleChange> all = comparison.handles();
        Table table = table(
                "handles",
                title,
                all,
                List.of(
                        Column.name("class", "Class"),
                        Column.count("before.open", title("", "Open A")),
                        Column.count("after.open", title("Open", "Open B")),
                        Column.countChange("change.open", title(MORE, CHANGE)),
                        Column.count("before.collected", title("", "Lost A")),
                        Column.count("after.collected", title("Lost", "Lost B")),
                        Column.countChange("change.collected", title(MORE, CHANGE)),
                        Column.count("standardError", Column.ERROR),
                        Column.data("before.created"),
                        Column.data("before.closed"),
                        Column.data("after.created"),
                        Column.data("after.closed")));
        for (HandleChange change : Table.first(all, top)) {
            HandleUsage before = change.before();
            HandleUsage after = change.after();
            table.add(
                    after.className(),
                    before.open(),
                    after.open(),
                    change.open(),
                    before.collected(),
                    after.collected(),
                    change.collected(),
                    change.standardError(),
                    before.created(),
                    before.closed(),
                    after.created(),
                    after.closed());
        }
        return table;
    }

    /** A table of a list; one that is empty, for programs alone. */
    private Table table(String key, String title, List<?> all, List<Column> columns) {
        int shown = Table.first(all, top).size();
        return new Table(key, all.isEmpty() ? "" : Table.title(title, all.size(), shown), columns);
    }

    /** Builds resident memory: programs read all components, people those of moments that changed. */
    Section resident(String title) {
        if (!comparison.isResidentKnown()) {
            return new Facts().addNull("residentMemory");
        }
        ResidentMemory before = comparison.before().resident();
        ResidentMemory after = comparison.after().resident();
        List<Column> columns = List.of(
                new Column("component", "Component", Kind.LABEL),
                Column.bytes("before.resident", title("", "A")),
                Column.bytes("after.resident", title("Resident", "B")),
                Column.change("change.resident", title(MORE, CHANGE)),
                Column.count("", title("", "Share of A")),
                Column.name("accuracy", "Is"),
                Column.data("before.reserved"),
                Column.data("before.committed"),
                Column.data("after.reserved"),
                Column.data("after.committed"));
        Table all = Table.data("components", columns);
        Table shown = new Table("", title, columns);
        for (ComponentChange change : comparison.components()) {
            List<Object> row = Table.joined(
                    row(
                            change.after().component(),
                            change.before().residentBytes(),
                            change.after().residentBytes(),
                            change.after().accuracy().label()),
                    Table.row(
                            change.before().reservedBytes(),
                            change.before().committedBytes(),
                            change.after().reservedBytes(),
                            change.after().committedBytes()));
            all.add(row);
            if (!ofMoments || change.bytes() != 0) {
                shown.add(row);
            }
        }
        shown.total(
                row(Component.RSS, before.rssBytes(), after.rssBytes(), "exact").toArray());
        boolean live = !after.isRecorded();
        Facts facts = new Facts()
                .add("before.time", before.time())
                .add("before.rssBytes", before.rssBytes())
                .add("before.threads", before.isRecorded() ? null : before.threads())
                .add("after.time", after.time())
                .add("after.rssBytes", after.rssBytes())
                .add("after.threads", live ? after.threads() : null)
                .add("change.rssBytes", after.rssBytes() - before.rssBytes())
                .add("change.threads", live ? (long) after.threads() - before.threads() : null);
        return new Part("residentMemory", List.of(facts, all, shown));
    }

    private List<Object> row(String component, long beforeBytes, long afterBytes, String accuracy) {
        long change = afterBytes - beforeBytes;
        long rssBytes = comparison.before().resident().rssBytes();
        return Table.row(component, beforeBytes, afterBytes, change, percent(change, rssBytes), accuracy);
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
