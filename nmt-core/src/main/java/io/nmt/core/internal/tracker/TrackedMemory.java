package io.nmt.core.internal.tracker;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.counters.CounterSums;
import io.nmt.core.internal.counters.Peaks;
import io.nmt.core.internal.counters.ThreadCounters;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.internal.sites.Samples;
import io.nmt.core.model.BlockVisitor;
import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the books that {@link Tracker} keeps, while it goes on: no thread that allocates or frees waits for a reader.
 * Thread-safe.
 */
public final class TrackedMemory {
    private TrackedMemory() {}

    /**
     * The live figures of all categories, and their peaks.
     *
     * @return all figures of one moment
     */
    public static Snapshot snapshot() {
        CounterSums sums = Tracker.COUNTERS.read();
        Peaks peaks = Tracker.COUNTERS.peaks();
        List<CategoryUsage> categories = new ArrayList<>();
        long reserved = 0;
        long committed = 0;
        long count = 0;
        long atLeast = 0;
        long countAtLeast = 0;
        for (Category category : Category.all()) {
            if (sums.used(category.id())) {
                CategoryUsage usage = usage(category.name(), category.id(), sums, peaks);
                categories.add(usage);
                reserved += usage.reserved();
                committed += usage.committed();
                count += usage.count();
                if (usage.peakCommitted() >= atLeast) {
                    atLeast = usage.peakCommitted();
                    countAtLeast = usage.countAtPeak();
                }
            }
        }
        // An error in a hook may have kept a peak from the total that its categories have; and of one moment, a whole
        // has no fewer blocks than a part.
        if (committed > atLeast) {
            atLeast = committed;
            countAtLeast = count;
        }
        boolean ofParts = atLeast >= peaks.peakBytes(0);
        CategoryUsage total = new CategoryUsage(
                "Total",
                reserved,
                committed,
                count,
                peaks.peakReservedBytes(0),
                Math.max(atLeast, peaks.peakBytes(0)),
                ofParts ? Math.max(countAtLeast, peaks.blocksAtPeak(0)) : peaks.blocksAtPeak(0));
        return new Snapshot(
                Instant.now(),
                List.copyOf(categories),
                total,
                peaks.exact(),
                sums.untrackedBlocks() + Tracker.failures(),
                sums.unknownFrees(),
                Tracker.BLOCKS.sizeBytes() + Tracker.COUNTERS.sizeBytes() + Origins.sizeBytes() + Samples.sizeBytes(),
                Tracker.FREED_ELSEWHERE.get(),
                Tracker.BLOCKS.atLimit() ? Tracker.TABLE_LIMIT_BYTES : 0,
                Snapshot.UNKNOWN,
                TrackedPart.coverage());
    }

    private static CategoryUsage usage(String name, int id, CounterSums sums, Peaks peaks) {
        long committed = sums.liveBytes(id);
        return new CategoryUsage(
                name,
                committed + peaks.uncommittedBytes(id),
                committed,
                sums.liveBlocks(id),
                peaks.peakReservedBytes(id),
                peaks.peakBytes(id),
                peaks.blocksAtPeak(id));
    }

    /**
     * Shows all live blocks while the process goes on. A block that lives throughout is shown exactly once.
     *
     * @param visitor is shown each
     */
    public static void forEachBlock(BlockVisitor visitor) {
        Tracker.BLOCKS.forEach((address, entry) -> {
            int categoryId = BlockRecord.categoryId(entry);
            if (categoryId != ThreadCounters.PROBE) {
                visitor.block(address, BlockRecord.bytes(entry), Category.withId(categoryId));
            }
        });
    }

    /**
     * The reserved bytes of a live block.
     *
     * @param address where it starts
     * @return bytes, at least those that are committed; -1 if there is no such block
     */
    public static long reservedBytes(long address) {
        long entry = address == 0 ? BlockRecord.NONE : Tracker.recordOf(address);
        if (entry == BlockRecord.NONE) {
            return -1;
        }
        Long uncommitted = (entry & BlockRecord.HAS_UNCOMMITTED) == 0 ? null : Tracker.UNCOMMITTED_BYTES.get(address);
        return BlockRecord.bytes(entry) + (uncommitted == null ? 0 : uncommitted);
    }

    /**
     * True if there may be live blocks without a record. A hook that fails or a full table is the reason.
     *
     * @return true from the first such block on
     */
    public static boolean lacksBlocks() {
        return Tracker.failures() != 0 || Tracker.COUNTERS.read().untrackedBlocks() != 0;
    }

    /**
     * The sums of all threads' counters.
     *
     * @return the sums of this moment
     */
    public static CounterSums sums() {
        return Tracker.COUNTERS.read();
    }

    /**
     * The peaks of all time, and windows of them.
     *
     * @return the peaks
     */
    public static Peaks peaks() {
        return Tracker.COUNTERS.peaks();
    }
}
