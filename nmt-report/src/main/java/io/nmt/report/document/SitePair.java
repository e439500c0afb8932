package io.nmt.report.document;

import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.model.MemoryReading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The memory of one call site in two readings, and the error of their difference. Immutable.
 *
 * @param before in the first; null if it is not there
 * @param after in the second; null if it is not there, but not both
 */
record SitePair(SiteUsage before, SiteUsage after) {
    /** Every call site that either reading has, those of the second first. Of one key there is one pair. */
    static List<SitePair> of(MemoryReading before, MemoryReading after, Function<Site, Object> key) {
        List<SiteUsage> owners = before.owners();
        List<SiteUsage> laterOwners = after.owners();
        if (haveBuffers(owners) != haveBuffers(laterOwners)) {
            // Of one moment there are the buffers of pools, of the other the chunks that these are parts of.
            owners = withoutChunks(owners);
            laterOwners = withoutChunks(laterOwners);
        }
        Map<Object, SiteUsage> earlier = byKey(owners, key);
        Map<Object, SiteUsage> later = byKey(laterOwners, key);
        Set<Object> keys = new LinkedHashSet<>(later.keySet());
        keys.addAll(earlier.keySet());
        List<SitePair> pairs = new ArrayList<>();
        for (Object one : keys) {
            pairs.add(new SitePair(earlier.get(one), later.get(one)));
        }
        return pairs;
    }

    private static boolean haveBuffers(List<SiteUsage> usages) {
        return usages.stream().anyMatch(usage -> PooledSite.isOfBuffers(usage.site()));
    }

    private static List<SiteUsage> withoutChunks(List<SiteUsage> usages) {
        return usages.stream()
                .filter(usage -> !usage.site().pool() && !PooledSite.isOfSingleBuffers(usage.site()))
                .toList();
    }

    /** One method may have several sites, on several lines: they are added up. */
    static Map<Object, SiteUsage> byKey(List<SiteUsage> usages, Function<Site, Object> key) {
        Map<Object, SiteUsage> byKey = new LinkedHashMap<>();
        for (SiteUsage usage : usages) {
            byKey.merge(key.apply(usage.site()), usage, SitePair::sum);
        }
        return byKey;
    }

    private static SiteUsage sum(SiteUsage one, SiteUsage other) {
        return SiteUsage.recorded(
                one.site(),
                one.liveBytes() + other.liveBytes(),
                Math.round(Math.sqrt(variance(one) + variance(other))),
                one.liveCount() + other.liveCount(),
                one.peakBytes() + other.peakBytes(),
                Math.max(one.oldestAgeNanos(), other.oldestAgeNanos()));
    }

    /** With the lines of the second reading, if it is there. */
    Site site() {
        return after == null ? before.site() : after.site();
    }

    long beforeBytes() {
        return before == null ? 0 : before.liveBytes();
    }

    long afterBytes() {
        return after == null ? 0 : after.liveBytes();
    }

    long beforeCount() {
        return before == null ? 0 : before.liveCount();
    }

    long afterCount() {
        return after == null ? 0 : after.liveCount();
    }

    /** One standard error of the difference, at the most: what lives in both readings is in it twice. In bytes. */
    long error() {
        return Math.round(Math.sqrt(variance(before) + variance(after)));
    }

    /**
     * One standard error of the difference, without what is known to have lived at both moments; {@code kept} may be
     * null. An error that is bounded by what the category holds may be smaller than that of a part; then it is taken
     * to be that of small blocks.
     */
    long error(SiteUsage kept, long intervalBytes) {
        double both = after == null ? 0 : variance(kept);
        double freed = Math.max(0, variance(before) - both);
        double added = Math.max(0, variance(after) - both);
        long change = Math.abs(afterBytes() - beforeBytes());
        double least = after != null && intervalBytes > 1 && freed + added == 0 ? (double) change * intervalBytes : 0;
        return Math.round(Math.sqrt(freed + added + least));
    }

    private static double variance(SiteUsage usage) {
        return usage == null ? 0 : (double) usage.standardErrorBytes() * usage.standardErrorBytes();
    }
}
