package io.nmt.core.internal.libraries;

import io.nmt.core.internal.concurrent.FullHeap;
import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.internal.counters.ThreadCounters;
import io.nmt.core.internal.pools.Pools;
import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.Sample;
import io.nmt.core.internal.sites.SampleRecord;
import io.nmt.core.internal.sites.Samples;
import io.nmt.core.internal.sites.Scopes;
import io.nmt.core.internal.sites.SiteTable;
import io.nmt.core.internal.sites.Wholes;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.listener.BufferListener;
import io.nmt.core.model.PooledSite;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;

/**
 * The sampled buffers that pools have handed out and that were not given back, with the site, the thread and the time.
 * Sampled by bytes, with the countdown that blocks have, so that each byte is with the same probability. Thread-safe.
 */
final class PooledBuffers {
    private static final int CHAINS_BITS = 6;
    private static final int SHARE_OF_HEAP = 32;
    private static final int BYTES = 224; // with the references to buffer and chunk, and the entry
    private static final long MOST_BUFFERS = 1 << 20;
    private static final TableBound BOUND =
            TableBound.ofHeap("samples of pooled buffers", SHARE_OF_HEAP, BYTES, MOST_BUFFERS);
    private static final LockFreeMap<PooledBuffer, Boolean> LIVE = new LockFreeMap<>(BOUND);
    private static final SiteTable SITES = Samples.newTable(PoolKind.GROUPS);

    private static final LockFreeMap<Gone, AtomicLong> GONE = new LockFreeMap<>(CHAINS_BITS);
    private static final int GONE_BYTES = 1024; // with the names of nine users
    private static final int GONE_SHARE_OF_HEAP = 64;
    private static final long MOST_GONE =
            Math.min(10_000, Runtime.getRuntime().maxMemory() / GONE_SHARE_OF_HEAP / GONE_BYTES);
    private static final AtomicLong GONE_KEYS = new AtomicLong();
    private static final AtomicLong LOST_SAMPLES = new AtomicLong();
    private static final AtomicLong NUMBERS = new AtomicLong();

    private PooledBuffers() {}

    /** The same of a buffer that is a chunk of its own. */
    static PooledBuffer handedOutAsAWhole(Object buffer, int bytes, int group) {
        return handedOut(buffer, null, bytes, group);
    }

    /** Returns null if no sample can be taken: inside another one, or for want of heap or stack. */
    static PooledBuffer handedOut(Object buffer, Object chunk, int bytes, int group) {
        ThreadCounters thread = Tracker.current();
        if (SITES == null || !thread.beginSample()) {
            LOST_SAMPLES.incrementAndGet();
            return null;
        }
        PooledBuffer sampled = null;
        try {
            FullHeap.check();
            long now = SampleRecord.now();
            CallSite site = SITES.current(group);
            sampled =
                    new PooledBuffer(buffer, chunk, site, SampleRecord.of(site, now), NUMBERS.incrementAndGet(), bytes);
            LIVE.put(sampled, Boolean.TRUE);
            if (LIVE.get(sampled) == null) {
                LOST_SAMPLES.incrementAndGet();
                return null;
            }
            Scopes.allocated(site, sampled.entry(), Samples.weightedBytes(bytes));
            site.allocated(Samples.weightedBytes(bytes), now);
            tellTaken(sampled);
            return sampled;
        } catch (VirtualMachineError | LinkageError | RuntimeException e) {
            if (e instanceof OutOfMemoryError) {
                FullHeap.meet();
            }
            if (sampled != null) {
                LIVE.remove(sampled);
            }
            LOST_SAMPLES.incrementAndGet();
            return null;
        } finally {
            thread.endSample();
        }
    }

    private static void tellTaken(PooledBuffer buffer) {
        BufferListener told = Pools.listener();
        if (told != null) {
            try {
                CallSite site = buffer.site();
                told.taken(site.category(), site.id(), buffer.number(), buffer.bytes(), Samples.weight(buffer.bytes()));
            } catch (VirtualMachineError | LinkageError | RuntimeException e) {
                return; // the sample is complete
            }
        }
    }

    static void givenBack(PooledBuffer buffer) {
        if (LIVE.remove(buffer) != null) {
            long now = SampleRecord.now();
            buffer.site().freed(Samples.weightedBytes(buffer.bytes()), now);
            BufferListener told = Pools.listener();
            if (told != null) {
                tellGivenBack(buffer, now, told);
            }
        }
    }

    private static void tellGivenBack(PooledBuffer buffer, long now, BufferListener told) {
        ThreadCounters thread = Tracker.current();
        if (thread.beginSample()) {
            try {
                long held = (now - SampleRecord.time(buffer.entry())) * SampleRecord.NANOS_PER_UNIT;
                told.givenBack(
                        buffer.site().category(),
                        buffer.site().id(),
                        buffer.number(),
                        buffer.bytes(),
                        Samples.weight(buffer.bytes()),
                        held,
                        buffer.lastSeenIn());
            } finally {
                thread.endSample();
            }
        }
    }

    /** Counts a buffer that was collected together with its chunk. Never throws: hooks meet such buffers. */
    static void gone(PooledBuffer buffer) {
        try {
            long weighted = Samples.weightedBytes(buffer.bytes());
            buffer.site().freed(weighted, SampleRecord.now());
            if (buffer.isChunk()) {
                return; // its memory is not in the pool's books
            }
            sumOfGone(new Gone(buffer.site(), buffer.lastSeenIn(), buffer.retainers(), buffer.partTakers()))
                    .addAndGet(weighted);
        } catch (VirtualMachineError e) {
            LOST_SAMPLES.incrementAndGet();
        }
    }

    /** Once there are very many, who had them is left out: classes that are generated may each have another name. */
    private static AtomicLong sumOfGone(Gone key) {
        AtomicLong sum = GONE.get(key);
        if (sum != null) {
            return sum;
        }
        Gone added = GONE_KEYS.incrementAndGet() < MOST_GONE ? key : new Gone(key.site, null, List.of(), List.of());
        AtomicLong first = new AtomicLong();
        AtomicLong other = GONE.putIfAbsent(added, first);
        return other != null ? other : first;
    }

    static long lostSamples() {
        return LOST_SAMPLES.get();
    }

    /** A buffer that was collected with its chunk: call site, last user or null, and the classes that retained it. */
    private record Gone(CallSite site, String lastSeenIn, List<String> retainers, List<String> partTakers) {}

    /** All of them whose memory is still there. */
    static void forEachLive(Consumer<PooledBuffer> visitor) {
        LIVE.forEach((buffer, present) -> {
            if (!buffer.isGone()) {
                visitor.accept(buffer);
            }
        });
    }

    /** Those that are a part of a chunk, as far as both are there: the chunk, and what the buffer takes of it. */
    static void forEachPart(ObjIntConsumer<Object> visitor) {
        LIVE.forEach((buffer, present) -> {
            Object chunk = buffer.chunk();
            if (chunk != null) {
                visitor.accept(chunk, buffer.bytes());
            }
        });
    }

    /** One after the other, each with what is known of it now. */
    static void forEach(Consumer<LiveBuffer> visitor) {
        LIVE.forEach((buffer, present) -> {
            if (buffer.isGone()) {
                LIVE.remove(buffer);
                return;
            }
            visitor.accept(new LiveBuffer(
                    Sample.of(buffer.site(), buffer.entry()),
                    buffer.bytes(),
                    Samples.weightedBytes(buffer.bytes()),
                    buffer.lastSeenIn(),
                    buffer.retainers().stream().distinct().toList(),
                    buffer.isLost()));
        });
    }

    /** Tells if some live whose memory is there. */
    static boolean areThere() {
        AtomicBoolean found = new AtomicBoolean();
        LIVE.forEach((buffer, present) -> {
            if (!found.get() && !buffer.isGone()) {
                found.set(true);
            }
        });
        return found.get();
    }

    /**
     * The pooled buffers by line of code.
     *
     * @param minimumAgeNanos younger buffers are left out
     * @param wholes reads what these buffers are parts of
     * @return the one with most bytes first
     */
    static List<PooledSite> list(long minimumAgeNanos, Supplier<Wholes> wholes) {
        BufferSums sums = new BufferSums(minimumAgeNanos);
        LIVE.forEach((buffer, present) -> {
            if (buffer.isGone()) {
                LIVE.remove(buffer);
            } else {
                sums.add(buffer);
            }
        });
        GONE.forEach((gone, bytes) ->
                sums.addGone(gone.site, gone.lastSeenIn, gone.retainers, gone.partTakers, bytes.get()));
        return sums.list(areThere() ? wholes.get() : Wholes.UNKNOWN);
    }
}
