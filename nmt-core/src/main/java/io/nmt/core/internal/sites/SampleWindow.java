package io.nmt.core.internal.sites;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.counters.PeakWindow;
import io.nmt.core.internal.counters.SampleCountdown;
import io.nmt.core.model.RecentBlocks;
import io.nmt.core.model.SitePeak;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The sampled blocks that are allocated from some moment on, by site and thread. Thread-safe. */
public final class SampleWindow {
    /*
     * A sample's time is in units of 10 ms. Of those that are as old as the window, the ones that it has seen when it
     * was opened are older. An older block that was freed and whose address was given to a block of the same site and
     * thread within that unit is taken for it.
     */
    private final PeakWindow peaks = new PeakWindow(SampleRecord.MAX_SITES);
    private final long[] liveAtStart;
    private final long start;
    private final Map<Long, Long> olderOfStart = new HashMap<>();

    private SampleWindow() {
        Samples.windows().add(peaks);
        liveAtStart = new long[SampleRecord.MAX_SITES];
        for (int id = 1; id < liveAtStart.length; id++) {
            CallSite site = Samples.sites().withId(id);
            liveAtStart[id] = site == null ? 0 : site.liveBytes();
            peaks.raise(id, liveAtStart[id]);
        }
        start = SampleRecord.now();
        Samples.live().forEach((address, entry) -> {
            if (SampleRecord.time(entry) >= start) {
                olderOfStart.put(address, entry);
            }
        });
    }

    /**
     * Begins now.
     *
     * @return a window, to be closed; null if no samples are taken
     */
    public static SampleWindow open() {
        return Samples.taken() ? new SampleWindow() : null;
    }

    /**
     * Blocks that were allocated in the window and are live.
     *
     * @return by site and name of the thread, the one with most bytes first
     */
    public List<RecentBlocks> live() {
        Map<Long, Sum> sums = new HashMap<>();
        Samples.live().forEach((address, entry) -> {
            if (isNew(address, entry)) {
                long block = Samples.blocks().get(address);
                if ((block & BlockRecord.HAS_SITE) != 0) { // else freed this moment
                    sums.computeIfAbsent(SampleRecord.withoutTime(entry), Sum::new)
                            .add(BlockRecord.bytes(block));
                }
            }
        });
        List<RecentBlocks> blocks = new ArrayList<>();
        for (Sum sum : sums.values()) {
            blocks.add(sum.blocks());
        }
        blocks.sort(Comparator.comparingLong(RecentBlocks::bytes).reversed());
        return blocks;
    }

    private boolean isNew(long address, long entry) {
        long time = SampleRecord.time(entry);
        if (time != start) {
            return time > start;
        }
        Long older = olderOfStart.get(address);
        return older == null || older != entry;
    }

    /**
     * The most that each site held in it at once, beyond what it held at the start.
     *
     * @return the one with most first; none that did not rise
     */
    public List<SitePeak> peaks() {
        List<SitePeak> rises = new ArrayList<>();
        for (int id = 1; id < liveAtStart.length; id++) {
            long rise = peaks.most(id) - liveAtStart[id];
            if (rise > 0) {
                rises.add(new SitePeak(Samples.sites().withId(id).site(), rise));
            }
        }
        rises.sort(Comparator.comparingLong(SitePeak::bytes).reversed());
        return rises;
    }

    /** Ends it: peaks are those until now. A second time, this does nothing. */
    public void close() {
        Samples.windows().remove(peaks);
    }

    /** The blocks of one site and thread. */
    private static final class Sum {
        private final long key;
        private double bytes;
        private double variance;
        private double count;

        Sum(long key) {
            this.key = key;
        }

        /** As {@link SiteSum#add}. */
        void add(long blockBytes) {
            double weight = Weight.of(blockBytes, SampleCountdown.intervalBytes());
            bytes += blockBytes * weight;
            variance += (double) blockBytes * blockBytes * weight * (weight - 1);
            count += weight;
        }

        RecentBlocks blocks() {
            return new RecentBlocks(
                    Samples.sites().withId(SampleRecord.siteId(key)).site(),
                    ThreadNames.withId(SampleRecord.threadId(key)),
                    Math.round(bytes),
                    Math.round(Math.sqrt(variance)),
                    Math.round(count));
        }
    }
}
