package io.nmt.core.internal.sites;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.blocks.BlockTable;
import io.nmt.core.internal.counters.SampleCountdown;
import io.nmt.core.internal.pools.Pools;
import io.nmt.core.internal.rules.ThreadScope;
import io.nmt.core.internal.scopes.NamedScopes;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.ScopeUsage;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Memory by named scope. Of pools, users of buffers take the place of the code that allocates chunks, as in {@link
 * Owners}. Thread-safe.
 */
public final class Scopes {
    private Scopes() {}

    /**
     * Counts a sample to the bytes allocated in its scope, if it has one. Runs inside hooks.
     *
     * @param site of the sample
     * @param entry its {@link SampleRecord}
     * @param bytes that it stands for
     */
    public static void allocated(CallSite site, long entry, long bytes) {
        int scopeId = SampleRecord.scopeId(entry);
        if (scopeId != NamedScopes.NONE && !(Pools.areThere() && isOfPool(site.site()))) {
            NamedScopes.allocated(scopeId, bytes);
        }
    }

    static long sizeBytes() {
        return ThreadScope.isEverNamed() ? NamedScopes.sizeBytes() : 0;
    }

    /** The named scope of the current thread as text; null if there is none. Runs inside hooks. */
    static String current() {
        return name(ThreadScope.nameId());
    }

    /** The named scope of a {@link SampleRecord} as text; null if there is none. Runs inside hooks. */
    static String name(long entry) {
        return name(SampleRecord.scopeId(entry));
    }

    private static String name(int scopeId) {
        return scopeId == NamedScopes.NONE ? null : NamedScopes.text(scopeId);
    }

    private static boolean isOfPool(Site site) {
        return site.pool() || PooledSite.isOfSingleBuffers(site);
    }

    /**
     * Live and allocated bytes by scope.
     *
     * @return the one with most live bytes first; nothing if no samples are taken, or no named scope was ever opened
     */
    public static List<ScopeUsage> list() {
        if (!Samples.taken() || !ThreadScope.isEverNamed()) {
            return List.of();
        }
        Map<Integer, List<SiteUsage>> live = new HashMap<>(blocks());
        for (Map.Entry<Integer, List<SiteUsage>> entry : Pools.scopes().entrySet()) {
            List<SiteUsage> all = new ArrayList<>(live.getOrDefault(entry.getKey(), List.of()));
            all.addAll(entry.getValue());
            live.put(entry.getKey(), all);
        }
        List<ScopeUsage> usages = new ArrayList<>();
        if (live.containsKey(NamedScopes.NONE)) {
            usages.add(usage(NamedScopes.NONE, ScopeUsage.UNKNOWN, live.get(NamedScopes.NONE)));
        }
        for (int id = NamedScopes.NONE + 1; id < NamedScopes.end(); id++) {
            long allocated = NamedScopes.allocatedBytes(id);
            if (allocated > 0 || live.containsKey(id)) {
                usages.add(usage(id, allocated, live.getOrDefault(id, List.of())));
            }
        }
        usages.sort(ScopeUsage.MOST_FIRST);
        return usages;
    }

    private static Map<Integer, List<SiteUsage>> blocks() {
        ScopeSums sums = new ScopeSums();
        Samples.live().forEach(new BlockTable.RawVisitor() {
            @Override
            public void block(long address, long entry) {
                long block = Samples.blocks().get(address);
                if ((block & BlockRecord.HAS_SITE) != 0) { // else freed this moment
                    sums.add(Samples.sites().withId(SampleRecord.siteId(entry)), entry, BlockRecord.bytes(block));
                }
            }
        });
        Map<Integer, List<SiteUsage>> usages = sums.usages(Samples.wholes());
        if (Pools.hasBuffers()) {
            for (List<SiteUsage> ofScope : usages.values()) {
                ofScope.removeIf(usage -> isOfPool(usage.site()));
            }
        }
        return usages;
    }

    private static ScopeUsage usage(int scopeId, long allocated, List<SiteUsage> sites) {
        long bytes = 0;
        long count = 0;
        long oldest = 0;
        double variance = 0;
        SiteUsage most = null;
        for (SiteUsage usage : sites) {
            bytes += usage.liveBytes();
            count += usage.liveCount();
            oldest = Math.max(oldest, usage.oldestAgeNanos());
            variance += Math.pow((double) usage.standardErrorBytes(), 2);
            most = most == null || usage.liveBytes() > most.liveBytes() ? usage : most;
        }
        return new ScopeUsage(
                scopeId == NamedScopes.NONE ? List.of() : NamedScopes.names(scopeId),
                bytes,
                most == null && SampleCountdown.intervalBytes() > 1
                        ? ScopeUsage.UNKNOWN
                        : Math.round(Math.sqrt(variance)),
                count,
                allocated,
                allocatedError(allocated),
                oldest,
                most == null ? "" : most.site().label(),
                most == null ? 0 : most.liveBytes());
    }

    /** Each block of n bytes adds interval · n to the variance at the most. */
    private static long allocatedError(long bytes) {
        long interval = SampleCountdown.intervalBytes();
        return bytes <= 0 || interval <= 1 ? 0 : Math.round(Math.sqrt((double) bytes * interval));
    }
}
