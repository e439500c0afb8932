package io.nmt.report.page;

import io.nmt.core.model.Category;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.Rise;
import io.nmt.report.past.Rising;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The memory of lines of code over time, each over all call stacks that lead to it. With samples, these are the largest
 * lines at the end; without, the sites that the recording has now and then.
 */
final class SiteCurves {
    private static final int MOST_SITES = 50;
    private static final int CERTAIN_ERRORS = 3; // standard errors
    private static final double MILLIS_PER_MINUTE = 60_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Comparator<SiteUsage> MOST_FIRST =
            Comparator.comparingLong(SiteUsage::liveBytes).reversed();

    private final SampledBlocks samples;
    private final List<HistoryPoint> points;
    private final Map<Integer, Site> sites; // by their numbers; where there are samples, their indexes and one
    private final RecordedLines lines;
    private final List<SiteUsage> recorded; // what stacks held last, where there are no samples
    private final List<SiteUsage> pools; // chunks of pools
    private final List<SiteUsage> buffers; // of pools, by line of code
    private final Snapshot whole; // the last figures of categories; null if there are none

    private SiteCurves(
            SampledBlocks samples,
            List<HistoryPoint> points,
            Map<Integer, Site> sites,
            RecordedLines lines,
            List<SiteUsage> recorded,
            List<SiteUsage> pools,
            List<SiteUsage> buffers,
            Snapshot whole) {
        this.pools = pools;
        this.buffers = buffers;
        this.whole = whole;
        this.samples = samples;
        this.points = points;
        this.sites = sites;
        this.lines = lines;
        this.recorded = recorded;
    }

    static SiteCurves of(RecordedCourse course) {
        SampledBlocks samples = course.samples();
        List<SiteUsage> last =
                course.memory() == null ? List.of() : course.memory().last().sites();
        Snapshot whole = course.memory() == null ? null : course.memory().last().snapshot();
        List<SiteUsage> pools =
                last.stream().filter(usage -> usage.site().pool()).toList();
        List<SiteUsage> buffers = buffers(course.memory());
        // A large buffer, which is a block as well, is among the buffers alone.
        Predicate<Site> isOfPool = site -> site.pool() || (!buffers.isEmpty() && PooledSite.isOfSingleBuffers(site));
        if (samples.rows().isEmpty()) {
            Map<Integer, Site> withoutPools = new HashMap<>(course.sites());
            withoutPools.values().removeIf(isOfPool);
            Map<Integer, Long> bytes = new HashMap<>();
            course.points().forEach(point -> bytes.putAll(point.sites()));
            RecordedLines lines = new RecordedLines(withoutPools, site -> bytes.getOrDefault(site, 0L));
            return new SiteCurves(
                    samples, lines.sums(course.points()), withoutPools, lines, last, pools, buffers, whole);
        }
        Map<Integer, Site> sites = new HashMap<>();
        for (int i = 0; i < samples.sites().size(); i++) {
            // Chunks of pools live by design; who has parts of them is told elsewhere.
            if (!isOfPool.test(samples.sites().get(i))) {
                sites.put(i + 1, samples.sites().get(i));
            }
        }
        long[] live = samples.liveBytes();
        RecordedLines lines = new RecordedLines(sites, site -> live[site - 1]);
        Map<Integer, Long> held = new HashMap<>();
        sites.keySet().forEach(site -> held.merge(lines.of(site), live[site - 1], Long::sum));
        int[] largest = held.keySet().stream()
                .sorted(Comparator.comparingLong((Integer line) -> held.get(line))
                        .reversed())
                .limit(MOST_SITES)
                .mapToInt(Integer::intValue)
                .toArray();
        return new SiteCurves(
                samples, withCurves(course, lines, sites, largest), sites, lines, List.of(), pools, buffers, whole);
    }

    /** The lines that have taken buffers of pools, as of the last figures, with numbers that no other line has. */
    private static List<SiteUsage> buffers(RecordedMemory memory) {
        PoolReading last = memory == null ? null : memory.last().pools();
        List<SiteUsage> all = new ArrayList<>();
        for (PooledSite site : last == null ? List.<PooledSite>of() : last.sites()) {
            SiteUsage usage = site.usage();
            SiteUsage numbered = RecordedLines.sum(-1 - all.size(), usage.site(), List.of(usage));
            all.add(numbered.withGrowth(
                    usage.growing(),
                    usage.growthBytesPerMinute(),
                    usage.growthErrorBytesPerMinute(),
                    usage.growingForNanos(),
                    usage.judgedInNanos()));
        }
        return all;
    }

    /** By the changes between each two points, added up. */
    private static List<HistoryPoint> withCurves(
            RecordedCourse course, RecordedLines lines, Map<Integer, Site> sites, int[] largest) {
        List<HistoryPoint> points = course.points();
        SampledBlocks samples = course.samples();
        boolean exact = course.intervalBytes() == 1;
        long[] times = points.stream().mapToLong(HistoryPoint::millis).toArray();
        Map<Integer, Integer> places = new HashMap<>();
        for (int i = 0; i < largest.length; i++) {
            places.put(largest[i], i);
        }
        int[] place = new int[samples.sites().size()];
        for (int site = 0; site < place.length; site++) {
            place[site] = places.getOrDefault(lines.of(site + 1), -1);
        }
        double[][] changes = new double[largest.length][times.length + 1];
        for (SampledBlocks.Row row : samples.rows()) {
            if (place[row.site()] >= 0) {
                double[] ofSite = changes[place[row.site()]];
                ofSite[firstFrom(times, row.allocated())] += row.bytes();
                if (row.freed() != SampledBlocks.NEVER) {
                    ofSite[firstFrom(times, row.freed())] -= row.bytes();
                }
            }
        }
        List<HistoryPoint> all = new ArrayList<>();
        double[] held = new double[largest.length];
        for (int i = 0; i < times.length; i++) {
            Map<Integer, Long> bytes = new HashMap<>();
            for (int k = 0; k < largest.length; k++) {
                held[k] += changes[k][i];
                bytes.put(largest[k], Math.max(0, Math.round(held[k])));
            }
            all.add(points.get(i).withSites(exact ? bytes : within(bytes, sites, points.get(i))));
        }
        return all;
    }

    /** No category has less than its lines of code. */
    private static Map<Integer, Long> within(Map<Integer, Long> lines, Map<Integer, Site> sites, HistoryPoint point) {
        Map<String, Long> sums = new HashMap<>();
        lines.forEach((line, bytes) -> sums.merge(sites.get(line).category(), bytes, Long::sum));
        Map<Integer, Long> within = new HashMap<>();
        lines.forEach((line, bytes) -> {
            String category = sites.get(line).category();
            Category known = Category.find(category);
            HistoryPoint.Usage usage = known == null ? null : point.categories().get(known.id());
            long sum = sums.get(category);
            within.put(line, usage == null ? bytes : RecordedBounds.part(bytes, sum, usage.bytes()));
        });
        return within;
    }

    private static int firstFrom(long[] times, long millis) {
        int index = Arrays.binarySearch(times, millis);
        return index >= 0 ? index : -index - 1;
    }

    List<HistoryPoint> pointsSince(long millis) {
        return points.stream().filter(point -> point.millis() >= millis).toList();
    }

    /** Null if it is not known. */
    Site site(int id) {
        return sites.get(id);
    }

    /**
     * True if samples tell a rise from chance. Memory that lives before it and after it adds no error. What lives
     * before it and after it has its error in neither.
     */
    boolean isMoreThanChance(Rising rising) {
        return rising.kind() != Rising.Kind.SITE
                || rising.rise().bytes()
                        > CERTAIN_ERRORS * error(rising.id(), rising.rise().sinceMillis());
    }

    /** The error of a site's growth since a time. */
    private double error(int site, long sinceMillis) {
        double variance = 0;
        for (SiteUsage usage : lines.byLine(recorded).getOrDefault(site, List.of())) {
            variance += Math.pow((double) usage.standardErrorBytes(), 2);
        }
        for (SampledBlocks.Row row : samples.rows()) {
            if (lines.of(row.site() + 1) == site) {
                boolean before = row.isLiveAt(sinceMillis);
                boolean now = row.freed() == SampledBlocks.NEVER;
                variance += before == now ? 0 : row.variance();
            }
        }
        return Math.sqrt(variance);
    }

    /** Lines of code by what of theirs is old, or holds nothing old and grows, and the stacks that lead to them. */
    LeaksByLine lines(HistoryReading reading, long minimumAgeNanos) {
        long endMillis = reading.endMillis();
        Map<Integer, List<SiteUsage>> old =
                lines.byLine(held(endMillis, endMillis - minimumAgeNanos / NANOS_PER_MILLI));
        Map<Integer, List<SiteUsage>> all = lines.byLine(held(endMillis, endMillis));
        List<SiteUsage> holders = new ArrayList<>();
        Map<Integer, List<SiteUsage>> stacks = new HashMap<>();
        all.forEach((line, ofAllAges) -> {
            Rising rising = reading.risingSite(line);
            if (rising != null || old.containsKey(line)) {
                List<SiteUsage> told = old.getOrDefault(line, ofAllAges);
                SiteUsage usage = RecordedLines.sum(line, sites.get(line), told);
                holders.add(rising == null ? usage : growing(usage, rising));
                stacks.put(line, told);
            }
        });
        buffers.stream()
                .filter(usage -> usage.liveBytes() > 0)
                .filter(usage -> usage.growing() || usage.oldestAgeNanos() >= minimumAgeNanos)
                .forEach(holders::add);
        holders.sort(MOST_FIRST);
        stacks.values().removeIf(ofLine -> ofLine.size() == 1);
        return new LeaksByLine(new Leaks(minimumAgeNanos, List.of(), holders, pools, 0), stacks);
    }

    private SiteUsage growing(SiteUsage usage, Rising rising) {
        Rise rise = rising.rise();
        double error = error(rising.id(), rise.sinceMillis()) / rise.forMillis() * MILLIS_PER_MINUTE;
        return usage.withGrowth(true, rise.bytesPerMinute(), Math.round(error), rise.forMillis() * NANOS_PER_MILLI, 0);
    }

    /** The same lines with all that they hold: by the recording's last figures, as far as these are of its end. */
    List<SiteUsage> wholeLines(RecordedMemory memory, long endMillis) {
        Map<Integer, List<SiteUsage>> byLine = new HashMap<>(lines.byLine(held(endMillis, endMillis)));
        if (memory != null && !memory.areSitesLate()) {
            byLine.putAll(lines.byLine(memory.last().sites()));
        }
        List<SiteUsage> all = new ArrayList<>();
        byLine.forEach((line, stacks) -> all.add(RecordedLines.sum(line, sites.get(line), stacks)));
        return whole == null ? all : RecordedBounds.within(all, whole);
    }

    /** The bytes of stacks at the end, of those allocated until a time; all bytes without samples. */
    private List<SiteUsage> held(long endMillis, long untilMillis) {
        if (samples.rows().isEmpty()) {
            return recorded;
        }
        List<SiteUsage> live = samples.live(endMillis, untilMillis);
        return whole == null ? live : RecordedBounds.within(live, whole);
    }
}
