package io.nmt.core.internal.sites;

import io.nmt.core.internal.pools.Pools;
import io.nmt.core.model.LineUsage;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.List;

/** Holdings by call site. Of pools, users of buffers take the place of the code that allocates chunks. Thread-safe. */
public final class Owners {
    private Owners() {}

    /**
     * Live bytes and blocks by site.
     *
     * @return the one with most live bytes first; without chunks of pools if there are samples of buffers
     */
    public static List<SiteUsage> list() {
        return list(0);
    }

    /**
     * Bytes and blocks by site, of blocks and buffers of a minimum age.
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
     * Live bytes and blocks by line of code, over all stacks.
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

    /** Bytes and blocks by line, of blocks and buffers of a minimum age, chunks of pools included. */
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
