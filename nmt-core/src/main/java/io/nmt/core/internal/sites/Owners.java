package io.nmt.core.internal.sites;

import io.nmt.core.internal.pools.Pools;
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
        if (hasBuffers()) {
            owners.removeIf(usage -> usage.site().pool());
        }
        return owners;
    }

    /** The same, and who has taken the chunks. A large buffer, which is a block as well, is among the buffers alone. */
    static List<SiteUsage> withChunks(long minimumAgeNanos) {
        List<SiteUsage> all = new ArrayList<>(Sites.list(minimumAgeNanos));
        if (hasBuffers()) {
            all.removeIf(usage -> PooledSite.isOfSingleBuffers(usage.site()));
        }
        for (PooledSite site : Pools.buffers(minimumAgeNanos)) {
            if (site.usage().liveBytes() > 0) {
                all.add(site.usage());
            }
        }
        all.sort(Sites.MOST_FIRST);
        return all;
    }

    private static boolean hasBuffers() {
        return Pools.buffers(0).stream().anyMatch(site -> site.usage().liveBytes() > 0);
    }
}
