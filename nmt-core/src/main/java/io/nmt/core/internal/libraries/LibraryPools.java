package io.nmt.core.internal.libraries;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.pools.Pools;
import io.nmt.core.internal.sites.LineSums;
import io.nmt.core.internal.sites.SampleRecord;
import io.nmt.core.internal.sites.Samples;
import io.nmt.core.internal.sites.ScopeSums;
import io.nmt.core.internal.sites.Wholes;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.AllocatorUsage;
import io.nmt.core.model.Category;
import io.nmt.core.model.LineUsage;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.SiteUsage;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The pools of Netty's pooled and adaptive allocators, of Jetty and of Undertow, as far as they are outside the heap,
 * and Arrow's allocators. The agent makes it when it meets one of these libraries.
 */
public final class LibraryPools implements Pools.Source {
    private static final String POOLED = ".PooledByteBufAllocator";
    private static final String NETTY = ".netty.buffer.";
    private static final String UTIL = ".ByteBufUtil";

    /** Allocators that have no list of their chunks. */
    private static final List<WeakReference<Object>> OLDER_ADAPTIVE = new CopyOnWriteArrayList<>();

    private static volatile boolean someAreOlder;

    /** The source that reads Netty's chunks among {@link LiveChunks}, and {@link LentBuffers}. */
    public LibraryPools() {}

    @Override
    public List<PoolDetails> pools() {
        List<PoolSum> sums = new ArrayList<>();
        IdentityHashMap<Object, PoolSum> divided = new IdentityHashMap<>();
        for (Object object : LiveChunks.list()) {
            Chunk chunk = ArrowAllocators.isRoot(object) ? null : NettyChunks.of(object);
            if (chunk != null) {
                PoolSum sum = add(chunk, sums);
                if (chunk.places() != null) {
                    divided.put(object, sum);
                }
            }
        }
        PooledBuffers.forEachPart((chunk, bytes) -> {
            PoolSum sum = divided.get(chunk);
            if (sum != null) {
                sum.add(bytes, Samples.weight(bytes));
            }
        });
        for (Chunk chunk : LentBuffers.list()) {
            add(chunk, sums);
        }
        if (someAreOlder) {
            addUnknown(sums);
        }
        List<PoolDetails> pools = new ArrayList<>();
        for (PoolSum sum : sums) {
            pools.add(sum.details());
        }
        pools.sort(
                Comparator.comparingLong((PoolDetails details) -> details.pool().chunkBytes())
                        .reversed());
        return pools;
    }

    @Override
    public List<AllocatorUsage> allocators() {
        return ArrowAllocators.list();
    }

    @Override
    public List<PooledSite> buffers(long minimumAgeNanos) {
        return PooledBuffers.list(minimumAgeNanos, LibraryPools::wholes);
    }

    @Override
    public boolean hasBuffers() {
        return PooledBuffers.areThere();
    }

    @Override
    public List<LineUsage> lines(long minimumAgeNanos) {
        long now = SampleRecord.now();
        long youngest = now - minimumAgeNanos / SampleRecord.NANOS_PER_UNIT;
        LineSums sums = new LineSums(now);
        PooledBuffers.forEachLive(buffer -> {
            boolean shown = SampleRecord.time(buffer.entry()) <= youngest;
            sums.add(buffer.site(), buffer.entry(), buffer.bytes(), shown);
        });
        return hasBuffers() ? sums.usages(wholes()) : List.of();
    }

    @Override
    public Map<Integer, List<SiteUsage>> scopes() {
        ScopeSums sums = new ScopeSums();
        PooledBuffers.forEachLive(buffer -> sums.add(buffer.site(), buffer.entry(), buffer.bytes()));
        return sums.usages(wholes());
    }

    /** Bounds the buffers of each kind of pool; Netty's have no bound where some chunks are unknown. */
    private static Wholes wholes() {
        PoolWholes wholes = new PoolWholes();
        boolean known = LiveChunks.areAllKnown() && !someAreOlder;
        for (Object object : LiveChunks.list()) {
            known = known && (ArrowAllocators.isRoot(object) || NettyChunks.addTo(wholes, object));
        }
        if (!known) {
            wholes.add(PoolKind.NETTY_POOLED, Pool.UNKNOWN, Pool.UNKNOWN);
            wholes.add(PoolKind.NETTY_ADAPTIVE, Pool.UNKNOWN, Pool.UNKNOWN);
        }
        LentBuffers.addTo(wholes);
        return wholes;
    }

    @Override
    public long lostSamples() {
        return PooledBuffers.lostSamples();
    }

    private static PoolSum add(Chunk chunk, List<PoolSum> sums) {
        long entry = Tracker.recordOf(chunk.address());
        String category = entry == BlockRecord.NONE
                ? null
                : Category.withId(BlockRecord.categoryId(entry)).name();
        PoolSum sum = sumOf(chunk.owner(), category, sums);
        sum.add(chunk);
        return sum;
    }

    private static PoolSum sumOf(Object owner, String category, List<PoolSum> sums) {
        for (PoolSum sum : sums) {
            if (sum.owner == owner && Objects.equals(sum.category, category)) {
                return sum;
            }
        }
        PoolSum sum = new PoolSum(owner, category);
        sums.add(sum);
        return sum;
    }

    /** Adds what allocators have beyond the chunks that were seen to be made. */
    private static void addUnknown(List<PoolSum> sums) {
        List<Object> owners = new ArrayList<>();
        for (WeakReference<Object> older : OLDER_ADAPTIVE) {
            Object owner = older.get();
            if (owner != null) {
                owners.add(owner);
            }
        }
        for (PoolSum sum : sums) {
            if (!owners.contains(sum.owner)) {
                owners.add(sum.owner);
            }
        }
        for (PoolSum sum : sums) {
            if (LentBuffers.isOlder(sum.owner)) {
                sum.setIncomplete();
            }
        }
        for (Object owner : owners) {
            long unknown = usedBytes(owner);
            for (PoolSum sum : sums) {
                unknown -= sum.owner == owner ? sum.chunkBytes() : 0;
            }
            if (unknown > 0) {
                PoolSum sum = sumOf(owner, null, sums);
                sum.addUnknown(unknown);
            }
        }
    }

    private static long usedBytes(Object owner) {
        try {
            return NettyChunks.usedBytes(owner);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return 0;
        }
    }

    /**
     * Notes what was there before chunks were noted, as far as it is known where to find it. Called by the agent, for a
     * library that was loaded before it.
     *
     * @param type one of the library's classes
     */
    public static void adopt(Class<?> type) {
        someAreOlder = true;
        if (!type.getName().contains(NETTY)) {
            LentBuffers.adopt(type); // what Netty's own have in use, their chunks tell
        }
        try {
            if (type.getName().endsWith(POOLED) && Mirror.isInitialized(type)) {
                for (Object arena : (List<?>) Mirror.call(Mirror.staticField(type, "DEFAULT"), "directArenas")) {
                    for (Object chunks : (List<?>) Mirror.call(arena, "chunkLists")) {
                        ((Iterable<?>) chunks).forEach(LiveChunks::add);
                    }
                }
            } else if (type.getName().endsWith(UTIL) && Mirror.isInitialized(type)) {
                Object owner = Mirror.field(Mirror.staticField(type, "DEFAULT_ALLOCATOR"), "direct");
                if (NettyChunks.isAdaptive(owner)) {
                    OLDER_ADAPTIVE.add(new WeakReference<>(owner));
                }
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return; // another version, or another default: its chunks are unknown
        }
    }
}
