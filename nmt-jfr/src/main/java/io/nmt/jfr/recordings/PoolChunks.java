package io.nmt.jfr.recordings;

import io.nmt.core.model.Category;
import io.nmt.report.past.HistoryPoint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** The bytes of each category that are chunks of pools, over time: taken in in any order. */
final class PoolChunks {
    private static final long ONE_EMISSION_MILLIS = 2_000;

    /** The emissions by the time of their first event: rank of the pool, and its chunks. */
    private final TreeMap<Long, Map<Integer, Chunks>> emissions = new TreeMap<>();

    private record Chunks(int category, long bytes) {}

    void add(long millis, int rank, String category, long bytes) {
        // Of a pool whose chunks are not on the books, no category has them.
        int id = category == null || category.isBlank()
                ? -1
                : Category.of(category).id();
        emissions.computeIfAbsent(millis, any -> new HashMap<>()).put(rank, new Chunks(id, bytes));
    }

    /** Adds up the events of each emission: the bytes of the categories that ever had chunks, by time. */
    Map<Integer, NavigableMap<Long, Long>> build() {
        Set<Integer> categories = new HashSet<>();
        emissions.values().forEach(pools -> pools.values().forEach(chunks -> categories.add(chunks.category)));
        categories.remove(-1);
        Map<Integer, NavigableMap<Long, Long>> all = new HashMap<>();
        categories.forEach(id -> all.put(id, new TreeMap<>()));
        Set<Integer> ranks = new HashSet<>();
        long begin = Long.MIN_VALUE;
        for (Map.Entry<Long, Map<Integer, Chunks>> entry : emissions.entrySet()) {
            boolean next = begin == Long.MIN_VALUE
                    || entry.getKey() - begin > ONE_EMISSION_MILLIS
                    || entry.getValue().keySet().stream().anyMatch(ranks::contains);
            if (next) {
                begin = entry.getKey();
                ranks.clear();
                for (NavigableMap<Long, Long> ofCategory : all.values()) {
                    ofCategory.put(begin, 0L);
                }
            }
            for (Map.Entry<Integer, Chunks> pool : entry.getValue().entrySet()) {
                ranks.add(pool.getKey());
                NavigableMap<Long, Long> ofCategory = all.get(pool.getValue().category);
                if (ofCategory != null) {
                    ofCategory.merge(begin, pool.getValue().bytes, Long::sum);
                }
            }
        }
        return all;
    }

    /**
     * Takes the chunks from a category. Between two emissions, their bytes are taken to change evenly; before the first
     * one, they are taken to be as in that.
     *
     * @param chunks of the category, by time; null if it never had any
     * @param bytes of the category
     * @return the rest; {@link HistoryPoint#UNKNOWN} after the last emission
     */
    static long rest(NavigableMap<Long, Long> chunks, long millis, long bytes) {
        if (chunks == null) {
            return bytes;
        }
        Map.Entry<Long, Long> before = chunks.floorEntry(millis);
        Map.Entry<Long, Long> after = chunks.ceilingEntry(millis);
        if (after == null) {
            boolean isOfEmission = millis - before.getKey() <= ONE_EMISSION_MILLIS;
            return isOfEmission ? Math.max(0, bytes - before.getValue()) : HistoryPoint.UNKNOWN;
        }
        double pooled = after.getValue();
        if (before != null && !before.getKey().equals(after.getKey())) {
            double part = (double) (millis - before.getKey()) / (after.getKey() - before.getKey());
            pooled = before.getValue() + part * (after.getValue() - before.getValue());
        }
        return Math.max(0, bytes - Math.round(pooled));
    }
}
