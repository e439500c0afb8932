package io.nmt.core.internal.libraries;

import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.SizeClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The sums over the chunks of an allocator in one category. */
final class PoolSum {
    final Object owner;
    final String category;
    private long chunks;
    private long chunkBytes;
    private long inUseBytes;
    private long freeBytes;
    private long halfEmpty;
    private final Set<Object> arenas = Collections.newSetFromMap(new IdentityHashMap<>());

    /** By the size of the buffers. */
    private final Map<Integer, SizeClass> told = new TreeMap<>();

    /** Estimated buffers by size, from samples. */
    private final Map<Integer, Double> sampled = new TreeMap<>();

    private final Map<Integer, Long> counts = new TreeMap<>();

    PoolSum(Object owner, String category) {
        this.owner = owner;
        this.category = category;
    }

    void add(Chunk chunk) {
        chunks++;
        chunkBytes += chunk.bytes();
        inUseBytes = sum(inUseBytes, chunk.inUseBytes());
        freeBytes = sum(freeBytes, chunk.freeBytes());
        halfEmpty = sum(halfEmpty, chunk.halfEmpty());
        if (chunk.arena() != null) {
            arenas.add(chunk.arena());
        }
        for (Places places : chunk.places() == null ? List.<Places>of() : chunk.places()) {
            SizeClass before = told.getOrDefault(places.bytes(), new SizeClass(places.bytes(), 0, 0));
            told.put(
                    places.bytes(),
                    new SizeClass(places.bytes(), before.taken() + places.taken(), before.places() + places.all()));
        }
    }

    /** Adds a sampled buffer of one of the chunks, and how many it stands for. Not looked at if its size is told. */
    void add(int bytes, double weight) {
        counts.merge(bytes, 1L, Long::sum);
        sampled.put(bytes, sampled.getOrDefault(bytes, 0.0) + weight);
    }

    long chunkBytes() {
        return chunkBytes;
    }

    /** There are more chunks, of so many bytes, of which nothing else is known. */
    void addUnknown(long bytes) {
        chunkBytes += bytes;
        setIncomplete();
    }

    /** There are more chunks, of which nothing is known. */
    void setIncomplete() {
        chunks = Pool.UNKNOWN;
        inUseBytes = Pool.UNKNOWN;
        freeBytes = Pool.UNKNOWN;
        halfEmpty = Pool.UNKNOWN;
    }

    private static long sum(long one, long other) {
        return one == Pool.UNKNOWN || other == Pool.UNKNOWN ? Pool.UNKNOWN : one + other;
    }

    PoolDetails details() {
        boolean known = inUseBytes != Pool.UNKNOWN && freeBytes != Pool.UNKNOWN;
        return new PoolDetails(
                new Pool(NettyChunks.allocatorName(owner), category, chunks, chunkBytes, inUseBytes),
                freeBytes,
                known ? Math.max(0, chunkBytes - inUseBytes - freeBytes) : Pool.UNKNOWN,
                halfEmpty,
                arenas.isEmpty() ? Pool.UNKNOWN : arenas.size(),
                NettyChunks.threadCaches(owner),
                sizeClasses());
    }

    private List<SizeClass> sizeClasses() {
        List<SizeClass> all = new ArrayList<>(told.values());
        Map<Integer, Double> estimated = new TreeMap<>(sampled);
        estimated.keySet().removeAll(told.keySet());
        double sum = 0;
        for (Map.Entry<Integer, Double> size : estimated.entrySet()) {
            sum += size.getKey() * size.getValue();
        }
        long most = mostBesideTold();
        double part = sum > most ? most / sum : 1;
        estimated.forEach((bytes, buffers) -> {
            long taken = Math.min(Math.round(buffers * part), most / bytes);
            all.add(new SizeClass(bytes, taken, Pool.UNKNOWN));
        });
        all.sort(Comparator.comparingLong(SizeClass::heldBytes).reversed());
        return all;
    }

    /**
     * The most bytes that buffers of untold sizes can have, from exact figures: bytes in use, and chunks without free
     * bytes and taken places. At least the bytes of those that are sampled.
     */
    private long mostBesideTold() {
        long known = 0;
        long most = chunkBytes - Math.max(0, freeBytes);
        for (SizeClass size : told.values()) {
            most -= size.bytes() * size.taken();
        }
        most = inUseBytes == Pool.UNKNOWN ? most : Math.min(most, inUseBytes);
        for (Map.Entry<Integer, Long> size : counts.entrySet()) {
            known += told.containsKey(size.getKey()) ? 0 : size.getKey() * size.getValue();
        }
        return Math.max(most, known);
    }
}
