package io.nmt.core.page;

import io.nmt.core.history.HistoryPoint;
import io.nmt.core.history.HistoryReading;
import io.nmt.core.history.HistoryReport;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What call sites held over time: by the samples, of those that hold most at the end; or where there are none, by the
 * figures of sites that the recording has now and then.
 */
final class SiteCurves {
    private static final int MOST_SITES = 50;
    private static final int MOST_HELD = 200;
    private static final int CERTAIN = 3; // standard errors
    private static final double MILLIS_PER_MINUTE = 60_000;

    private final SampledBlocks samples;
    private final List<HistoryPoint> points;
    private final Map<Integer, Site> sites;
    private final Map<Integer, Long> recordedErrors; // where there are no samples

    private SiteCurves(
            SampledBlocks samples,
            List<HistoryPoint> points,
            Map<Integer, Site> sites,
            Map<Integer, Long> recordedErrors) {
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
            return new SiteCurves(samples, course.points(), withoutPools, errors(course, withoutPools));
        }
        long[] live = samples.liveBytes();
        // Chunks of pools live by design; who has parts of them is told elsewhere.
        int[] largest = IntStream.range(0, live.length)
                .filter(site -> !samples.sites().get(site).pool())
                .boxed()
                .sorted(Comparator.comparingLong((Integer site) -> live[site]).reversed())
                .limit(MOST_SITES)
                .mapToInt(Integer::intValue)
                .toArray();
        Map<Integer, Site> sites = new HashMap<>();
        for (int site : largest) {
            sites.put(site, samples.sites().get(site));
        }
        return new SiteCurves(samples, withCurves(course.points(), samples, largest), sites, Map.of());
    }

    /** One standard error of what sites hold at the end, as recorded. */
    private static Map<Integer, Long> errors(RecordedCourse course, Map<Integer, Site> sites) {
        Map<Integer, Long> errors = new HashMap<>();
        List<SiteUsage> last =
                course.memory() == null ? List.of() : course.memory().last().sites();
        sites.forEach((id, site) -> {
            for (SiteUsage usage : last) {
                if (usage.site().equals(site)) {
                    errors.put(id, usage.standardErrorBytes());
                }
            }
        });
        return errors;
    }

    /** By the changes between each two points, added up. */
    private static List<HistoryPoint> withCurves(List<HistoryPoint> points, SampledBlocks samples, int[] largest) {
        long[] times = points.stream().mapToLong(HistoryPoint::millis).toArray();
        int[] place = new int[samples.sites().size()];
        Arrays.fill(place, -1);
        for (int i = 0; i < largest.length; i++) {
            place[largest[i]] = i;
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
            if (row.site() == site) {
                boolean before = row.isLiveAt(sinceMillis);
                boolean now = row.freed() == SampledBlocks.NEVER;
                variance += before == now ? 0 : row.variance();
            }
        }
        return Math.sqrt(variance);
    }

    List<Suspect> suspects(HistoryReading reading, ZoneId zone) {
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
                        HistoryReport.ofSite(reading, rising.id(), zone)));
            }
        }
        return suspects;
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
