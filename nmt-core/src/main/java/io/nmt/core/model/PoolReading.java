package io.nmt.core.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The pools of a process at one moment. Immutable.
 *
 * @param time that moment
 * @param pools the largest first
 * @param allocators of libraries that have trees of them: of each tree the root first, those of one parent by bytes
 * @param sites that have taken buffers of them, the one with most bytes first
 * @param sampling how these were found
 * @param judgedInNanos how long it takes, at the least, until growth of a site can be told, since tracking has just
 *     begun; 0 if it has not, or that is not known
 */
public record PoolReading(
        Instant time,
        List<PoolDetails> pools,
        List<AllocatorUsage> allocators,
        List<PooledSite> sites,
        Sampling sampling,
        long judgedInNanos) {
    /** As it was read: copied. */
    public PoolReading {
        pools = List.copyOf(pools);
        allocators = List.copyOf(allocators);
        sites = List.copyOf(sites);
    }

    /**
     * A reading of a process whose tracking has not just begun, as far as is known.
     *
     * @param time as above
     * @param pools as above
     * @param allocators as above
     * @param sites as above
     * @param sampling as above
     */
    public PoolReading(
            Instant time,
            List<PoolDetails> pools,
            List<AllocatorUsage> allocators,
            List<PooledSite> sites,
            Sampling sampling) {
        this(time, pools, allocators, sites, sampling, 0);
    }

    /**
     * True if there is nothing to report.
     *
     * @return whether all lists are empty
     */
    public boolean isEmpty() {
        return pools.isEmpty() && allocators.isEmpty() && sites.isEmpty();
    }

    /**
     * The owners of all memory, each byte once. Of pools, users of buffers take the place of the code that allocates
     * chunks, unless no buffer is known.
     *
     * @param blocks by call site, chunks among them
     * @return the one with most live bytes first
     */
    public List<SiteUsage> owners(List<SiteUsage> blocks) {
        List<SiteUsage> owners = new ArrayList<>();
        for (PooledSite site : sites) {
            if (site.usage().liveBytes() > 0) {
                owners.add(site.usage());
            }
        }
        boolean known = !owners.isEmpty();
        for (SiteUsage usage : blocks) {
            if (!known || !isOfPools(usage.site())) {
                owners.add(usage);
            }
        }
        owners.sort(Comparator.comparingLong(SiteUsage::liveBytes).reversed());
        return List.copyOf(owners);
    }

    private static boolean isOfPools(Site site) {
        return site.pool() || PooledSite.isOfSingleBuffers(site) || PooledSite.isOfBuffers(site);
    }
}
