package io.nmt.report.document;

import io.nmt.core.model.PooledSite;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.Report.Section;
import java.util.ArrayList;
import java.util.List;

/** Call sites that hold pooled buffers, and the classes that had them. */
final class PooledSiteTable {
    private static final int MOST_SEEN = 3;
    private static final int CATEGORY_CHARS = 24;
    private static final String LOST = "Lost";

    private static final List<Column> USERS = List.of(
            Column.data("lostBytes"),
            Column.data("goneBytes"),
            Column.data("lastSeen"),
            Column.data("retainedBy"),
            Column.data("partsTakenBy"),
            Column.data("lostLastSeen"),
            Column.data("lostRetainedBy"),
            Column.data("lostPartsTakenBy"),
            Column.data("stackCount"),
            Column.data("stacks"));

    private PooledSiteTable() {}

    /** Adds them, and the calls that led to each if people see these. */
    static void add(List<Section> sections, List<PooledSite> sites, int top, boolean stacks) {
        List<PooledSite> shown = Table.first(sites, top);
        if (sites.isEmpty()) {
            sections.add(Table.data("sites", List.of()));
            return;
        }
        // What all rows have in common is said once: terminals are narrow.
        String only = SafeText.name(shown.get(0).usage().site().category());
        boolean several =
                shown.stream().anyMatch(site -> !site.usage().site().category().equals(only));
        boolean anyLost = shown.stream().anyMatch(site -> PoolFigures.lostBytes(site) > 0);
        List<Column> columns = siteColumns(several, anyLost);
        String title = Table.title("Allocated and not released, by call site", sites.size(), shown.size());
        Table table = new Table("sites", title.concat(several ? "" : ": ".concat(only)), columns);
        shown.forEach(site -> table.add(row(site, columns, top)));
        sections.add(table);
        StringBuilder calls = new StringBuilder();
        for (int i = 0; stacks && i < shown.size(); i++) {
            appendStack(calls, i + 1, shown.get(i));
        }
        sections.add(new Lines(calls.toString()));
    }

    private static List<Column> siteColumns(boolean several, boolean anyLost) {
        return Table.joined(
                List.of(
                        Column.name("", several ? "Pool" : ""),
                        Column.name("", "Allocated at"),
                        Column.bytes("", "Bytes"),
                        Column.bytes("", Column.ERROR),
                        Column.count("", "Buffers"),
                        Column.bytes("", anyLost ? LOST : ""),
                        Column.bytes("", "Growth/min"),
                        Column.bytes("", Column.ERROR),
                        Column.age("", "For"),
                        Column.age("", "Oldest")),
                SiteRows.COLUMNS,
                USERS);
    }

    private static List<Object> row(PooledSite site, List<Column> columns, int top) {
        SiteUsage usage = site.usage();
        List<PooledSite> below = site.stacks();
        Table stacks = below.isEmpty() ? null : Table.data("stacks", columns);
        Table.first(below, top).forEach(stack -> stacks.add(row(stack, columns, top)));
        return Table.joined(
                Table.row(
                        SafeText.shortened(usage.site().category(), CATEGORY_CHARS),
                        StackText.name(usage.site(), below.size()),
                        usage.liveBytes(),
                        usage.standardErrorBytes(),
                        SiteReport.count(usage),
                        PoolFigures.lostBytes(site) == 0 ? null : PoolFigures.lostBytes(site),
                        usage.growthBytesPerMinute(),
                        usage.growthErrorBytesPerMinute(),
                        usage.growingForNanos(),
                        usage.oldestAgeNanos()),
                SiteRows.cells(usage, true),
                Table.row(
                        site.lostBytes(),
                        site.goneBytes(),
                        BufferUsersTable.data(site.held().lastSeen()),
                        BufferUsersTable.data(site.held().retainedBy()),
                        BufferUsersTable.data(site.held().partsTakenBy()),
                        BufferUsersTable.data(site.lost().lastSeen()),
                        BufferUsersTable.data(site.lost().retainedBy()),
                        BufferUsersTable.data(site.lost().partsTakenBy()),
                        stacks == null ? null : below.size(),
                        stacks));
    }

    private static void appendStack(StringBuilder text, int number, PooledSite site) {
        if (site.stacks().isEmpty()) {
            StackText.append(text, number, site.usage().site());
            appendUsers(text, site);
            return;
        }
        StackText.appendLine(text, number, site.usage().site(), site.stacks().size());
        for (PooledSite stack : site.stacks()) {
            long bytes = stack.usage().liveBytes();
            text.append("   ").append(Amounts.format(bytes)).append('\n');
            StackText.appendFrames(text, stack.usage().site());
            appendUsers(text, stack);
        }
    }

    private static void appendUsers(StringBuilder text, PooledSite site) {
        appendHolders(text, "last held by", site.held().lastSeen());
        appendHolders(text, "retained by", site.held().retainedBy());
        appendHolders(text, "parts taken by", site.held().partsTakenBy());
        appendHolders(text, "lost, last held by", site.lost().lastSeen());
        appendHolders(text, "lost, retained by", site.lost().retainedBy());
        appendHolders(text, "lost, parts taken by", site.lost().partsTakenBy());
        StackText.appendNames(text, "threads", site.usage().threadNames());
    }

    private static void appendHolders(StringBuilder text, String label, List<PooledSite.Holder> holders) {
        List<String> names = new ArrayList<>();
        for (PooledSite.Holder holder : holders.subList(0, Math.min(MOST_SEEN, holders.size()))) {
            names.add(holder.className() + " (" + Amounts.format(holder.bytes()) + ")");
        }
        if (!names.isEmpty()) {
            StackText.appendNames(text, label, names);
        }
    }
}
