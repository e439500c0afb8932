package io.nmt.core.internal.sites;

import io.nmt.core.internal.counters.SampleCountdown;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up the samples of a site, or of a line. */
public final class SiteSum {
    private static final int MOST_THREADS = 10;

    private static final Comparator<Map.Entry<Integer, Long>> MOST_FIRST = new Comparator<>() {
        @Override
        public int compare(Map.Entry<Integer, Long> one, Map.Entry<Integer, Long> other) {
            return Long.compare(other.getValue(), one.getValue());
        }
    };

    private final Held held;
    private final CallSite callSite; // null if this is of a line
    private final long intervalBytes;
    private final long now;
    private final Trend trend;
    private final Map<Integer, Long> bytesByThread = new HashMap<>();
    private long bytes;
    private long sampledBytes;
    private long samples;
    private double count;
    private double variance;
    private long oldest = Long.MAX_VALUE;

    /**
     * Begins with no samples.
     *
     * @param site that they are of
     * @param intervalBytes on average between two samples
     * @param now all samples are from before
     */
    SiteSum(CallSite site, long intervalBytes, long now) {
        this(site, site.held(), intervalBytes, now);
    }

    /** The same, of all call sites of a line. */
    SiteSum(Line line, long intervalBytes, long now) {
        this(null, line.held(), intervalBytes, now);
    }

    /** The same, of a line that has had one stack until now: begins with the samples of that. */
    SiteSum(Line line, SiteSum first) {
        this.callSite = null;
        this.held = line.held();
        this.intervalBytes = first.intervalBytes;
        this.now = first.now;
        this.trend = new Trend(held, first.trend);
        this.bytesByThread.putAll(first.bytesByThread);
        this.bytes = first.bytes;
        this.sampledBytes = first.sampledBytes;
        this.samples = first.samples;
        this.count = first.count;
        this.variance = first.variance;
        this.oldest = first.oldest;
    }

    private SiteSum(CallSite callSite, Held held, long intervalBytes, long now) {
        this.callSite = callSite;
        this.held = held;
        this.intervalBytes = intervalBytes;
        this.now = now;
        this.trend = new Trend(held, now);
    }

    /**
     * The same, with the interval of all samples.
     *
     * @param site that they are of
     * @param now all samples are from before
     * @return a sum of nothing
     */
    public static SiteSum of(CallSite site, long now) {
        return new SiteSum(site, SampleCountdown.intervalBytes(), now);
    }

    boolean isOfLine() {
        return callSite == null;
    }

    int categoryId() {
        return callSite.categoryId();
    }

    /**
     * Adds a sample.
     *
     * @param entry its {@link SampleRecord}
     * @param sampleBytes of its block or buffer
     * @param shown whether it counts to what the site holds; to its trend all samples count
     */
    public void add(long entry, long sampleBytes, boolean shown) {
        double weight = Weight.of(sampleBytes, intervalBytes);
        // Horvitz and Thompson: each sample contributes x² (1 − p) / p², where p is its probability, 1 / weight.
        double sampleVariance = (double) sampleBytes * sampleBytes * weight * (weight - 1);
        long time = SampleRecord.time(entry);
        trend.add(time, sampleBytes * weight, sampleVariance);
        if (shown) {
            long estimate = Math.round(sampleBytes * weight);
            bytes += estimate;
            sampledBytes += sampleBytes;
            samples++;
            count += weight;
            variance += sampleVariance;
            oldest = Math.min(oldest, time);
            int thread = SampleRecord.threadId(entry);
            Long before = bytesByThread.get(thread); // "merge" would take a lambda: see Sites
            bytesByThread.put(thread, before == null ? estimate : before + estimate);
        }
    }

    /**
     * What the samples tell, where it is not known what they are a part of.
     *
     * @return null if there are no samples to be shown
     */
    public SiteUsage usage() {
        return usage(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /**
     * What the samples tell.
     *
     * @param most that the site can hold, since its category holds no more; not looked at if all its blocks are sampled
     * @param mostPeak that it can have held
     * @param mostCount of blocks, as {@code most} of bytes
     * @return null if there are no samples to be shown
     */
    SiteUsage usage(long most, long mostPeak, long mostCount) {
        return samples == 0 ? null : usage(callSite.site(), most, mostPeak, mostCount);
    }

    /** The same, under another name. */
    SiteUsage usage(Site named, long most, long mostPeak, long mostCount) {
        if (samples == 0) {
            return null;
        }
        boolean estimate = intervalBytes > 1;
        boolean bounded = estimate && variance > 0;
        long live = bounded ? Math.min(bytes, most) : bytes;
        long error = Math.round(Math.sqrt(variance));
        long blocks = Math.round(count);
        long peak = estimate ? Math.max(live, Math.min(held.peakBytes(), mostPeak)) : held.peakBytes();
        trend.judge();
        return new SiteUsage(
                named,
                live,
                bounded ? Math.min(error, mostError(live, most)) : error,
                bounded ? Math.min(blocks, mostCount) : blocks,
                samples,
                peak,
                (now - Math.min(oldest, now)) * SampleRecord.NANOS_PER_UNIT,
                trend.growth(),
                trend.growing(),
                threadNames(),
                trend.growthError(),
                trend.growingForNanos(),
                trend.judgedInNanos());
    }

    /** The site holds what is sampled at the least, and what its category holds at the most. */
    private long mostError(long live, long most) {
        return Math.max(0, Math.max(live - sampledBytes, most - live));
    }

    private List<String> threadNames() {
        List<Map.Entry<Integer, Long>> threads = new ArrayList<>(bytesByThread.entrySet());
        threads.sort(MOST_FIRST);
        List<String> names = new ArrayList<>();
        for (Map.Entry<Integer, Long> thread : threads.subList(0, Math.min(threads.size(), MOST_THREADS))) {
            names.add(ThreadNames.withId(thread.getKey()));
        }
        return List.copyOf(names);
    }
}
