package io.nmt.core.internal.sites;

import io.nmt.core.internal.pools.Pools;
import io.nmt.core.model.LineUsage;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.List;

/**
 * What each call site holds; of pools, the code that has taken their buffers, in place of that which has taken their
 * chunks. Thread-safe.
 */
public final class Owners {
    private Owners() {}

    /**
     * What each site holds now.
     *
     * @return the one with most live bytes first; without chunks of pools if there are samples of buffers
     */
    public static List<SiteUsage> list() {
        return list(0);
    }

    /**
     * What each site holds in blocks and buffers of some age.
     *
     * @param minimumAgeNanos younger ones are left out
     * @return the one with most such bytes first
     */
    public static List<SiteUsage> list(long minimumAgeNanos) {
        List<SiteUsage> owners = withChunks(minimumAgeNanos);
        if (Pools.hasBuffers()) {
            owners.removeIf(usage -> usage.site().pool());
        }
        return owners;
    }

    /**
     * What each line of code holds now, over all stacks that lead to it.
     *
     * @return the one with most live bytes first; without chunks of pools if there are samples of buffers
     */
    public static List<SiteUsage> lines() {
        List<SiteUsage> lines = new ArrayList<>();
        boolean buffers = Pools.hasBuffers();
        for (LineUsage line : linesWithChunks(0)) {
            if (!buffers || !line.usage().site().pool()) {
                lines.add(line.usage());
            }
        }
        return lines;
    }

    /** What each line holds in blocks and buffers of some age, and those that have taken chunks. */
    static List<LineUsage> linesWithChunks(long minimumAgeNanos) {
        List<LineUsage> all = new ArrayList<>(Sites.lines(minimumAgeNanos));
        if (Pools.hasBuffers()) {
            all.removeIf(line -> PooledSite.isOfSingleBuffers(line.usage().site()));
        }
        all.addAll(Pools.lines(minimumAgeNanos));
        all.sort((one, other) -> Sites.MOST_FIRST.compare(one.usage(), other.usage()));
        return all;
    }

    /** By site, and who has taken the chunks. A large buffer, which is a block as well, is among the buffers alone. */
    private static List<SiteUsage> withChunks(long minimumAgeNanos) {
        List<SiteUsage> all = new ArrayList<>(Sites.list(minimumAgeNanos));
        if (Pools.hasBuffers()) {
            all.removeIf(usage -> PooledSite.isOfSingleBuffers(usage.site()));
        }
        for (LineUsage line : Pools.lines(minimumAgeNanos)) {
            for (SiteUsage stack : line.stacks()) {
                if (stack.liveBytes() > 0) {
                    all.add(stack);
                }
            }
        }
        all.sort(Sites.MOST_FIRST);
        return all;
    }
}
