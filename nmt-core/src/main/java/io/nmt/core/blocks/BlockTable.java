package io.nmt.core.blocks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The live blocks: a lock-free map from an address to a {@link BlockRecord}.
 *
 * <p>An address must not be inserted by two threads at once, nor removed by two at once. Allocators guarantee that, as
 * long as a block is removed <em>before</em> it is freed and inserted <em>after</em> it was allocated. Insertion and
 * removal are lock-free and allocate nothing, except where the table grows; the walk is wait-free and disturbs nobody.
 */
public final class BlockTable {
    /*
     * Levels of windows. A level is an array of windows of 8 slots; a slot is an address and its record:
     *
     *     window  | address | record | address | record | ...   8 x 16 bytes
     *
     * An address belongs in either of two windows of a level. A block goes to the first free slot of these, in the newest
     * level that has one; if no level has one, a new level is put before the others. Nothing ever moves: there is no rehash
     * to wait for, a removed slot is simply free again (no tombstones), and a walk meets each block that lives throughout
     * exactly once. Older levels stay in use, they are what takes the overflow of the newest.
     * A level's memory comes in chunks, at the first insertion into each, so that growing never zeroes much at once.
     *
     * With so many windows to choose from, some 85 to 95 % of all slots are taken before a level is added. Up to a million
     * slots, it is as large as all others together (few levels to search), beyond that a third of them: then a live block
     * costs from 17 to 25 bytes, whatever the number of blocks.
     *
     * Orders. A slot is claimed by CAS of its record from 0, then, behind a release fence, its address is written: who
     * sees the address sees the record. It is freed by clearing the address, then, behind a release fence, the record: who
     * can claim the slot sees the address cleared, so an inserter's address is never overwritten by an older remover's
     * zero. A slot with a record but no address is in transition and is nobody's match. Scans read plainly: a slot that
     * another thread is changing at that moment holds another address than the one sought, since the sought one is ours
     * alone. A chunk may be read plainly, too: what is seen of a new array is at least its zeros.
     * That an address removed by one thread and handed out again by the allocator to another is not found in its old
     * slot rests on the allocator's own synchronisation between free and malloc.
     *
     * Fences and plain accesses, not the access modes of a VarHandle, though compiled code is the same: in the interpreter
     * an access mode is a dozen calls, and a service that has just started interprets. A long is written at
     * once on all 64-bit JVMs.
     *
     * The CAS is the dearest part of an insertion. A thread that is given the address again that it freed last does without:
     * see LastSlot.
     */

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle CHUNKS = MethodHandles.arrayElementVarHandle(long[][].class);
    private static final VarHandle NEWEST;

    static {
        try {
            NEWEST = MethodHandles.lookup().findVarHandle(BlockTable.class, "newest", Level.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static final int SLOTS_PER_WINDOW = 8;
    private static final int WORDS_PER_WINDOW = 2 * SLOTS_PER_WINDOW;
    private static final int FIRST_LEVEL_WINDOWS = 512; // 64 KiB
    private static final int CHUNK_WINDOW_BITS = 11; // 256 KiB
    private static final int DOUBLING_WINDOWS = 1 << 17; // 16 MiB
    private static final int MAX_WINDOWS = 1 << 27; // 16 GiB, a billion blocks

    // Odd multipliers: Knuth's golden ratio, and the one of xxHash64 (PRIME64_2).
    private static final long HASH_1 = 0x9E3779B97F4A7C15L;
    private static final long HASH_2 = 0xC2B2AE3D27D4EB4FL;

    private volatile Level newest;

    /** An empty table. */
    public BlockTable() {
        this(FIRST_LEVEL_WINDOWS);
    }

    /** One with a small first level, for tests: blocks collide, it soon grows, and a walk takes nanoseconds. */
    BlockTable(int firstLevelWindows) {
        newest = new Level(firstLevelWindows, null);
    }

    /**
     * Inserts a block.
     *
     * @param last of the current thread, or null
     * @param address not 0
     * @param entry its record, not {@link BlockRecord#NONE}
     * @return whether it was inserted; false if the table has reached its limit
     */
    public boolean insert(LastSlot last, long address, long entry) {
        return (last != null && last.insert(address, entry)) || claim(last, address, entry);
    }

    private boolean claim(LastSlot last, long address, long entry) {
        while (true) {
            Level first = newest;
            for (Level level = first; level != null; level = level.older) {
                if (level.insert(level.window(address, HASH_1), last, address, entry)
                        || level.insert(level.window(address, HASH_2), last, address, entry)) {
                    return true;
                }
            }
            if (first.windowsInAll >= MAX_WINDOWS) {
                return false;
            }
            // Whoever loses uses the winner's level.
            NEWEST.compareAndSet(this, first, new Level(first.windowsOfNext(), first));
        }
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
     * @return whether it was inserted; false if the table has reached its limit
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

    private long find(long address, boolean remove) {
        for (Level level = newest; level != null; level = level.older) {
            long entry = level.find(level.window(address, HASH_1), address, remove);
            if (entry == BlockRecord.NONE) {
                entry = level.find(level.window(address, HASH_2), address, remove);
            }
            if (entry != BlockRecord.NONE) {
                return entry;
            }
        }
        return BlockRecord.NONE;
    }

    /**
     * Walks the table while others go on using it. A block that lives during the whole walk is met exactly once; one that
     * is inserted or removed meanwhile may be met or not.
     *
     * @param visitor is given each address and its record
     */
    public void forEach(RawVisitor visitor) {
        for (Level level = newest; level != null; level = level.older) {
            for (int i = 0; i < level.chunks.length; i++) {
                long[] chunk = (long[]) CHUNKS.getAcquire(level.chunks, i);
                if (chunk != null) {
                    forEach(chunk, visitor);
                }
            }
        }
    }

    private static void forEach(long[] chunk, RawVisitor visitor) {
        for (int i = 0; i < chunk.length; i += 2) {
            long address = (long) WORDS.getAcquire(chunk, i);
            if (address == 0) {
                continue;
            }
            long entry = (long) WORDS.getAcquire(chunk, i + 1);
            // Unchanged, so the record is this address's.
            if (entry != BlockRecord.NONE && (long) WORDS.getAcquire(chunk, i) == address) {
                visitor.block(address, entry);
            }
        }
    }

    /**
     * The memory that the table takes.
     *
     * @return bytes of Java heap, without object headers
     */
    public long sizeBytes() {
        long sizeBytes = 0;
        for (Level level = newest; level != null; level = level.older) {
            sizeBytes += (long) level.chunks.length * Integer.BYTES;
            for (int i = 0; i < level.chunks.length; i++) {
                long[] chunk = (long[]) CHUNKS.getAcquire(level.chunks, i);
                if (chunk != null) {
                    sizeBytes += (long) chunk.length * Long.BYTES;
                }
            }
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

    private static final class Level {
        final int windows;
        final int windowsInAll;
        final int chunkWindowBits;
        final long[][] chunks;
        final Level older;

        /** {@code windows} is a power of two up to a chunk, and then a multiple of a chunk's. */
        Level(int windows, Level older) {
            this.windows = windows;
            this.windowsInAll = windows + (older == null ? 0 : older.windowsInAll);
            this.chunkWindowBits = Math.min(Integer.numberOfTrailingZeros(windows), CHUNK_WINDOW_BITS);
            this.chunks = new long[windows >>> chunkWindowBits][];
            this.older = older;
        }

        int windowsOfNext() {
            return windowsInAll < DOUBLING_WINDOWS
                    ? Integer.highestOneBit(windowsInAll)
                    : ((windowsInAll / 3) >>> CHUNK_WINDOW_BITS) << CHUNK_WINDOW_BITS;
        }

        /** Scales the upper half of the hash to the number of windows. */
        int window(long address, long multiplier) {
            return (int) ((((address * multiplier) >>> 32) * windows) >>> 32);
        }

        private int firstWord(int window) {
            return (window & ((1 << chunkWindowBits) - 1)) * WORDS_PER_WINDOW;
        }

        boolean insert(int window, LastSlot last, long address, long entry) {
            long[] chunk = chunks[window >>> chunkWindowBits];
            if (chunk == null) {
                chunk = addChunk(window >>> chunkWindowBits);
            }
            int first = firstWord(window);
            for (int i = first; i < first + WORDS_PER_WINDOW; i += 2) {
                if (chunk[i + 1] == BlockRecord.NONE && WORDS.compareAndSet(chunk, i + 1, BlockRecord.NONE, entry)) {
                    VarHandle.releaseFence();
                    chunk[i] = address;
                    if (last != null) {
                        last.set(chunk, i);
                    }
                    return true;
                }
            }
            return false;
        }

        private long[] addChunk(int index) {
            long[] chunk = new long[WORDS_PER_WINDOW << chunkWindowBits];
            long[] other = (long[]) CHUNKS.compareAndExchange(chunks, index, (long[]) null, chunk);
            return other == null ? chunk : other;
        }

        long find(int window, long address, boolean remove) {
            long[] chunk = chunks[window >>> chunkWindowBits];
            if (chunk == null) {
                return BlockRecord.NONE;
            }
            int first = firstWord(window);
            for (int i = first; i < first + WORDS_PER_WINDOW; i += 2) {
                if (chunk[i] == address) {
                    VarHandle.acquireFence();
                    long entry = chunk[i + 1];
                    if (remove) {
                        chunk[i] = 0;
                        VarHandle.releaseFence();
                        chunk[i + 1] = BlockRecord.NONE;
                    }
                    return entry;
                }
            }
            return BlockRecord.NONE;
        }
    }
}
