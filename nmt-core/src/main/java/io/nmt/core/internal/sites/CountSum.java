package io.nmt.core.internal.sites;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up the samples of a site, or a line, at which objects are counted: each stands for itself and for others. */
final class CountSum {
    private static final int MOST_THREADS = 10;

    private final long now;
    private final long newest;
    private final Trend trend;
    private final Map<Integer, Long> byThread = new HashMap<>();
    private long count;
    private long samples;
    private final SampleError error = new SampleError();
    private long oldest;

    /**
     * Begins with no samples.
     *
     * @param held by the site, or by the line
     * @param now all samples are from before
     * @param newest of samples that count: what is younger only shows whether the site grows
     */
    CountSum(SampleSum held, long now, long newest) {
        this.now = now;
        this.newest = newest;
        this.oldest = now;
        this.trend = new Trend(held, now, Trend.MIN_RISE_OF_SHORTEST_COUNT, Trend.OF_COUNT);
    }

    /**
     * Adds a sample.
     *
     * @param entry its {@link SampleRecord}
     * @param weight how many it stands for
     */
    void add(long entry, long weight) {
        long time = SampleRecord.time(entry);
        trend.add(time, 1, (double) weight);
        if (time > newest) {
            return;
        }
        count += weight;
        samples++;
        error.add(1, (double) weight);
        oldest = Math.min(oldest, time);
        int thread = SampleRecord.threadId(entry);
        Long before = byThread.get(thread);
        byThread.put(thread, before == null ? weight : before + weight);
    }

    /**
     * True if at least one sample counts.
     *
     * @return false also if all were too young
     */
    boolean hasSamples() {
        return samples > 0;
    }

    /**
     * The site's figures, from its samples.
     *
     * @param named the site, or the line
     * @param collected of the site's objects, how many were collected
     * @param allOpen how many objects of all sites are neither closed nor collected: an estimate is no more than that
     * @param stacks that lead to it, if there are several
     * @return the site's figures
     */
    HandleSite usage(Site named, long collected, long allOpen, List<HandleSite> stacks) {
        trend.judge();
        return new HandleSite(
                named,
                error.variance() > 0 ? Math.min(count, allOpen) : count,
                Math.round(error.ofCount()),
                collected,
                samples,
                (now - oldest) * SampleRecord.NANOS_PER_UNIT,
                trend.growth(),
                trend.growthError(),
                trend.growing(),
                trend.growingForNanos(),
                trend.judgedInNanos(),
                threadNames(),
                stacks);
    }

    private List<String> threadNames() {
        List<Map.Entry<Integer, Long>> threads = new ArrayList<>(byThread.entrySet());
        threads.sort(Map.Entry.<Integer, Long>comparingByValue().reversed());
        List<String> names = new ArrayList<>();
        for (Map.Entry<Integer, Long> thread : threads.subList(0, Math.min(threads.size(), MOST_THREADS))) {
            names.add(ThreadNames.withId(thread.getKey()));
        }
        return List.copyOf(names);
    }
}
