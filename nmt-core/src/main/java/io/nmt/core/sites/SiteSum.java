package io.nmt.core.sites;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up the samples of a site. */
final class SiteSum {
    private static final int MOST_THREADS = 10;
    private static final double CERTAIN = 3; // standard errors
    private static final double STILL_RISING = 1.0 / 3 / 5; // a fifth of what it was in each quarter before
    private static final long UNITS_PER_MINUTE = 60_000_000_000L / SampleRecord.NANOS_PER_UNIT;
    private static final long SHORTEST_TREND = UNITS_PER_MINUTE / 3;

    private final CallSite site;
    private final Map<Integer, Long> bytesByThread = new HashMap<>();
    private long bytes;
    private long samples;
    private double count;
    private double variance;
    private long oldest = Long.MAX_VALUE;

    SiteSum(CallSite site) {
        this.site = site;
    }

    void add(long entry, long sampleBytes) {
        double weight = Weight.of(sampleBytes);
        long estimate = Math.round(sampleBytes * weight);
        bytes += estimate;
        samples++;
        count += weight;
        // Horvitz and Thompson: each sample contributes x² (1 − p) / p², where p is its probability, 1 / weight.
        variance += (double) sampleBytes * sampleBytes * weight * (weight - 1);
        oldest = Math.min(oldest, SampleRecord.time(entry));
        bytesByThread.merge(SampleRecord.threadId(entry), estimate, Long::sum);
    }

    long bytes() {
        return bytes;
    }

    /** What the samples tell at that time. */
    SiteUsage usage(long now) {
        long held = site.liveBytes();
        long[] floors = site.history().quarters(now, held);
        long time = Math.max(1, now - site.history().start());
        // The floor of a steady rise is met at the begin of a quarter: the second and the last are half the time apart.
        // The
        // first is left out, since it begins with nothing.
        long growth = Math.round((floors[3] - floors[1]) / (0.5 * time) * UNITS_PER_MINUTE);
        return new SiteUsage(
                site,
                bytes,
                Math.round(Math.sqrt(variance)),
                Math.round(count),
                samples,
                site.peakBytes(),
                (now - Math.min(oldest, now)) * SampleRecord.NANOS_PER_UNIT,
                growth,
                isGrowing(floors, time),
                threadNames());
    }

    /**
     * Whether the floor has risen from each quarter to the next, by more than the samples' chance explains, and goes on rising in
     * the last one: a cache that has become full does not.
     */
    private boolean isGrowing(long[] floors, long time) {
        double error = bytes == 0 ? 0 : Math.sqrt(variance) * Math.sqrt((double) floors[3] / bytes);
        return time >= SHORTEST_TREND
                && floors[0] < floors[1]
                && floors[1] < floors[2]
                && floors[2] < floors[3]
                && floors[3] - floors[1] > CERTAIN * error
                && floors[4] - floors[3] > (floors[3] - floors[0]) * STILL_RISING;
    }

    private List<String> threadNames() {
        List<Map.Entry<Integer, Long>> threads = new ArrayList<>(bytesByThread.entrySet());
        threads.sort(Map.Entry.<Integer, Long>comparingByValue().reversed());
        List<String> names = new ArrayList<>();
        for (Map.Entry<Integer, Long> thread : threads.subList(0, Math.min(threads.size(), MOST_THREADS))) {
            names.add(ThreadNames.withId(thread.getKey()));
        }
        return List.copyOf(names);
    }
}
