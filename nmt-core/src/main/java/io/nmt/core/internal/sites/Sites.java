package io.nmt.core.internal.sites;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.blocks.BlockTable;
import io.nmt.core.internal.counters.SampleCountdown;
import io.nmt.core.listener.SampleListener;
import io.nmt.core.model.LineUsage;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Live memory by call site. Thread-safe; disturbs no thread that allocates. */
public final class Sites {
    static final Comparator<SiteUsage> MOST_FIRST = new Comparator<>() {
        @Override
        public int compare(SiteUsage one, SiteUsage other) {
            return Long.compare(other.liveBytes(), one.liveBytes());
        }
    };

    private Sites() {}

    /**
     * Live bytes and blocks by site. They are estimates, closer to the truth the more a site holds: see {@link
     * SiteUsage#standardErrorBytes}. Sites that hold nothing are left out.
     *
     * @return the one with most live bytes first; nothing if no samples are taken
     */
    public static List<SiteUsage> list() {
        return list(0);
    }

    /**
     * Bytes and blocks by site, of blocks of a minimum age.
     *
     * @param minimumAgeNanos younger blocks are left out
     * @return the one with most such bytes first; peaks and growth are the sites', whatever the age
     */
    public static List<SiteUsage> list(long minimumAgeNanos) {
        if (!Samples.taken()) {
            return List.of();
        }
        long now = SampleRecord.now();
        long youngest = now - minimumAgeNanos / SampleRecord.NANOS_PER_UNIT;
        SiteSum[] sums = new SiteSum[SampleRecord.MAX_SITES];
        // No lambda: this runs in recordings, and the first of its shape makes the JVM throw and catch errors, which
        // JFR counts.
        Samples.live().forEach(new BlockTable.RawVisitor() {
            @Override
            public void block(long address, long entry) {
                long block = Samples.blocks().get(address);
                if ((block & BlockRecord.HAS_SITE) == 0) {
                    return; // freed this moment
                }
                int id = SampleRecord.siteId(entry);
                if (sums[id] == null) {
                    sums[id] = new SiteSum(Samples.sites().withId(id), SampleCountdown.intervalBytes(), now);
                }
                sums[id].add(entry, BlockRecord.bytes(block), SampleRecord.time(entry) <= youngest);
            }
        });
        List<SiteUsage> usages = usages(sums);
        usages.sort(MOST_FIRST);
        return usages;
    }

    /**
     * Live bytes and blocks by line of code, over all stacks, chunks of pools included.
     *
     * @return the one with most live bytes first; nothing if no samples are taken
     */
    public static List<SiteUsage> lines() {
        List<SiteUsage> usages = new ArrayList<>();
        for (LineUsage line : lines(0)) {
            usages.add(line.usage());
        }
        usages.sort(MOST_FIRST);
        return usages;
    }

    /**
     * Bytes and blocks by line of code, of blocks of a minimum age, over all stacks.
     *
     * @param minimumAgeNanos younger blocks are left out
     * @return in no order; peaks and growth are the lines', whatever the age
     */
    static List<LineUsage> lines(long minimumAgeNanos) {
        if (!Samples.taken()) {
            return List.of();
        }
        long now = SampleRecord.now();
        long youngest = now - minimumAgeNanos / SampleRecord.NANOS_PER_UNIT;
        LineSums sums = new LineSums(now);
        Samples.live().forEach(new BlockTable.RawVisitor() {
            @Override
            public void block(long address, long entry) {
                long block = Samples.blocks().get(address);
                if ((block & BlockRecord.HAS_SITE) != 0) { // else freed this moment
                    CallSite site = Samples.sites().withId(SampleRecord.siteId(entry));
                    sums.add(site, entry, BlockRecord.bytes(block), SampleRecord.time(entry) <= youngest);
                }
            }
        });
        return sums.usages(Samples.wholes());
    }

    /** Parts are never told to be larger than their whole: of that, each category, the figures are no estimates. */
    private static List<SiteUsage> usages(SiteSum[] sums) {
        List<SiteSum> sites = new ArrayList<>();
        for (SiteSum sum : sums) {
            if (sum != null) {
                sites.add(sum);
            }
        }
        SiteBounds bounds = new SiteBounds(sites, List.of(), Samples.wholes());
        List<SiteUsage> usages = new ArrayList<>();
        for (SiteSum sum : sites) {
            SiteUsage usage = bounds.usage(sum, sum.site());
            if (usage != null) {
                usages.add(usage);
            }
        }
        return usages;
    }

    /**
     * The sample of a block.
     *
     * @param address where it starts
     * @return where, when and by whom it was allocated, or null if it is not sampled or not live
     */
    public static Sample sampleOf(long address) {
        long entry = Samples.taken() ? Samples.live().get(address) : 0;
        return entry == 0 ? null : Sample.of(Samples.sites().withId(SampleRecord.siteId(entry)), entry);
    }

    /**
     * The sampling interval of this process.
     *
     * @return bytes on average between two samples of a thread; 1 if every block is sampled, 0 if none is
     */
    public static long intervalBytes() {
        return SampleCountdown.intervalBytes();
    }

    /**
     * Samples that could not be taken, for want of heap or stack. What these blocks hold is in no site's figures.
     *
     * @return how many
     */
    public static long lostSamples() {
        return Samples.lost();
    }

    /**
     * The number of known sites, also of those that hold nothing now.
     *
     * @return from 0
     */
    public static int count() {
        return Samples.taken() ? Samples.sites().count() : 0;
    }

    /**
     * Shows samples as they are taken.
     *
     * @param listener in place of the one before, or null for none
     */
    public static void tell(SampleListener listener) {
        Samples.tell(listener);
    }
}
