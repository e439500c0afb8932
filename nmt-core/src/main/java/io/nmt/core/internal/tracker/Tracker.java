package io.nmt.core.internal.tracker;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.blocks.BlockTable;
import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.internal.counters.Counters;
import io.nmt.core.internal.counters.ThreadCounters;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.internal.sites.Samples;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps the one set of books of this process: which blocks are live, and how much that is per category. {@link
 * TrackedMemory} reads them.
 *
 * <p>Thread-safe. {@link #allocated} and {@link #freed} take no lock and create no object, apart from the table's
 * growth and a thread's first call. Neither fails: what cannot be recorded is counted as untracked, what is not known
 * as an unknown free. Of one address, calls must not overlap: record after the allocation, release before the free.
 */
public final class Tracker {
    // An application must not die of the books on it: with -Xmx64m, this is 8 MiB, some 460,000 blocks.
    private static final int TABLE_SHARE_OF_HEAP = 8;

    static final long TABLE_LIMIT_BYTES = Runtime.getRuntime().maxMemory() / TABLE_SHARE_OF_HEAP;
    static final BlockTable BLOCKS = new BlockTable(TABLE_LIMIT_BYTES);
    static final Counters COUNTERS = new Counters();

    // Blocks that were freed where no hook sees it, as far as their addresses were reused. So seldom that an atomic
    // will
    // do.
    static final AtomicLong FREED_ELSEWHERE = new AtomicLong();

    // Of blocks with one of these flags there is more to forget than the record.
    private static final long KEPT_ELSEWHERE =
            BlockRecord.HAS_UNCOMMITTED | BlockRecord.HAS_ORIGIN | BlockRecord.HAS_SITE;

    private static final int UNCOMMITTED_SHARE_OF_HEAP = 32;
    private static final int UNCOMMITTED_BYTES_PER_ENTRY = 72;
    private static final long MOST_UNCOMMITTED_BLOCKS = 1 << 18;

    // How many bytes more than committed are reserved for a block, for the few where that differs. Beyond the bound,
    // the block is untracked.
    static final LockFreeMap<Long, Long> UNCOMMITTED_BYTES = new LockFreeMap<>(TableBound.ofHeap(
            "blocks with more reserved than committed",
            UNCOMMITTED_SHARE_OF_HEAP,
            UNCOMMITTED_BYTES_PER_ENTRY,
            MOST_UNCOMMITTED_BLOCKS));

    private static final AtomicLong FAILURES = new AtomicLong();

    // Null where the JDK has none any more. Only JDK 17 and older can send it.
    private static final Class<?> THREAD_DEATH = threadDeath();

    private Tracker() {}

    private static Class<?> threadDeath() {
        try {
            return Class.forName("java.lang.ThreadDeath", false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /**
     * Notes that a hook failed and stepped aside; it may have left a block untracked, or on the books. Called by the
     * handlers of all hooks.
     *
     * @param thrown in the hook, or null. What the application has sent itself ({@code Thread.stop}) is thrown on, all
     *     else is not
     */
    public static void failed(Throwable thrown) {
        if (isSent(thrown)) {
            throw (Error) thrown;
        }
        FAILURES.incrementAndGet();
    }

    /**
     * Notes that a hook failed and stepped aside that no block depends on: its object stays unknown.
     *
     * @param thrown in the hook. What the application has sent itself is thrown on, all else is not
     */
    public static void leftOut(Throwable thrown) {
        if (isSent(thrown)) {
            throw (Error) thrown;
        }
    }

    /**
     * True if {@code Thread.stop} threw it, and not the hook's own code.
     *
     * @param thrown in a hook
     * @return true for a ThreadDeath
     */
    private static boolean isSent(Throwable thrown) {
        return THREAD_DEATH != null && THREAD_DEATH.isInstance(thrown);
    }

    /**
     * The number of failures of hooks.
     *
     * @return from 0; a snapshot has it among its untracked blocks
     */
    public static long failures() {
        return FAILURES.get() + UnseenFailures.count;
    }

    /**
     * Records a block that may be given to native code, which frees it unseen.
     *
     * @param address where it starts
     * @param bytes as requested, from 0
     * @param categoryId of its category
     */
    public static void allocated(long address, long bytes, int categoryId) {
        record(COUNTERS.current(), address, bytes, categoryId, 0, true);
    }

    /**
     * Records a block that is freed only where a hook sees it.
     *
     * @param counters of the current thread
     * @param address where it starts
     * @param bytes as requested, from 0
     * @param categoryId of its category
     */
    public static void allocated(ThreadCounters counters, long address, long bytes, int categoryId) {
        record(counters, address, bytes, categoryId, 0, false);
    }

    /*
     * An error may strike at any call, since the stack may end there. A second attempt is made at what it struck: most
     * calls of a hook need less stack than the first, which also loads and registers. What is in the table and what is
     * counted then agree; if the second attempt fails, too, the caller counts that.
     */
    private static boolean record(
            ThreadCounters counters, long address, long bytes, int categoryId, long keptElsewhere, boolean mayBeGiven) {
        boolean sampled = counters.samples(bytes) && categoryId != ThreadCounters.PROBE;
        long entry = BlockRecord.of(categoryId, bytes) | keptElsewhere | (sampled ? BlockRecord.HAS_SITE : 0);
        long old = BlockRecord.NONE;
        boolean inserted = false;
        try {
            old = bytes > BlockRecord.MAX_BYTES
                    ? BlockTable.REFUSED
                    : put(counters, address, entry, mayBeGiven || failures() != 0);
            if (old == BlockTable.REFUSED) {
                if (categoryId != ThreadCounters.PROBE) {
                    counters.untracked();
                }
                return false;
            }
            inserted = true;
            counters.allocated(categoryId, bytes);
        } catch (Throwable t) {
            recordAgain(t, inserted, counters, address, entry);
        }
        if (old != BlockRecord.NONE) {
            replaced(counters, address, old);
        }
        if (sampled) {
            // Last: should a virtual thread have to wait here, the counters may be another thread's afterwards.
            try {
                Samples.allocated(counters, address, bytes, categoryId);
            } catch (VirtualMachineError e) {
                return true; // the sample is lost, the block is not
            }
        }
        return true;
    }

    /** Inserts a block, after all that native code has freed at its address are removed. */
    private static long put(ThreadCounters counters, long address, long entry, boolean search) {
        long old = BLOCKS.put(counters.lastSlot(), address, entry, search);
        if (old != BlockTable.STALE) {
            return old;
        }
        long stale = BLOCKS.remove(counters.lastSlot(), address);
        while (stale != BlockRecord.NONE) {
            replaced(counters, address, stale);
            stale = BLOCKS.remove(counters.lastSlot(), address);
        }
        old = BLOCKS.put(counters.lastSlot(), address, entry, search);
        return old == BlockTable.STALE ? BlockTable.REFUSED : old;
    }

    private static void recordAgain(
            Throwable thrown, boolean inserted, ThreadCounters counters, long address, long entry) {
        if (!inserted && BLOCKS.get(address) != entry) {
            long old = put(counters, address, entry, true);
            if (old == BlockTable.REFUSED) {
                counters.untracked();
                throwOn(thrown);
            } else if (old != BlockRecord.NONE) {
                replaced(counters, address, old);
            }
        }
        // What is sent is delivered where a method returns: then the block is counted.
        if (!inserted || !isSent(thrown)) {
            try {
                counters.allocated(BlockRecord.categoryId(entry), BlockRecord.bytes(entry));
            } catch (VirtualMachineError e) {
                BLOCKS.remove(address);
                throw e;
            }
        }
        if (isSent(thrown)) {
            throwOn(thrown);
        }
    }

    private static void throwOn(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }

    /** Takes an older block at an address from the books. */
    private static void replaced(ThreadCounters counters, long address, long old) {
        freedElsewhere(1);
        counters.freed(BlockRecord.categoryId(old), BlockRecord.bytes(old));
        if ((old & KEPT_ELSEWHERE) != 0) {
            forget(counters, address, old);
        }
        Origins.closed(address); // mapped files and zip streams have no flag
    }

    /**
     * Counts blocks of which it turned out that they were freed where no hook sees it.
     *
     * @param blocks how many
     */
    public static void freedElsewhere(int blocks) {
        FREED_ELSEWHERE.getAndAdd(blocks);
    }

    /**
     * Takes a block from the books of which it turns out that it was freed where no hook sees it. Does nothing if there
     * is none.
     *
     * @param address where it started: the current thread has just been given that address
     */
    public static void forgetOlder(long address) {
        ThreadCounters counters = COUNTERS.current();
        long old = BLOCKS.remove(counters.lastSlot(), address);
        if (old != BlockRecord.NONE) {
            replaced(counters, address, old);
        }
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
        return record(counters, address, bytes, categoryId, BlockRecord.HAS_ORIGIN, false);
    }

    /**
     * Removes the record of a block.
     *
     * @param address where it starts
     * @return the {@link BlockRecord}, or {@link BlockRecord#NONE} if there was none
     */
    public static long freed(long address) {
        ThreadCounters counters = null;
        long entry = BlockRecord.NONE;
        try {
            counters = COUNTERS.current();
            entry = BLOCKS.remove(counters.lastSlot(), address);
            if (entry == BlockRecord.NONE) {
                counters.unknownFree();
                return entry;
            }
            counters.freed(BlockRecord.categoryId(entry), BlockRecord.bytes(entry));
        } catch (Throwable t) {
            counters = COUNTERS.current();
            entry = freeAgain(t, counters, address, entry);
        }
        if ((entry & KEPT_ELSEWHERE) != 0) {
            try {
                forget(counters, address, entry);
            } catch (VirtualMachineError e) {
                forget(counters, address, entry); // each of its steps may be done twice
            }
        }
        return entry;
    }

    private static long freeAgain(Throwable thrown, ThreadCounters counters, long address, long removed) {
        long entry = removed != BlockRecord.NONE ? removed : BLOCKS.remove(address);
        // What is sent is delivered where a method returns: then the block is counted.
        if (entry != BlockRecord.NONE && (removed == BlockRecord.NONE || !isSent(thrown))) {
            counters.freed(BlockRecord.categoryId(entry), BlockRecord.bytes(entry));
        }
        if (entry == BlockRecord.NONE || isSent(thrown)) {
            throwOn(thrown);
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
        forgetOlder(address); // or else what is noted next were forgotten with it
        UNCOMMITTED_BYTES.put(address, uncommitted);
        if (UNCOMMITTED_BYTES.get(address) == null) {
            COUNTERS.current().untracked(); // as committed alone, what is committed later would be more than it has
            return;
        }
        ThreadCounters counters = COUNTERS.current();
        if (record(counters, address, committedBytes, categoryId, BlockRecord.HAS_UNCOMMITTED, true)) {
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
        return BLOCKS.get(COUNTERS.current().lastSlot(), address);
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
        Samples.take(BLOCKS, COUNTERS, intervalBytes, depth);
    }
}
