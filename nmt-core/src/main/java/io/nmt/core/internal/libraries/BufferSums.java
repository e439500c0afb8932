package io.nmt.core.internal.libraries;

import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.LineSums;
import io.nmt.core.internal.sites.SampleRecord;
import io.nmt.core.internal.sites.Samples;
import io.nmt.core.internal.sites.Wholes;
import io.nmt.core.model.LineUsage;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up sampled buffers by line, and by the stacks that lead to each. Not thread-safe. */
final class BufferSums {
    private static final Comparator<PooledSite> MOST_FIRST = Comparator.comparingLong(
                    (PooledSite site) -> site.usage().liveBytes() + site.goneBytes())
            .reversed();

    private final LineSums live;
    private final long youngest;
    private final Map<Integer, Map<CallSite, Sum>> lines = new HashMap<>();

    BufferSums(long minimumAgeNanos) {
        long now = SampleRecord.now();
        this.live = new LineSums(now);
        this.youngest = now - minimumAgeNanos / SampleRecord.NANOS_PER_UNIT;
    }

    /** The owners of one stack's buffers, and the lost part of these. */
    private static final class Sum {
        final BufferUserSums held = new BufferUserSums();
        final BufferUserSums lost = new BufferUserSums();
        final BufferUserSums gone = new BufferUserSums();
        long liveBytes;
        long lostBytes;
        long goneBytes;

        void add(Sum other) {
            held.add(other.held, 1);
            lost.add(other.lost, 1);
            gone.add(other.gone, 1);
            liveBytes += other.liveBytes;
            lostBytes += other.lostBytes;
            goneBytes += other.goneBytes;
        }

        /** Divides the live bytes that are told, which are less than those of the samples where a pool bounds them. */
        PooledSite site(SiteUsage usage, List<PooledSite> stacks) {
            double share = liveBytes == 0 ? 1 : Math.min(1, (double) usage.liveBytes() / liveBytes);
            BufferUserSums notHeld = new BufferUserSums();
            notHeld.add(lost, share);
            notHeld.add(gone, 1);
            BufferUserSums users = new BufferUserSums();
            users.add(held, share);
            return new PooledSite(usage, (long) (lostBytes * share), goneBytes, users.get(), notHeld.get(), stacks);
        }
    }

    private Sum sum(CallSite site) {
        return lines.computeIfAbsent(site.lineId(), any -> new HashMap<>()).computeIfAbsent(site, any -> new Sum());
    }

    /** Adds a buffer whose memory is there. */
    void add(PooledBuffer buffer) {
        boolean shown = SampleRecord.time(buffer.entry()) <= youngest;
        live.add(buffer.site(), buffer.entry(), buffer.bytes(), shown);
        if (shown) {
            Sum sum = sum(buffer.site());
            long weighted = Samples.weightedBytes(buffer.bytes());
            boolean isLost = buffer.isLost();
            sum.liveBytes += weighted;
            sum.lostBytes += isLost ? weighted : 0;
            (isLost ? sum.lost : sum.held).add(buffer.lastSeenIn(), buffer.retainers(), buffer.partTakers(), weighted);
        }
    }

    /** Adds buffers that were collected together with their chunk, and what had them last, which may be null. */
    void addGone(CallSite site, String lastSeenIn, List<String> retainers, List<String> partTakers, long bytes) {
        Sum sum = sum(site);
        sum.goneBytes += bytes;
        sum.gone.add(lastSeenIn, retainers, partTakers, bytes);
    }

    /**
     * Returns the lines, the one with most bytes first.
     *
     * @param wholes that the buffers are parts of
     */
    List<PooledSite> list(Wholes wholes) {
        Map<Integer, LineUsage> usages = new HashMap<>();
        for (LineUsage usage : live.usages(wholes)) {
            usages.put(usage.usage().site().id(), usage);
        }
        List<PooledSite> sites = new ArrayList<>();
        lines.forEach((id, stacks) -> sites.add(line(id, stacks, usages.get(id))));
        sites.sort(MOST_FIRST);
        return sites;
    }

    private static PooledSite line(int id, Map<CallSite, Sum> sums, LineUsage usage) {
        Sum all = new Sum();
        List<PooledSite> stacks = new ArrayList<>();
        sums.forEach((site, sum) -> {
            all.add(sum);
            stacks.add(sum.site(usage(site, usage), List.of()));
        });
        stacks.sort(MOST_FIRST);
        SiteUsage most = stacks.get(0).usage();
        return all.site(
                usage != null ? usage.usage() : none(most.site().withId(id)), stacks.size() == 1 ? List.of() : stacks);
    }

    private static SiteUsage usage(CallSite site, LineUsage line) {
        if (line != null) {
            for (SiteUsage stack : line.stacks()) {
                if (stack.site().id() == site.id()) {
                    return stack;
                }
            }
        }
        return none(site.site());
    }

    private static SiteUsage none(Site site) {
        return SiteUsage.recorded(site, 0, 0, 0, 0, 0);
    }
}
