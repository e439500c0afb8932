package io.nmt.report.page;

import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.past.HistoryPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The lines of code of a recording, each over the call stacks that lead to it, for memory of the same category. A line
 * has the number of its largest stack. Immutable.
 */
final class RecordedLines {
    private final Map<Object, Integer> lines = new HashMap<>();
    private final Map<Integer, Integer> lineOf = new HashMap<>();

    /**
     * The identity of a line.
     *
     * @param name as it is shown: what samples and the figures of sites tell of one frame may differ otherwise
     */
    private record Line(String category, String name, boolean chunks, boolean singleBuffers) {}

    /**
     * Finds them.
     *
     * @param sites by their number
     * @param bytes what each holds at the end, by its number
     */
    RecordedLines(Map<Integer, Site> sites, ToLongFunction<Integer> bytes) {
        sites.forEach((id, site) -> lines.merge(
                key(site), id, (one, other) -> bytes.applyAsLong(other) > bytes.applyAsLong(one) ? other : one));
        sites.forEach((id, site) -> lineOf.put(id, lines.get(key(site))));
    }

    /** Equal for sites of one line. */
    static Object key(Site site) {
        return new Line(site.category(), site.toString(), site.pool(), PooledSite.isOfSingleBuffers(site));
    }

    /**
     * The sums of the lines. A peak is at least that.
     *
     * @param stacks the one with most bytes first
     * @return the line with most bytes first, with the calls of the stack that holds most
     */
    static List<SiteUsage> usages(List<SiteUsage> stacks) {
        Map<Object, SiteUsage> lines = new LinkedHashMap<>();
        stacks.forEach(stack -> lines.merge(key(stack.site()), stack, RecordedLines::sum));
        List<SiteUsage> sums = new ArrayList<>(lines.values());
        sums.sort(Comparator.comparingLong(SiteUsage::liveBytes).reversed());
        return sums;
    }

    /** The first one holds more than the second one alone, of stacks that come with most bytes first. */
    private static SiteUsage sum(SiteUsage one, SiteUsage other) {
        long bytes = one.liveBytes() + other.liveBytes();
        return SiteUsage.recorded(
                one.site(),
                bytes,
                Math.round(Math.hypot((double) one.standardErrorBytes(), (double) other.standardErrorBytes())),
                one.liveCount() + other.liveCount(),
                Math.max(bytes, Math.max(one.peakBytes(), other.peakBytes())),
                Math.max(one.oldestAgeNanos(), other.oldestAgeNanos()));
    }

    /** The number of a stack's line; -1 if it has none. */
    int of(int site) {
        return lineOf.getOrDefault(site, -1);
    }

    /** The bytes of stacks, by their lines, as far as these are known; the stack with most bytes first. */
    Map<Integer, List<SiteUsage>> byLine(List<SiteUsage> stacks) {
        Map<Integer, List<SiteUsage>> byLine = new TreeMap<>();
        for (SiteUsage usage : stacks) {
            Integer line = lines.get(key(usage.site()));
            if (line != null) {
                byLine.computeIfAbsent(line, any -> new ArrayList<>()).add(usage);
            }
        }
        byLine.values()
                .forEach(usages -> usages.sort(
                        Comparator.comparingLong(SiteUsage::liveBytes).reversed()));
        return byLine;
    }

    /** A line as one call site, which has the number of the line. */
    static SiteUsage sum(int line, Site site, List<SiteUsage> stacks) {
        SiteUsage sum = usages(stacks).get(0);
        return SiteUsage.recorded(
                site.withId(line),
                sum.liveBytes(),
                sum.standardErrorBytes(),
                sum.liveCount(),
                sum.peakBytes(),
                sum.oldestAgeNanos());
    }

    /**
     * Points with the figures of lines in place of those of stacks. What is told of the stacks of one moment may be in
     * two points: where a point has nothing of a stack, the figure of the point before that tells of sites counts.
     */
    List<HistoryPoint> sums(List<HistoryPoint> points) {
        List<HistoryPoint> all = new ArrayList<>();
        Map<Integer, Long> before = Map.of();
        for (HistoryPoint point : points) {
            Map<Integer, Long> now = point.sites();
            Map<Integer, Long> sums = new HashMap<>();
            now.keySet().forEach(site -> sums.put(of(site), 0L));
            Map<Integer, Long> known = new HashMap<>(before);
            known.putAll(now);
            known.forEach((site, bytes) -> sums.computeIfPresent(of(site), (line, sum) -> sum + bytes));
            sums.remove(-1);
            all.add(point.withSites(sums));
            before = now.isEmpty() ? before : now;
        }
        return all;
    }
}
