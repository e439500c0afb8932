package io.nmt.core.internal.sites;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up samples of objects by line, and by the stacks that lead to each, as {@link LineSums} does for bytes. */
public final class CountLines {
    private static final Comparator<HandleSite> MOST_FIRST = new MostFirst();

    private final long now;
    private final long newest;
    private final Map<Line, OfLine> lines = new HashMap<>();

    /** No lambda: linking one throws errors inside the JDK, and this may be read at exit. */
    private static final class MostFirst implements Comparator<HandleSite> {
        @Override
        public int compare(HandleSite first, HandleSite second) {
            return Long.compare(second.open() + second.collected(), first.open() + first.collected());
        }
    }

    /** The stacks of a line, and all of them together. */
    private final class OfLine {
        final CountSum all;
        final Map<CallSite, CountSum> stacks = new HashMap<>();
        final Map<CallSite, Long> collected = new HashMap<>();

        OfLine(Line line) {
            this.all = new CountSum(line.held(), now, newest);
        }

        CountSum stack(CallSite site) {
            return stacks.computeIfAbsent(site, any -> new CountSum(site.held(), now, newest));
        }
    }

    /**
     * Begins with no samples.
     *
     * @param now all samples are from before
     * @param newest of samples that count: what is younger only shows whether a line grows
     */
    public CountLines(long now, long newest) {
        this.now = now;
        this.newest = newest;
    }

    private OfLine line(CallSite site) {
        return lines.computeIfAbsent(site.line(), OfLine::new);
    }

    /**
     * Adds a sample of an object that is open.
     *
     * @param site where it was made
     * @param entry its {@link SampleRecord}
     * @param weight how many it stands for
     */
    public void add(CallSite site, long entry, long weight) {
        OfLine line = line(site);
        line.all.add(entry, weight);
        line.stack(site).add(entry, weight);
    }

    /**
     * Adds objects that were collected before they were closed.
     *
     * @param site where they were made
     * @param count of these
     */
    public void addCollected(CallSite site, long count) {
        OfLine line = line(site);
        line.stack(site);
        line.collected.merge(site, count, Long::sum);
    }

    /**
     * Judges the lines.
     *
     * @param allOpen how many objects of all lines are neither closed nor collected: no line has more
     * @param withSamples whether lines are left out that have no sample that counts
     * @return the line with most first
     */
    public List<HandleSite> usages(long allOpen, boolean withSamples) {
        List<HandleSite> usages = new ArrayList<>();
        for (Map.Entry<Line, OfLine> line : lines.entrySet()) {
            if (!withSamples || line.getValue().all.hasSamples()) {
                usages.add(usage(line.getKey(), line.getValue(), allOpen, withSamples));
            }
        }
        usages.sort(MOST_FIRST);
        return usages;
    }

    private static HandleSite usage(Line line, OfLine sums, long allOpen, boolean withSamples) {
        List<HandleSite> stacks = new ArrayList<>();
        long collected = 0;
        for (Map.Entry<CallSite, CountSum> entry : sums.stacks.entrySet()) {
            if (withSamples && !entry.getValue().hasSamples()) {
                continue;
            }
            long here = sums.collected.getOrDefault(entry.getKey(), 0L);
            collected += here;
            stacks.add(entry.getValue().usage(entry.getKey().site(), here, allOpen, List.of()));
        }
        stacks.sort(MOST_FIRST);
        List<Site> sites = stacks.stream().map(HandleSite::site).toList();
        HandleSite usage =
                sums.all.usage(line.site(sites), collected, allOpen, stacks.size() == 1 ? List.of() : stacks);
        return grown(usage, stacks);
    }

    /** Adds up stacks by the rule that lines of bytes have. */
    private static HandleSite grown(HandleSite line, List<HandleSite> stacks) {
        SiteUsage grown = LineSums.grown(
                growth(line), stacks.stream().map(CountLines::growth).toList());
        return grown.growing() == line.growing()
                ? line
                : new HandleSite(
                        line.site(),
                        line.open(),
                        line.standardError(),
                        line.collected(),
                        line.samples(),
                        line.oldestAgeNanos(),
                        grown.growthBytesPerMinute(),
                        grown.growthErrorBytesPerMinute(),
                        true,
                        grown.growingForNanos(),
                        0,
                        line.threadNames(),
                        line.stacks());
    }

    private static SiteUsage growth(HandleSite site) {
        return SiteUsage.recorded(site.site(), site.open(), 0, 0, 0, 0)
                .withGrowth(
                        site.growing(),
                        site.growthPerMinute(),
                        site.growthErrorPerMinute(),
                        site.growingForNanos(),
                        site.judgedInNanos());
    }
}
