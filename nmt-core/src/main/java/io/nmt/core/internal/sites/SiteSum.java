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

    private static final Comparator<Map.Entry<Integer, SampleTotals>> MOST_FIRST = new Comparator<>() {
        @Override
        public int compare(Map.Entry<Integer, SampleTotals> one, Map.Entry<Integer, SampleTotals> other) {
            return Long.compare(other.getValue().bytes(), one.getValue().bytes());
        }
    };

    private final SampleSum held;
    private final CallSite callSite; // null if this is of a line
    private final int groupId;
    private final long intervalBytes;
    private final long now;
    private final Trend trend;
    private final Map<Integer, SampleTotals> byThread = new HashMap<>();
    private long hiddenBytes;
    private long hidden;
    private final SampleError error = new SampleError();
    private long oldest = Long.MAX_VALUE;

    /**
     * Begins with no samples.
     *
     * @param site that they are of
     * @param intervalBytes on average between two samples
     * @param now all samples are from before
     */
    SiteSum(CallSite site, long intervalBytes, long now) {
        this(site, site.categoryId(), site.held(), intervalBytes, now);
    }

    /** The same, of all call sites of a line. */
    SiteSum(Line line, long intervalBytes, long now) {
        this(null, line.groupId(), line.held(), intervalBytes, now);
    }

    /** The same, of a line that has had one stack until now: begins with the samples of that. */
    SiteSum(Line line, SiteSum first) {
        this.callSite = null;
        this.groupId = line.groupId();
        this.held = line.held();
        this.intervalBytes = first.intervalBytes;
        this.now = first.now;
        this.trend = new Trend(held, first.trend);
        for (Map.Entry<Integer, SampleTotals> entry : first.byThread.entrySet()) {
            ofThread(entry.getKey()).add(entry.getValue());
        }
        this.hiddenBytes = first.hiddenBytes;
        this.hidden = first.hidden;
        this.error.add(first.error);
        this.oldest = first.oldest;
    }

    private SiteSum(CallSite callSite, int groupId, SampleSum held, long intervalBytes, long now) {
        this.callSite = callSite;
        this.groupId = groupId;
        this.held = held;
        this.intervalBytes = intervalBytes;
        this.now = now;
        this.trend = new Trend(held, now, Trend.MIN_RISE_OF_SHORTEST_BYTES, intervalBytes);
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

    /** The call site; not to be asked of a line. */
    Site site() {
        return callSite.site();
    }

    boolean isOfLine() {
        return callSite == null;
    }

    /** The category, or the group of another kind, that its samples are of. */
    int groupId() {
        return groupId;
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
        long time = SampleRecord.time(entry);
        trend.add(time, (double) sampleBytes, weight);
        if (shown) {
            error.add((double) sampleBytes, weight);
            oldest = Math.min(oldest, time);
            ofThread(SampleRecord.threadId(entry)).add(sampleBytes, weight);
        } else {
            hiddenBytes += sampleBytes;
            hidden++;
        }
    }

    private SampleTotals ofThread(int thread) {
        SampleTotals totals = byThread.get(thread); // "computeIfAbsent" would take a lambda: see Sites
        if (totals == null) {
            totals = new SampleTotals();
            byThread.put(thread, totals);
        }
        return totals;
    }

    /** The samples that are shown, by the numbers of their threads. */
    Map<Integer, SampleTotals> byThread() {
        return byThread;
    }

    /** Makes less of what the samples of threads stand for; of a thread that is not named, nothing changes. */
    void scaleThreads(Map<Integer, Share> shares) {
        for (Map.Entry<Integer, SampleTotals> entry : byThread.entrySet()) {
            Share share = shares.get(entry.getKey());
            if (share != null) {
                entry.getValue().scale(share);
            }
        }
    }

    /** All samples that are shown. */
    SampleTotals totals() {
        SampleTotals all = new SampleTotals();
        for (SampleTotals ofThread : byThread.values()) {
            all.add(ofThread);
        }
        return all;
    }

    /** The bytes of samples that are not shown. */
    long hiddenBytes() {
        return hiddenBytes;
    }

    /** The samples that are not shown. */
    long hidden() {
        return hidden;
    }

    /**
     * Sums the samples, where their whole is not known.
     *
     * @return null if there are no samples to be shown
     */
    public SiteUsage usage() {
        return byThread.isEmpty() ? null : usage(site(), Share.ALL);
    }

    /** The same under a name, as a part of a whole. Null if there are no samples to be shown. */
    SiteUsage usage(Site named, Share share) {
        if (byThread.isEmpty()) {
            return null;
        }
        SampleTotals all = totals();
        boolean estimate = intervalBytes > 1;
        Share part = estimate ? share : Share.ALL;
        long live = all.bytes(part);
        long most = Math.round(error.ofBytes(intervalBytes));
        // At the least, the site holds what is sampled, and at the most, all else that no other site's samples have.
        long beyond = live - all.sampledBytes();
        long mostError = Math.max(beyond, part.restBytes() - beyond);
        long peak = estimate ? Math.max(live, Math.min(held.peakBytes(), part.peakBytes())) : held.peakBytes();
        trend.judge();
        return new SiteUsage(
                named,
                live,
                Math.min(most, mostError),
                all.count(part),
                all.samples(),
                peak,
                (now - Math.min(oldest, now)) * SampleRecord.NANOS_PER_UNIT,
                trend.growth(),
                trend.growing(),
                threadNames(),
                trend.growthError(),
                trend.growingForNanos(),
                trend.judgedInNanos());
    }

    private List<String> threadNames() {
        List<Map.Entry<Integer, SampleTotals>> threads = new ArrayList<>(byThread.entrySet());
        threads.sort(MOST_FIRST);
        List<String> names = new ArrayList<>();
        for (Map.Entry<Integer, SampleTotals> thread : threads.subList(0, Math.min(threads.size(), MOST_THREADS))) {
            names.add(ThreadNames.withId(thread.getKey()));
        }
        return List.copyOf(names);
    }
}
