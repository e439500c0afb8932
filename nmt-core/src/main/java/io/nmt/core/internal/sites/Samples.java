package io.nmt.core.internal.sites;

import io.nmt.core.internal.blocks.BlockTable;
import io.nmt.core.internal.concurrent.FullHeap;
import io.nmt.core.internal.counters.Counters;
import io.nmt.core.internal.counters.PeakWindows;
import io.nmt.core.internal.counters.SampleCountdown;
import io.nmt.core.internal.counters.ThreadCounters;
import io.nmt.core.listener.SampleListener;
import io.nmt.core.model.Category;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The sampled blocks that live, with the site, the thread and the time of their allocation. Called by the tracker; a
 * thread that reads uses {@link Sites}.
 */
public final class Samples {
    private static final int TABLE_SHARE_OF_HEAP = 16;
    private static final BlockTable LIVE = BlockTable.ofFew(Runtime.getRuntime().maxMemory() / TABLE_SHARE_OF_HEAP);
    private static final int DIRECT_BUFFER = Category.DIRECT_BUFFER.id();
    private static final int FAR_AWAY = 100_000;
    private static final AtomicLong LOST = new AtomicLong();
    private static final PeakWindows WINDOWS =
            new PeakWindows(PeakWindows.ofHeap("windows of call sites", 2 * SampleRecord.MAX_SITES * Long.BYTES));

    private static BlockTable blocks;
    private static Counters counters;
    private static SiteTable sites;
    private static int stackDepth;
    private static volatile SampleListener listener;

    private Samples() {}

    /**
     * Takes samples from now on. To be called once, before there are hooks.
     *
     * @param allBlocks that live
     * @param allCounters of these blocks
     * @param intervalBytes on average between two samples of a thread; 1 for every block
     * @param depth frames that are kept of a stack
     */
    public static void take(BlockTable allBlocks, Counters allCounters, long intervalBytes, int depth) {
        if (sites != null) {
            return; // by an installation that failed later
        }
        blocks = allBlocks;
        counters = allCounters;
        // Loads and links what a sample needs, the JDK's classes too: a hook may run where hardly any stack is left.
        CallSite tried = new SiteTable(depth, new SiteRoom(Long.MAX_VALUE)).current(1);
        long now = SampleRecord.now();
        tried.allocated(1, now);
        tried.freed(1, now + FAR_AWAY);
        LIVE.insert(1, SampleRecord.of(tried, now));
        Scopes.allocated(tried, LIVE.get(1), 1);
        LIVE.remove(1);
        Weight.of(1, 2);
        WINDOWS.raise(tried.id(), 0);
        stackDepth = depth;
        sites = new SiteTable(depth, SiteRoom.OF_PROCESS);
        SampleCountdown.every(intervalBytes);
    }

    /**
     * A table for the sites of what is no block, whose numbers are none of the blocks' sites.
     *
     * @param groups that its sites are told apart by
     * @return the table, or null if no samples are taken
     */
    public static SiteTable newTable(SiteTable.Groups groups) {
        return taken() ? new SiteTable(stackDepth, groups, SampleRecord.MAX_SITES, SiteRoom.OF_PROCESS) : null;
    }

    /**
     * The stack of the current thread.
     *
     * @return with the innermost frame first, among them the tracker's own; its frames are not made yet
     */
    public static Throwable takeStack() {
        return Backtrace.take();
    }

    /**
     * The number of blocks of that size that a sample stands for.
     *
     * @param bytes of what is sampled
     * @return at least 1: itself
     */
    public static double weight(long bytes) {
        return Weight.of(bytes);
    }

    /**
     * The bytes that a sample stands for.
     *
     * @param bytes of what is sampled
     * @return these bytes and those of others like it
     */
    public static long weightedBytes(long bytes) {
        return Weight.bytes(bytes);
    }

    /**
     * Notes a sampled block. Never throws.
     *
     * @param thread the counters of the current one
     * @param address where the block starts
     * @param bytes of the block
     * @param categoryId of its category
     */
    public static void allocated(ThreadCounters thread, long address, long bytes, int categoryId) {
        if (!thread.beginSample()) {
            LOST.incrementAndGet();
            return;
        }
        try {
            CallSite site = add(address, bytes, categoryId);
            if (site == null) {
                LOST.incrementAndGet();
            } else {
                site.reserved(thread.overruled() == DIRECT_BUFFER);
                tellAllocated(site, address, bytes);
            }
        } finally {
            thread.endSample();
        }
    }

    /** Returns null if that is not possible, for want of heap or stack. */
    private static CallSite add(long address, long bytes, int categoryId) {
        if (FullHeap.isExpected()) {
            return null;
        }
        try {
            CallSite site = sites.current(categoryId);
            long now = SampleRecord.now();
            long entry = SampleRecord.of(site, now);
            if (!LIVE.insert(address, entry)) {
                return null;
            }
            Scopes.allocated(site, entry, Weight.bytes(bytes));
            WINDOWS.raise(site.id(), site.allocated(Weight.bytes(bytes), now));
            return site;
        } catch (OutOfMemoryError e) {
            FullHeap.meet();
            LIVE.remove(address);
            return null;
        } catch (VirtualMachineError | LinkageError | RuntimeException e) {
            LIVE.remove(address);
            return null;
        }
    }

    private static void tellAllocated(CallSite site, long address, long bytes) {
        SampleListener told = listener;
        if (told != null) {
            try {
                told.allocated(site.category(), site.id(), address, bytes, Weight.of(bytes), Scopes.current());
            } catch (VirtualMachineError | LinkageError | RuntimeException e) {
                return; // the sample is complete
            }
        }
    }

    /**
     * Forgets a sampled block. Never throws.
     *
     * @param thread the counters of the current one
     * @param address where the block starts
     * @param bytes of the block
     */
    public static void freed(SampleCountdown thread, long address, long bytes) {
        try {
            long entry = LIVE.remove(address);
            if (entry == 0) {
                return; // it was lost
            }
            CallSite site = sites.withId(SampleRecord.siteId(entry));
            site.freed(Weight.bytes(bytes), SampleRecord.now());
            SampleListener told = listener;
            if (told != null && thread.beginSample()) {
                try {
                    told.freed(site.category(), site.id(), address, bytes, Weight.of(bytes), Scopes.name(entry));
                } finally {
                    thread.endSample();
                }
            }
        } catch (VirtualMachineError | LinkageError | RuntimeException e) {
            LOST.incrementAndGet();
        }
    }

    /**
     * The exact figures of categories, which samples of blocks are parts of. To be called only where samples are taken.
     *
     * @return as of now
     */
    public static Wholes wholes() {
        return new CategoryWholes(counters);
    }

    static void tell(SampleListener newListener) {
        listener = newListener;
    }

    static BlockTable blocks() {
        return blocks;
    }

    static Counters counters() {
        return counters;
    }

    static BlockTable live() {
        return LIVE;
    }

    static SiteTable sites() {
        return sites;
    }

    static PeakWindows windows() {
        return WINDOWS;
    }

    static long lost() {
        return LOST.get();
    }

    static boolean taken() {
        return sites != null;
    }

    /**
     * The memory that this takes, and all tables of sites.
     *
     * @return bytes of Java heap, as of objects with compressed references
     */
    public static long sizeBytes() {
        return sites == null ? 0 : LIVE.sizeBytes() + SiteRoom.OF_PROCESS.bytes() + Scopes.sizeBytes();
    }
}
