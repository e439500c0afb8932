package io.nmt.jfr;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.AllocatorUsage;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.reader.TrackerListeners;
import io.nmt.core.reader.TrackerReader;
import java.util.List;
import jdk.jfr.FlightRecorder;

/**
 * The events of pools: of their chunks, of named allocators, and of who has buffers at every chunk, and of each sampled
 * buffer.
 */
final class PoolEvents {
    private static final int MOST_SITES = 200;
    private static final int MOST_ALLOCATORS = 200;
    private static final int NO_LIMIT = -1;
    private static final int MOST_HOLDERS = 5;

    private PoolEvents() {}

    /** To be called once, when JFR has started. */
    static void add() {
        FlightRecorder.addPeriodicEvent(PoolUsage.class, new EventHook() {
            @Override
            void emit() {
                emitPools(Emission.follow(EventKind.POOLS));
            }
        });
        // Here rather than at the first sample, which is taken inside the library.
        FlightRecorder.register(PooledBufferSample.class);
        FlightRecorder.register(PooledBufferReleaseSample.class);
        TrackerListeners.tell(new BufferEvents());
    }

    static void emitPools(Emission emission) {
        if (!TrackerReader.hasPools()) {
            return;
        }
        if (emission.wants(EventKind.POOLS) && new PoolUsage().isEnabled()) {
            List<PoolDetails> pools = NativeMemory.poolDetails();
            for (int i = 0; i < pools.size(); i++) {
                event(i + 1, pools.get(i)).commit();
            }
        }
        if (emission.wants(EventKind.POOLED_SITE) && new PooledBufferSite().isEnabled()) {
            List<PooledSite> sites = NativeMemory.pooledBuffers();
            for (int i = 0; i < Math.min(sites.size(), MOST_SITES); i++) {
                event(i + 1, sites.get(i)).commit();
            }
        }
        if (emission.wants(EventKind.ALLOCATORS) && new NamedAllocator().isEnabled()) {
            List<AllocatorUsage> allocators = TrackerReader.allocators();
            for (int i = 0; i < Math.min(allocators.size(), MOST_ALLOCATORS); i++) {
                event(i + 1, allocators.get(i)).commit();
            }
        }
    }

    private static NamedAllocator event(int rank, AllocatorUsage usage) {
        NamedAllocator event = new NamedAllocator();
        event.rank = rank;
        event.library = usage.library();
        event.name = usage.name();
        event.depth = usage.depth();
        event.bytes = usage.bytes();
        event.peak = usage.peakBytes();
        event.limit = usage.limitBytes() == Long.MAX_VALUE ? NO_LIMIT : usage.limitBytes();
        return event;
    }

    private static PoolUsage event(int rank, PoolDetails details) {
        Pool pool = details.pool();
        PoolUsage event = new PoolUsage();
        event.rank = rank;
        event.allocator = pool.allocator();
        event.type = pool.category();
        event.chunks = pool.chunks();
        event.chunkBytes = pool.chunkBytes();
        event.inUse = pool.inUseBytes();
        event.cached = details.cachedBytes();
        event.free = details.freeBytes();
        event.halfEmptyChunks = details.halfEmptyChunks();
        event.arenas = details.arenas();
        event.threadCaches = details.threadCaches();
        return event;
    }

    private static PooledBufferSite event(int rank, PooledSite pooled) {
        SiteUsage usage = pooled.usage();
        Site site = usage.site();
        PooledBufferSite event = new PooledBufferSite();
        event.rank = rank;
        event.type = site.category();
        event.site = site.id();
        event.topFrame = site.toString();
        event.libraryFrame = SiteEvents.libraryFrame(site);
        event.stack = SiteEvents.stack(site);
        event.liveBytes = usage.liveBytes();
        event.standardError = usage.standardErrorBytes();
        event.count = usage.liveCount();
        event.peak = usage.peakBytes();
        event.oldestAge = usage.oldestAgeNanos();
        event.lost = pooled.lostBytes();
        event.gone = pooled.goneBytes();
        event.lastIn = text(pooled.held().lastSeen());
        event.retainedBy = text(pooled.held().retainedBy());
        event.partsTakenBy = text(pooled.held().partsTakenBy());
        event.lostLastIn = text(pooled.lost().lastSeen());
        event.lostRetainedBy = text(pooled.lost().retainedBy());
        event.lostPartsTakenBy = text(pooled.lost().partsTakenBy());
        event.growth = usage.growthBytesPerMinute();
        event.growthError = usage.growthErrorBytesPerMinute();
        event.growingFor = usage.growingForNanos();
        event.judgedIn = usage.judgedInNanos();
        return event;
    }

    /** Such as {@code com.acme.Audit 8192; com.acme.Session 1024}; null if it is not known. */
    private static String text(List<PooledSite.Holder> holders) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(holders.size(), MOST_HOLDERS); i++) {
            PooledSite.Holder holder = holders.get(i);
            text.append(i == 0 ? "" : "; ")
                    .append(holder.className())
                    .append(' ')
                    .append(holder.bytes());
        }
        return text.length() == 0 ? null : text.toString();
    }
}
