package io.nmt.report.document;

import io.nmt.core.model.Frame;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.Arrays;
import java.util.List;

/** The columns of a call site for programs, in all tables that have one. Of a recorded site less is known. */
final class SiteRows {
    static final List<Column> COLUMNS = List.of(
            Column.data("id"),
            Column.data("type"),
            Column.data("site"),
            Column.data("innermost"),
            Column.data("stack"),
            Column.data("by"),
            Column.data("cutAfter"),
            Column.data("pool"),
            Column.data("freedBy"),
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

    private SiteRows() {}

    /**
     * Builds the cells.
     *
     * @param usage of the site
     * @param growthKnown whether a recorded one has growth, too
     * @return a cell for each of the columns
     */
    static List<Object> cells(SiteUsage usage, boolean growthKnown) {
        Site site = usage.site();
        boolean live = site.id() != 0;
        boolean grows = live || growthKnown;
        boolean sampled = live && usage.samples() > 0; // else of a line, whose growth the recording's course tells
        return Arrays.asList(
                live ? site.id() : null,
                site.category(),
                site,
                innermost(site),
                site.frames(),
                site.by(),
                site.cutAfter() > 0 ? site.cutAfter() : null,
                live ? site.pool() : null,
                live ? site.freedBy().label() : null,
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
