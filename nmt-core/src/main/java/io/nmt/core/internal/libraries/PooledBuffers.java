package io.nmt.core.internal.libraries;

import io.nmt.core.internal.concurrent.FullHeap;
import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.counters.ThreadCounters;
import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.SampleRecord;
import io.nmt.core.internal.sites.Samples;
import io.nmt.core.internal.sites.SiteSum;
import io.nmt.core.internal.sites.SiteTable;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.PooledSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The sampled buffers that pools have handed out and that were not given back, with the site, the thread and the time.
 * Sampled by bytes, with the countdown that blocks have, so that each byte is with the same probability. Thread-safe.
 */
final class PooledBuffers {
    private static final int CHAINS_BITS = 12;
    private static final LockFreeMap<PooledBuffer, Boolean> LIVE = new LockFreeMap<>(CHAINS_BITS);
    private static final SiteTable SITES = Samples.newTable(PoolKind.GROUPS);
    private static final AtomicLong LOST_SAMPLES = new AtomicLong();

    private PooledBuffers() {}

    /** Returns null if no sample can be taken: inside another one, or for want of heap or stack. */
    static PooledBuffer handedOut(Object buffer, int bytes, int group) {
        ThreadCounters thread = Tracker.current();
        if (SITES == null || !thread.beginSample()) {
            LOST_SAMPLES.incrementAndGet();
            return null;
        }
        PooledBuffer sampled = null;
        try {
            FullHeap.check();
            long now = SampleRecord.now();
            CallSite site = SITES.current(group);
            sampled = new PooledBuffer(buffer, site, SampleRecord.of(site, now), bytes);
            LIVE.put(sampled, Boolean.TRUE);
            site.allocated(Samples.weightedBytes(bytes), now);
            return sampled;
        } catch (VirtualMachineError | LinkageError | RuntimeException e) {
            if (e instanceof OutOfMemoryError) {
                FullHeap.meet();
            }
            if (sampled != null) {
                LIVE.remove(sampled);
            }
            LOST_SAMPLES.incrementAndGet();
            return null;
        } finally {
            thread.endSample();
        }
    }

    static void givenBack(PooledBuffer buffer) {
        if (LIVE.remove(buffer) != null) {
            buffer.site().freed(Samples.weightedBytes(buffer.bytes()), SampleRecord.now());
        }
    }

    static long lostSamples() {
        return LOST_SAMPLES.get();
    }

    /** What the buffers of one site add up to. */
    private static final class Sum {
        final SiteSum all;
        final Map<String, Long> lastSeen = new HashMap<>();
        long lostBytes;

        Sum(SiteSum all) {
            this.all = all;
        }

        void add(PooledBuffer buffer, boolean shown) {
            all.add(buffer.entry(), buffer.bytes(), shown);
            if (!shown) {
                return;
            }
            long weighted = Samples.weightedBytes(buffer.bytes());
            if (buffer.isLost()) {
                lostBytes += weighted;
            }
            String component = buffer.lastSeenIn();
            if (component != null) {
                lastSeen.merge(component, weighted, Long::sum);
            }
        }

        PooledSite site() {
            return new PooledSite(all.usage(), lostBytes, holders());
        }

        private List<PooledSite.Holder> holders() {
            return lastSeen.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .map(entry -> new PooledSite.Holder(entry.getKey(), entry.getValue()))
                    .toList();
        }
    }

    /**
     * What each site has taken from pools.
     *
     * @param minimumAgeNanos younger buffers are left out
     * @return the one with most bytes first
     */
    static List<PooledSite> list(long minimumAgeNanos) {
        long now = SampleRecord.now();
        long youngest = now - minimumAgeNanos / SampleRecord.NANOS_PER_UNIT;
        Map<CallSite, Sum> sums = new HashMap<>();
        LIVE.forEach((buffer, present) -> sums.computeIfAbsent(buffer.site(), site -> new Sum(SiteSum.of(site, now)))
                .add(buffer, SampleRecord.time(buffer.entry()) <= youngest));
        List<PooledSite> sites = new ArrayList<>();
        for (Sum sum : sums.values()) {
            PooledSite site = sum.site();
            if (site.usage() != null) {
                sites.add(site);
            }
        }
        sites.sort(Comparator.comparingLong((PooledSite site) -> site.usage().liveBytes())
                .reversed());
        return sites;
    }
}
