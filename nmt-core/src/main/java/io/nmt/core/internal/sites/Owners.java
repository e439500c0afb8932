package io.nmt.core.internal.sites;

import io.nmt.core.internal.pools.Pools;
import io.nmt.core.model.Frame;
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
        List<SiteUsage> buffers = buffers(minimumAgeNanos);
        List<SiteUsage> sites = Sites.list(minimumAgeNanos);
        if (buffers.isEmpty() && (minimumAgeNanos == 0 || buffers(0).isEmpty())) {
            return sites;
        }
        List<SiteUsage> owners = new ArrayList<>(buffers);
        for (SiteUsage site : sites) {
            if (!site.site().pool() && !isOneBuffer(site)) {
                owners.add(site);
            }
        }
        owners.sort(Sites.MOST_FIRST);
        return owners;
    }

    /** Whether a site's blocks are each one large buffer of a pool, which is among the buffers. */
    static boolean isOneBuffer(SiteUsage usage) {
        for (Frame frame : usage.site().frames()) {
            if (frame.methodName().equals(CallSite.NOT_POOLED)
                    && frame.className().contains(".buffer.PoolArena")) {
                return true;
            }
        }
        return false;
    }

    /** What is taken from pools. */
    static List<SiteUsage> buffers(long minimumAgeNanos) {
        List<SiteUsage> usages = new ArrayList<>();
        for (PooledSite site : Pools.buffers(minimumAgeNanos)) {
            if (site.usage().liveBytes() > 0) {
                usages.add(site.usage());
            }
        }
        return usages;
    }
}
