package io.nmt.report.document;

import io.nmt.core.model.Frame;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.Arrays;
import java.util.List;

/** The columns of call sites that programs read, in all tables that have some. Of a recorded site less is known. */
final class SiteRows {
    private static final List<Column> SITE = List.of(
            Column.data("id"),
            Column.data("type"),
            Column.data("site"),
            Column.data("innermost"),
            Column.data("stack"),
            Column.data("by"),
            Column.data("cutAfter"),
            Column.data("pool"),
            Column.data("freedBy"));

    private static final List<Column> FIGURES = List.of(
            Column.data("liveBytes"),
            Column.data("standardErrorBytes"),
            Column.data("count"),
            Column.data("peakBytes"),
            Column.data("oldestAgeNanos"),
            Column.data("samples"),
            Column.data("growthBytesPerMinute"),
            Column.data("growthErrorBytesPerMinute"),
            Column.data("growing"),
            Column.data("growingForNanos"),
            Column.data("judgedInNanos"),
            Column.data("threads"));

    static final List<Column> COLUMNS = Table.joined(SITE, FIGURES);

    private static final List<Column> LINES =
            Table.joined(COLUMNS, List.of(Column.data("stackCount"), Column.data("stacks")));

    private static final List<Column> CHANGES = Table.joined(
            SITE,
            List.of(
                    Column.data("before.liveBytes"),
                    Column.data("before.count"),
                    Column.data("after.liveBytes"),
                    Column.data("after.count"),
                    Column.data("change.liveBytes"),
                    Column.data("change.count"),
                    Column.data("standardErrorBytes")));

    private SiteRows() {}

    /** Builds call sites for programs. */
    static Table table(String key, List<SiteUsage> sites, int top) {
        Table table = Table.data(key, COLUMNS);
        Table.first(sites, top).forEach(usage -> table.add(cells(usage, false)));
        return table;
    }

    /** Builds lines of code for programs, each with the stacks that lead to it if there are several. */
    static Table lines(String key, List<SiteUsage> lines, LeaksByLine byLine, int top) {
        Table table = Table.data(key, LINES);
        for (SiteUsage usage : Table.first(lines, top)) {
            List<SiteUsage> stacks = byLine.stacks(usage);
            boolean several = stacks.size() > 1;
            table.add(Table.joined(
                    cells(usage, false),
                    Table.row(several ? stacks.size() : null, several ? table("stacks", stacks, top) : null)));
        }
        return table;
    }

    /** Builds sites that changed, for programs. */
    static Table changes(List<Comparison.SiteChange> changes, int top) {
        Table table = Table.data("sites", CHANGES);
        for (Comparison.SiteChange change : Table.first(changes, top)) {
            table.add(Table.joined(
                    site(change.site()),
                    Table.row(
                            change.beforeBytes(),
                            change.beforeCount(),
                            change.afterBytes(),
                            change.afterCount(),
                            change.bytes(),
                            change.count(),
                            change.standardErrorBytes())));
        }
        return table;
    }

    private static List<Object> site(Site site) {
        boolean live = site.id() != 0;
        return Arrays.asList(
                live ? site.id() : null,
                site.category(),
                site,
                innermost(site),
                site.frames(),
                site.by(),
                site.cutAfter() > 0 ? site.cutAfter() : null,
                live ? site.pool() : null,
                live ? site.freedBy().label() : null);
    }

    /**
     * Builds the cells.
     *
     * @param usage of the site
     * @param growthKnown whether a recorded one has growth, too
     * @return a cell for each of the columns
     */
    static List<Object> cells(SiteUsage usage, boolean growthKnown) {
        boolean live = usage.site().id() != 0;
        boolean grows = live || growthKnown;
        boolean sampled = live && usage.samples() > 0; // else of a line, whose growth the recording's course tells
        List<Object> figures = Arrays.asList(
                usage.liveBytes(),
                usage.standardErrorBytes(),
                usage.liveCount(),
                usage.peakBytes(),
                usage.oldestAgeNanos(),
                sampled ? usage.samples() : null,
                grows ? usage.growthBytesPerMinute() : null,
                grows ? usage.growthErrorBytesPerMinute() : null,
                grows ? usage.growing() : null,
                grows ? usage.growingForNanos() : null,
                sampled || (grows && !live) ? usage.judgedInNanos() : null,
                sampled ? usage.threadNames() : null);
        return Table.joined(site(usage.site()), figures);
    }

    private static Object innermost(Site site) {
        Frame innermost = site.innermost();
        return innermost == null ? site : innermost;
    }

    /** Builds how sites were found. */
    static Facts facts(Sampling sampling) {
        return new Facts()
                .add("intervalBytes", sampling.intervalBytes())
                .add("lostSamples", sampling.lostSamples())
                .addAll(CoverageLines.facts(sampling.coverage()));
    }
}
