package io.nmt.report.page;

import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.StatementText;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What lines of code held over time, each over all call stacks that lead to it: by the samples, of those that hold most
 * at the end; or where there are none, by the figures of sites that the recording has now and then.
 */
final class SiteCurves {
    private static final int MOST_SITES = 50;
    private static final int MOST_HELD = 200;
    private static final int CERTAIN = 3; // standard errors
    private static final double MILLIS_PER_MINUTE = 60_000;

    private final SampledBlocks samples;
    private final List<HistoryPoint> points;
    private final Map<Integer, Site> sites;
    private final RecordedLines lines;
    private final Map<Integer, Long> recordedErrors; // where there are no samples

    private SiteCurves(
            SampledBlocks samples,
            List<HistoryPoint> points,
            Map<Integer, Site> sites,
            RecordedLines lines,
            Map<Integer, Long> recordedErrors) {
        this.lines = lines;
        this.recordedErrors = recordedErrors;
        this.samples = samples;
        this.points = points;
        this.sites = sites;
    }

    static SiteCurves of(RecordedCourse course) {
        SampledBlocks samples = course.samples();
        if (samples.rows().isEmpty()) {
            Map<Integer, Site> withoutPools = new HashMap<>(course.sites());
            withoutPools.values().removeIf(Site::pool);
            Map<Integer, Long> last = new HashMap<>();
            course.points().forEach(point -> last.putAll(point.sites()));
            RecordedLines lines = new RecordedLines(withoutPools, site -> last.getOrDefault(site, 0L));
            return new SiteCurves(
                    samples, lines.sums(course.points()), withoutPools, lines, errors(course, withoutPools, lines));
        }
        Map<Integer, Site> sites = new HashMap<>();
        for (int i = 0; i < samples.sites().size(); i++) {
            // Chunks of pools live by design; who has parts of them is told elsewhere.
            if (!samples.sites().get(i).pool()) {
                sites.put(i, samples.sites().get(i));
            }
        }
        long[] live = samples.liveBytes();
        RecordedLines lines = new RecordedLines(sites, site -> live[site]);
        Map<Integer, Long> held = new HashMap<>();
        sites.keySet().forEach(site -> held.merge(lines.of(site), live[site], Long::sum));
        int[] largest = held.keySet().stream()
                .sorted(Comparator.comparingLong((Integer line) -> held.get(line))
                        .reversed())
                .limit(MOST_SITES)
                .mapToInt(Integer::intValue)
                .toArray();
        return new SiteCurves(samples, withCurves(course.points(), samples, lines, largest), sites, lines, Map.of());
    }

    /** One standard error of what lines hold at the end, as recorded. */
    private static Map<Integer, Long> errors(RecordedCourse course, Map<Integer, Site> sites, RecordedLines lines) {
        List<SiteUsage> last =
                course.memory() == null ? List.of() : course.memory().last().sites();
        Map<Integer, Double> variances = new HashMap<>();
        sites.forEach((id, site) -> {
            for (SiteUsage usage : last) {
                if (usage.site().equals(site)) {
                    variances.merge(lines.of(id), Math.pow((double) usage.standardErrorBytes(), 2), Double::sum);
                }
            }
        });
        Map<Integer, Long> errors = new HashMap<>();
        variances.forEach((line, variance) -> errors.put(line, Math.round(Math.sqrt(variance))));
        return errors;
    }

    /** By the changes between each two points, added up. */
    private static List<HistoryPoint> withCurves(
            List<HistoryPoint> points, SampledBlocks samples, RecordedLines lines, int[] largest) {
        long[] times = points.stream().mapToLong(HistoryPoint::millis).toArray();
        Map<Integer, Integer> places = new HashMap<>();
        for (int i = 0; i < largest.length; i++) {
            places.put(largest[i], i);
        }
        int[] place = new int[samples.sites().size()];
        for (int site = 0; site < place.length; site++) {
            place[site] = places.getOrDefault(lines.of(site), -1);
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
            all.add(points.get(i).withSites(bytes));
        }
        return all;
    }

    private static int firstFrom(long[] times, long millis) {
        int index = Arrays.binarySearch(times, millis);
        return index >= 0 ? index : -index - 1;
    }

    List<HistoryPoint> points() {
        return points;
    }

    /** Null if it is not known. */
    Site site(int id) {
        return sites.get(id);
    }

    /** Whether samples tell a rise from chance. What lives before it and after it has its error in neither. */
    boolean isMoreThanChance(HistoryReading.Rising rising) {
        return rising.kind() != HistoryReading.Kind.SITE
                || rising.rise().bytes()
                        > CERTAIN * error(rising.id(), rising.rise().sinceMillis());
    }

    /** Of what a site holds more at the end than at a time. */
    private double error(int site, long sinceMillis) {
        if (recordedErrors.containsKey(site)) {
            return recordedErrors.get(site);
        }
        double variance = 0;
        for (SampledBlocks.Row row : samples.rows()) {
            if (lines.of(row.site()) == site) {
                boolean before = row.isLiveAt(sinceMillis);
                boolean now = row.freed() == SampledBlocks.NEVER;
                variance += before == now ? 0 : row.variance();
            }
        }
        return Math.sqrt(variance);
    }

    /** Lines of code that grow: leaks, and what may be garbage. */
    List<Suspect> suspects(HistoryReading reading, ZoneId zone) {
        Growth growth = Growth.of(reading, List.of());
        Times times = new Times(zone, reading.endMillis());
        List<Suspect> suspects = new ArrayList<>();
        for (HistoryReading.Rising rising : reading.rising()) {
            if (rising.kind() == HistoryReading.Kind.SITE) {
                List<Suspect.Held> curve = curve(rising.id());
                double error = error(rising.id(), rising.rise().sinceMillis());
                suspects.add(new Suspect(
                        sites.get(rising.id()),
                        curve.get(curve.size() - 1).bytes(),
                        Math.round(error(rising.id(), Long.MIN_VALUE)),
                        rising.rise().bytesPerMinute(),
                        Math.round(error / rising.rise().forMillis() * MILLIS_PER_MINUTE),
                        rising.rise().sinceMillis(),
                        curve,
                        sentence(growth.ofLine(rising.id()), times)));
            }
        }
        return suspects;
    }

    private String sentence(Statement statement, Times times) {
        int stacks = lines.stacks(statement.subject().id());
        return StatementText.of(statement, times)
                + (stacks > 1 ? " From " + Scale.group(stacks) + " call stacks." : "");
    }

    /** The last of each part of the points. */
    private List<Suspect.Held> curve(int site) {
        List<Suspect.Held> all = new ArrayList<>();
        for (HistoryPoint point : points) {
            Long bytes = point.sites().get(site);
            if (bytes != null) {
                all.add(new Suspect.Held(point.millis(), bytes));
            }
        }
        int step = (all.size() + MOST_HELD - 1) / MOST_HELD;
        List<Suspect.Held> thinned = new ArrayList<>();
        for (int i = all.size() - 1; i >= 0; i -= Math.max(1, step)) {
            thinned.add(0, all.get(i));
        }
        return thinned;
    }
}
