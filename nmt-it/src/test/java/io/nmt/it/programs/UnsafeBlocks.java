package io.nmt.it.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import io.nmt.core.model.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The tracker's figures of what Java code took through {@code Unsafe}, by a walk over all blocks.
 *
 * @param roundedBytes live, each block rounded up to 8, as HotSpot sees it
 * @param blocks live
 * @param byCategory live bytes
 * @param agree whether the counters say the same
 * @param missed blocks and frees
 */
record UnsafeBlocks(long roundedBytes, long blocks, Map<String, Long> byCategory, boolean agree, long missed) {
    private static final List<Category> CATEGORIES = List.of(
            Category.DIRECT_BUFFER,
            Category.NIO_TEMPORARY_BUFFER,
            Category.NIO_INTERNAL,
            Category.UNSAFE,
            Category.FOREIGN_MEMORY);

    static UnsafeBlocks read() {
        long[] roundedBytes = {0};
        long[] blocks = {0};
        Map<String, Long> byCategory = new TreeMap<>();
        CATEGORIES.forEach(category -> byCategory.put(category.name(), 0L));
        NativeMemory.forEachBlock((address, bytes, category) -> {
            if (CATEGORIES.contains(category)) {
                roundedBytes[0] += (bytes + 7) / 8 * 8;
                blocks[0]++;
                byCategory.merge(category.name(), bytes, Long::sum);
            }
        });
        Snapshot snapshot = NativeMemory.snapshot();
        boolean agree = byCategory.entrySet().stream()
                .allMatch(entry -> snapshot.category(entry.getKey()).committed() == entry.getValue());
        long missed = snapshot.untrackedBlocks() + snapshot.unknownFrees();
        return new UnsafeBlocks(roundedBytes[0], blocks[0], byCategory, agree, missed);
    }
}
