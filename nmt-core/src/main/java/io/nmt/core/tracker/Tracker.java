package io.nmt.core.tracker;

import io.nmt.core.blocks.BlockRecord;
import io.nmt.core.blocks.BlockTable;
import io.nmt.core.blocks.BlockVisitor;
import io.nmt.core.categories.Category;
import io.nmt.core.counters.CounterSums;
import io.nmt.core.counters.Counters;
import io.nmt.core.counters.Peaks;
import io.nmt.core.counters.ThreadCounters;
import io.nmt.core.origins.Origins;
import io.nmt.core.sites.Samples;
import io.nmt.core.snapshot.CategoryUsage;
import io.nmt.core.snapshot.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The one set of books of this process: which blocks are live, and how much that is per category.
 *
 * <p>Thread-safe. {@link #allocated} and {@link #freed} take no lock and create no object, apart from the table's growth
 * and a thread's first call. Neither fails: what cannot be recorded is counted as untracked, what is not known as an
 * unknown free. Of one address, calls must not overlap: record after the allocation, release before the free.
 */
public final class Tracker {
    private static final BlockTable BLOCKS = new BlockTable();
    private static final Counters COUNTERS = new Counters();

    // Of blocks with one of these flags there is more to forget than the record.
    private static final long KEPT_ELSEWHERE =
            BlockRecord.HAS_UNCOMMITTED | BlockRecord.HAS_ORIGIN | BlockRecord.HAS_SITE;

    // How many bytes more than committed are reserved for a block, for the few where that differs.
    private static final ConcurrentHashMap<Long, Long> UNCOMMITTED_BYTES = new ConcurrentHashMap<>();

    /**
     * How often a hook failed and stepped aside; each may have left a block untracked. A plain field, since a handler
     * that called a method could fail once more; a few of very few may get lost.
     */
    public static long failures;

    private Tracker() {}

    /**
     * Records a block.
     *
     * @param address where it starts
     * @param bytes as requested, from 0
     * @param categoryId of its category
     */
    public static void allocated(long address, long bytes, int categoryId) {
        allocated(COUNTERS.current(), address, bytes, categoryId);
    }

    /**
     * Records a block.
     *
     * @param counters of the current thread
     * @param address where it starts
     * @param bytes as requested, from 0
     * @param categoryId of its category
     */
    public static void allocated(ThreadCounters counters, long address, long bytes, int categoryId) {
        record(counters, address, bytes, categoryId, 0);
    }

    private static boolean record(
            ThreadCounters counters, long address, long bytes, int categoryId, long keptElsewhere) {
        boolean sampled = counters.samples(bytes) && categoryId != ThreadCounters.PROBE;
        long entry = BlockRecord.of(categoryId, bytes) | keptElsewhere | (sampled ? BlockRecord.HAS_SITE : 0);
        if (bytes > BlockRecord.MAX_BYTES || !BLOCKS.insert(counters.lastSlot(), address, entry)) {
            counters.untracked();
            return false;
        }
        counters.allocated(categoryId, bytes);
        if (sampled) {
            // Last: should a virtual thread have to wait here, the counters may be another thread's afterwards.
            Samples.allocated(counters, address, bytes, categoryId);
        }
        return true;
    }

    /**
     * Records a block whose origin the caller notes next. When the block is freed, its origin is forgotten, too.
     *
     * @param counters of the current thread
     * @param address where it starts
     * @param bytes as requested, from 0 to {@link BlockRecord#MAX_BYTES}
     * @param categoryId of its category
     * @return whether it was recorded
     */
    public static boolean allocatedWithOrigin(ThreadCounters counters, long address, long bytes, int categoryId) {
        return record(counters, address, bytes, categoryId, BlockRecord.HAS_ORIGIN);
    }

    /**
     * Removes the record of a block.
     *
     * @param address where it starts
     * @return the {@link BlockRecord}, or {@link BlockRecord#NONE} if there was none
     */
    public static long freed(long address) {
        ThreadCounters counters = COUNTERS.current();
        long entry = BLOCKS.remove(counters.lastSlot(), address);
        if (entry == BlockRecord.NONE) {
            counters.unknownFree();
            return entry;
        }
        int categoryId = BlockRecord.categoryId(entry);
        counters.freed(categoryId, BlockRecord.bytes(entry));
        if ((entry & KEPT_ELSEWHERE) != 0) {
            forget(counters, address, entry);
        }
        return entry;
    }

    private static void forget(ThreadCounters counters, long address, long entry) {
        // First, while the counters are this thread's for sure.
        if ((entry & BlockRecord.HAS_SITE) != 0) {
            Samples.freed(counters, address, BlockRecord.bytes(entry));
        }
        if ((entry & BlockRecord.HAS_ORIGIN) != 0) {
            Origins.closed(address);
        }
        if ((entry & BlockRecord.HAS_UNCOMMITTED) != 0) {
            Long uncommitted = UNCOMMITTED_BYTES.remove(address);
            if (uncommitted != null) {
                COUNTERS.peaks().addUncommitted(BlockRecord.categoryId(entry), -uncommitted);
            }
        }
    }

    /**
     * Puts back a record that {@link #freed} removed, because the block was not freed after all.
     *
     * @param address where it starts
     * @param entry what {@link #freed} returned
     */
    public static void restored(long address, long entry) {
        if (entry != BlockRecord.NONE) {
            allocated(address, BlockRecord.bytes(entry), BlockRecord.categoryId(entry));
        }
    }

    /**
     * Records address space that is only partly committed.
     *
     * @param address where it starts
     * @param reservedBytes at least {@code committedBytes}
     * @param committedBytes from 0
     * @param categoryId of its category
     */
    public static void reserved(long address, long reservedBytes, long committedBytes, int categoryId) {
        long uncommitted = reservedBytes - committedBytes;
        if (uncommitted == 0) {
            allocated(address, committedBytes, categoryId);
            return;
        }
        UNCOMMITTED_BYTES.put(address, uncommitted);
        // Only now: a virtual thread that had to wait may have another carrier.
        ThreadCounters counters = COUNTERS.current();
        if (record(counters, address, committedBytes, categoryId, BlockRecord.HAS_UNCOMMITTED)) {
            COUNTERS.peaks().addUncommitted(categoryId, uncommitted);
        } else {
            UNCOMMITTED_BYTES.remove(address);
        }
    }

    /**
     * The counters of the current thread, for a hook that has more than one thing to tell.
     *
     * @return the counters
     */
    public static ThreadCounters current() {
        return COUNTERS.current();
    }

    /**
     * The counters of another thread.
     *
     * @param thread a platform thread
     * @return the counters, or null if it has ended or has never counted anything
     * @throws UnsupportedOperationException if threads cannot be told apart: before JDK 22, without the agent
     */
    public static ThreadCounters countersOf(Thread thread) {
        return COUNTERS.of(thread);
    }

    /**
     * The record of a live block.
     *
     * @param address where it starts
     * @return its {@link BlockRecord}, or {@link BlockRecord#NONE}
     */
    public static long recordOf(long address) {
        return BLOCKS.get(address);
    }

    /** Makes peaks exact; to be called before the first allocation. */
    public static void makePeaksExact() {
        COUNTERS.peaks().makeExact();
    }

    /**
     * Takes samples of where blocks are allocated. To be called once, before the first allocation.
     *
     * @param intervalBytes on average between two samples of a thread; 1 for every block
     * @param depth frames that are kept of a stack
     */
    public static void sampleCallSites(long intervalBytes, int depth) {
        Samples.take(BLOCKS, intervalBytes, depth);
    }

    /**
     * Shows all live blocks while the process goes on. A block that lives throughout is shown exactly once.
     *
     * @param visitor is shown each
     */
    public static void forEachBlock(BlockVisitor visitor) {
        BLOCKS.forEach((address, entry) -> {
            int categoryId = BlockRecord.categoryId(entry);
            if (categoryId != ThreadCounters.PROBE) {
                visitor.block(address, BlockRecord.bytes(entry), Category.withId(categoryId));
            }
        });
    }

    /**
     * What is live now, and the peaks.
     *
     * @return all figures of one moment
     */
    public static Snapshot snapshot() {
        CounterSums sums = COUNTERS.read();
        Peaks peaks = COUNTERS.peaks();
        List<CategoryUsage> categories = new ArrayList<>();
        long reserved = 0;
        long committed = 0;
        long count = 0;
        for (Category category : Category.all()) {
            if (sums.used(category.id())) {
                CategoryUsage usage = usage(category.name(), category.id(), sums, peaks);
                categories.add(usage);
                reserved += usage.reserved();
                committed += usage.committed();
                count += usage.count();
            }
        }
        CategoryUsage total = new CategoryUsage(
                "Total",
                reserved,
                committed,
                count,
                peaks.peakReservedBytes(0),
                peaks.peakBytes(0),
                peaks.blocksAtPeak(0));
        return new Snapshot(
                Instant.now(),
                List.copyOf(categories),
                total,
                peaks.exact(),
                sums.untrackedBlocks() + failures,
                sums.unknownFrees(),
                BLOCKS.sizeBytes() + COUNTERS.sizeBytes() + Origins.sizeBytes() + Samples.sizeBytes());
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
}
