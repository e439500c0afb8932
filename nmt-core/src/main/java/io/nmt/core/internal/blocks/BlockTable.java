package io.nmt.core.internal.blocks;

import io.nmt.core.internal.concurrent.FullHeap;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The live blocks: a lock-free map from an address to a {@link BlockRecord}.
 *
 * <p>An address must not be inserted by two threads at once, nor removed by two at once. Allocators guarantee that,
 * as long as a block is removed <em>before</em> it is freed and inserted <em>after</em> it was allocated. Insertion
 * and removal are lock-free and allocate nothing, except where the table grows; the walk is wait-free and disturbs no
 * other thread.
 */
public final class BlockTable {
    /*
     * Levels of windows. A level is an array of windows of 8 slots; a slot is an address and its record:
     *
     *     window  | address | record | address | record | ...   8 x 16 bytes
     *
     * An address belongs in either of two windows of a level. A block goes to the first free slot of these, in the
     * newest level that has one; if no level has one, a new level is put before the others. Nothing ever moves: there
     * is no rehash to wait for, a removed slot is simply free again (no tombstones), and a walk meets each block that
     * lives throughout exactly once. Older levels stay in use, they are what takes the overflow of the newest.
     * A level's memory comes in chunks, at the first insertion into each, so that growing never zeroes much at once.
     *
     * An address has one record at most. A block that is inserted where an older one is recorded replaces it: the older
     * one was freed where no hook sees it, since no allocator gives out an address twice. To find it, an insertion
     * looks through every level before it claims a slot: through one window, and the second one if the first was ever
     * full. That costs several times the insertion itself, so it is done only where there may be an older one: for
     * blocks that may be given to native code, and at addresses that such blocks have had (GivenAddresses). All others
     * are freed where a hook sees it. Should one be not, it is found when its windows are full:
     * they have its address several times. From then on every insertion looks, and the caller takes all that it finds
     * from the books.
     *
     * What bounds the memory. A level is added only if a sixteenth of the newest one's slots are taken: two full
     * windows alone are addresses that collide by design. That eight blocks meet in each of two windows by chance
     * before (mean 0.5 in a window, Poisson: 6e-8, squared) does not happen in 10^12 processes. And all levels together
     * stay within a limit. Beyond either, and where there is no heap for a level, a block is refused.
     *
     * With so many windows to choose from, some 85 to 95 % of all slots are taken before a level is added. Up to a
     * million slots, it is as large as all others together (few levels to search), beyond that a third of them: then a
     * live block costs from 17 to 25 bytes, whatever the number of blocks.
     *
     * Small blocks that malloc puts side by side go to regions instead (DenseRegions), a word each, in the order of
     * their addresses: 9 to 13 bytes a block, and neighbours share cache lines. Programs allocate and free neighbours
     * together, so most insertions find their line in the cache, and a removal misses it once. A hash over all
     * addresses misses it for each block and level: of 4 million blocks, half the insertions took 200 ns for 50. A
     * region's slot is one word, claimed by CAS from 0 and freed by a write of 0. So there is no order to keep between
     * two words, and a word that a thread reads is all of a block at one moment.
     *
     * Orders. A slot is claimed by CAS of its record from 0, then, behind a release fence, its address is written: a
     * thread that sees the address sees the record. It is freed by clearing the address, then, behind a release
     * fence, the record: a thread that can claim the slot sees the address cleared, so an inserter's address is never
     * overwritten by an older remover's zero. A slot with a record but no address is in transition and matches no
     * address. Scans read plainly: a slot that another thread is changing at that moment holds another address than
     * the one sought, since the sought one is ours alone. A chunk may be read plainly, too: what is seen of a new
     * array is at least its zeros. That an address removed by one thread and handed out again by the allocator to
     * another is not found in its old slot rests on the allocator's own synchronisation between free and malloc. So
     * does that the record of a block which C has freed is seen by the thread that is given its address, and that
     * this one alone replaces it: by one write of the record, with the address left in place.
     *
     * A slot that a thread keeps (see LastSlot) has the address of a block that is not there, and may be given back and
     * claimed for another one at any moment. So each record that is read for an address is that address's only if the
     * address is still there afterwards.
     *
     * Errors. The end of a stack may strike at any call, also at a fence in code that is interpreted. Where the two
     * writes that a fence stands between are one step, the first one is taken back: no slot is lost, and the caller may
     * try again. By handlers that call nothing; in compiled code, where a fence is no call, they cost nothing.
     *
     * Fences and plain accesses, not the access modes of a VarHandle, though compiled code is the same: in the
     * interpreter an access mode is a dozen calls, and a service that has just started interprets. A long is written at
     * once on all 64-bit JVMs.
     *
     * The CAS is the dearest part of an insertion. A thread that is given the address again that it freed last does
     * without: see LastSlot.
     */

    private static final VarHandle NEWEST;
    private static final VarHandle GIVEN;

    static {
        try {
            NEWEST = MethodHandles.lookup().findVarHandle(BlockTable.class, "newest", Level.class);
            GIVEN = MethodHandles.lookup().findVarHandle(BlockTable.class, "given", GivenAddresses.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int FIRST_LEVEL_WINDOWS = 512; // 64 KiB
    private static final int FEW_WINDOWS = 32; // 4 KiB
    private static final int MAX_WINDOWS = 1 << 27; // 16 GiB, a billion blocks

    /** The result of {@link #put} for a block that was not recorded. No record has all flags. */
    public static final long REFUSED = -1;

    /**
     * The result of {@link #put(LastSlot, long, long, boolean)} where blocks are recorded at that address that were
     * freed unseen, maybe several: nothing has changed, they are to be removed first.
     */
    public static final long STALE = -2;

    private final int maxWindows;
    private final long limitBytes;
    private final DenseRegions dense;
    private volatile Level newest;

    /** Null until there is such a block. */
    private volatile GivenAddresses given;

    // Racy: only ever set.
    private volatile boolean atLimit;

    // Racy: only ever set. Blocks that are not known to be given to native code were freed by it.
    private boolean freedUnseen;

    /** An empty table that holds a billion blocks at the most. */
    public BlockTable() {
        this(Long.MAX_VALUE);
    }

    /**
     * An empty table.
     *
     * @param limitBytes of Java heap that it may take: at least 64 KiB, which it takes at first
     */
    public BlockTable(long limitBytes) {
        this(FIRST_LEVEL_WINDOWS, limitBytes, false);
    }

    /**
     * An empty table that most programs put few blocks into.
     *
     * @param limitBytes of Java heap that it may take: at least 4 KiB, which it takes at first
     * @return the table
     */
    public static BlockTable ofFew(long limitBytes) {
        return new BlockTable(FEW_WINDOWS, limitBytes, false);
    }

    /** One with a small first level, for tests: blocks collide, it soon grows, and a walk takes nanoseconds. */
    BlockTable(int firstLevelWindows) {
        this(firstLevelWindows, Long.MAX_VALUE, false);
    }

    /**
     * Has the JVM initialise and link at start what a table calls as it grows, in a hook that may be short of stack or
     * heap.
     */
    public static void initialise() {
        BlockTable unused = ofRegions();
        LastSlot last = new LastSlot();
        int regions = 4;
        for (long address = 1; address < 1 << regions; address++) {
            unused.put(last, address << DenseWord.REGION_BITS, BlockRecord.of(1, 1));
            unused.remove(last, address << DenseWord.REGION_BITS);
        }
    }

    /** One that has regions from the third block on, for tests. */
    static BlockTable ofRegions() {
        return new BlockTable(1, Long.MAX_VALUE, true);
    }

    private BlockTable(int firstLevelWindows, long limitBytes, boolean regionsAtOnce) {
        this.limitBytes = limitBytes;
        dense = new DenseRegions(this, regionsAtOnce);
        maxWindows = (int) Math.min(limitBytes / Level.BYTES_PER_WINDOW, MAX_WINDOWS);
        newest = new Level(firstLevelWindows, null);
    }

    /**
     * Inserts a block. If an older one is recorded at its address, replaces that: it is freed.
     *
     * @param last of the current thread, or null
     * @param address not 0
     * @param entry its record, not {@link BlockRecord#NONE}
     * @return the record of the block that was replaced; {@link BlockRecord#NONE} if there was none; {@link #REFUSED}
     *     if the table has reached its limit, or there was no heap left for it to grow: then nothing has changed
     */
    public long put(LastSlot last, long address, long entry) {
        return put(last, address, entry, true);
    }

    /**
     * {@link #put(LastSlot, long, long)}, which need not look for an older block at most addresses.
     *
     * @param last of the current thread, or null
     * @param address not 0
     * @param entry its record, not {@link BlockRecord#NONE}
     * @param mayBeGiven whether the block may be given to native code, which frees it; or an older one, of any kind,
     *     may not have been removed when it was freed
     * @return as above, or {@link #STALE}; never that of a table to which all blocks may be given
     */
    public long put(LastSlot last, long address, long entry, boolean mayBeGiven) {
        return last != null && last.insert(address, entry) ? BlockRecord.NONE : claim(last, address, entry, mayBeGiven);
    }

    private long claim(LastSlot last, long address, long entry, boolean mayBeGiven) {
        if (freedUnseen && find(address, false) != BlockRecord.NONE) {
            return STALE;
        }
        GivenAddresses known = given;
        if (mayBeGiven) {
            if (known == null) {
                known = firstGiven();
            }
            if (known != null) {
                known.add(address);
            }
        }
        boolean search = mayBeGiven || (known != null && known.mayContain(address));
        // A thread's last block is counted with its next one: most are freed before.
        // Of a size that no region takes: what is recorded here was freed.
        long gone = search && !DenseWord.fits(entry) ? dense.find(address, true) : BlockRecord.NONE;
        long counted = last == null ? address : last.blockInLevels();
        while (true) {
            Level first = newest;
            long old = search ? replace(first, last, address, entry) : BlockRecord.NONE;
            if (old != BlockRecord.NONE) {
                return old;
            }
            if (dense.insert(last, address, entry)) {
                return gone;
            }
            for (Level level = first; level != null; level = level.older) {
                if (level.insert(last, address, entry)) {
                    if (counted != 0) {
                        dense.insertedInLevels(counted, entry);
                    }
                    return gone;
                }
            }
            if (!search) {
                if (find(address, false) != BlockRecord.NONE) {
                    freedUnseen = true; // it is full of its own address
                    return STALE;
                }
                search = true;
            } else if (!grow(first)) {
                return REFUSED;
            }
        }
    }

    private long replace(Level first, LastSlot last, long address, long entry) {
        long old = dense.replace(last, address, entry);
        for (Level level = first; level != null && old == BlockRecord.NONE; level = level.older) {
            old = level.replace(last, address, entry);
        }
        return old;
    }

    /** Returns null if there is no heap for it: then nothing is known, and the next such block tries again. */
    private GivenAddresses firstGiven() {
        if (FullHeap.isExpected()) {
            return null;
        }
        try {
            GIVEN.compareAndSet(this, null, new GivenAddresses());
        } catch (OutOfMemoryError e) {
            FullHeap.meet();
            return null;
        }
        return given;
    }

    private boolean grow(Level first) {
        int windows = first.windowsOfNext(maxWindows - (int) (dense.sizeBytes() / Level.BYTES_PER_WINDOW));
        if (windows == 0) {
            atLimit = true;
            return false;
        }
        if (!first.isInUse() || FullHeap.isExpected()) {
            return false;
        }
        try {
            // Of two threads that are here at once, one uses the other's level.
            NEWEST.compareAndSet(this, first, new Level(windows, first));
            return true;
        } catch (OutOfMemoryError e) {
            FullHeap.meet();
            return false;
        }
    }

    /** The bytes that the limit leaves for regions. */
    long roomBytes() {
        return limitBytes - dense.sizeBytes() - newest.mostBytes();
    }

    /**
     * True once the table has refused a block at its limit.
     *
     * @return true from the first such block on
     */
    public boolean atLimit() {
        return atLimit;
    }

    /**
     * Inserts a block, and replaces one that is recorded at its address.
     *
     * @param last of the current thread, or null
     * @param address not 0
     * @param entry its record, not {@link BlockRecord#NONE}
     * @return whether it was inserted; false if it was refused
     */
    public boolean insert(LastSlot last, long address, long entry) {
        return put(last, address, entry) != REFUSED;
    }

    /**
     * Removes a block.
     *
     * @param last of the current thread, or null
     * @param address of the block
     * @return its record, or {@link BlockRecord#NONE} if the address is unknown
     */
    public long remove(LastSlot last, long address) {
        long entry = last == null ? BlockRecord.NONE : last.remove(address);
        return entry != BlockRecord.NONE ? entry : find(address, true);
    }

    /**
     * {@link #insert(LastSlot, long, long)} without a thread's slot.
     *
     * @param address not 0
     * @param entry its record, not {@link BlockRecord#NONE}
     * @return whether it was inserted; false if it was refused
     */
    public boolean insert(long address, long entry) {
        return insert(null, address, entry);
    }

    /**
     * {@link #remove(LastSlot, long)} without a thread's slot.
     *
     * @param address of the block
     * @return its record, or {@link BlockRecord#NONE} if the address is unknown
     */
    public long remove(long address) {
        return remove(null, address);
    }

    /**
     * The record of a block.
     *
     * @param address of the block
     * @return its record, or {@link BlockRecord#NONE} if the address is unknown
     */
    public long get(long address) {
        return find(address, false);
    }

    /**
     * {@link #get(long)}, faster for the block that a thread inserted last.
     *
     * @param last of the current thread, or null
     * @param address of the block
     * @return its record, or {@link BlockRecord#NONE} if the address is unknown
     */
    public long get(LastSlot last, long address) {
        long entry = last == null ? BlockRecord.NONE : last.get(address);
        return entry != BlockRecord.NONE ? entry : get(address);
    }

    private long find(long address, boolean remove) {
        long inRegion = dense.find(address, remove);
        return inRegion == BlockRecord.NONE ? findInLevels(address, remove) : inRegion;
    }

    private long findInLevels(long address, boolean remove) {
        for (Level level = newest; level != null; level = level.older) {
            long entry = level.find(address, remove);
            if (entry != BlockRecord.NONE) {
                if (remove) {
                    try {
                        dense.removedFromLevels(address);
                    } catch (VirtualMachineError e) {
                        return entry; // no stack left: it is an estimate, and the block is removed
                    }
                }
                return entry;
            }
        }
        return BlockRecord.NONE;
    }

    /**
     * Walks the table while others go on using it. A block that lives during the whole walk is met exactly once; one
     * that is inserted or removed meanwhile may be met or not.
     *
     * @param visitor is given each address and its record
     */
    public void forEach(RawVisitor visitor) {
        dense.forEach(visitor);
        for (Level level = newest; level != null; level = level.older) {
            level.forEach(visitor);
        }
    }

    /**
     * The memory that the table takes.
     *
     * @return bytes of Java heap, without object headers
     */
    public long sizeBytes() {
        long sizeBytes = dense.sizeBytes();
        for (Level level = newest; level != null; level = level.older) {
            sizeBytes += level.sizeBytes();
        }
        return sizeBytes;
    }

    /** Is shown live blocks as the table keeps them. */
    @FunctionalInterface
    public interface RawVisitor {
        /**
         * Called once for each block.
         *
         * @param address where the block starts
         * @param entry its {@link BlockRecord}
         */
        void block(long address, long entry);
    }
}
