package io.nmt.core.internal.blocks;

import io.nmt.core.internal.concurrent.FullHeap;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A level of a {@link BlockTable}, which says how it is laid out and which orders its accesses keep. Windows and slots
 * are given by their numbers; a slot's is that of its first word in its window's chunk.
 */
final class Level {
    static final int SLOTS_PER_WINDOW = 8;
    static final int BYTES_PER_WINDOW = 2 * Long.BYTES * SLOTS_PER_WINDOW;

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle CHUNKS = MethodHandles.arrayElementVarHandle(long[][].class);

    // Odd multipliers: Knuth's golden ratio, and the one of xxHash64 (PRIME64_2).
    private static final long HASH_1 = 0x9E3779B97F4A7C15L;
    private static final long HASH_2 = 0xC2B2AE3D27D4EB4FL;

    private static final int WORDS_PER_WINDOW = 2 * SLOTS_PER_WINDOW;
    private static final int CHUNK_WINDOW_BITS = 11; // 256 KiB
    private static final int DOUBLING_WINDOWS = 1 << 17; // 16 MiB

    // The least that a level adds to what there is: as few levels as possible have to be searched.
    private static final int SMALLEST_DIVISOR = 16;

    private static final int SAMPLED_WINDOWS = 128;
    private static final int IN_USE_DIVISOR = 16;

    final Level older;

    private final int windows;
    private final int windowsInAll;
    private final int chunkWindowBits;
    private final long[][] chunks;

    /**
     * Not 0 for a first window that was full when a block came: only then the address of a block may be in its second
     * one. Racy: only ever set, before the block goes there.
     */
    private final byte[] overflowed;

    /** {@code windows} is a power of two up to a chunk, and then a multiple of a chunk's. */
    Level(int windows, Level older) {
        this.windows = windows;
        this.windowsInAll = windows + (older == null ? 0 : older.windowsInAll);
        this.chunkWindowBits = Math.min(Integer.numberOfTrailingZeros(windows), CHUNK_WINDOW_BITS);
        this.chunks = new long[windows >>> chunkWindowBits][];
        this.overflowed = new byte[windows];
        this.older = older;
    }

    /** Windows of the next level, which is put before this one; 0 if there is no room for one. */
    int windowsOfNext(int maxWindows) {
        int wanted = windowsInAll < DOUBLING_WINDOWS ? Integer.highestOneBit(windowsInAll) : windowsInAll / 3;
        int room = Math.min(wanted, maxWindows - windowsInAll);
        if (room <= 0 || room < windowsInAll / SMALLEST_DIVISOR) {
            return 0;
        }
        int inChunks = (room >>> CHUNK_WINDOW_BITS) << CHUNK_WINDOW_BITS;
        return inChunks > 0 ? inChunks : Integer.highestOneBit(room);
    }

    /** True if a sixteenth of the slots are taken or kept: of all slots, or of a sample in a large level. */
    boolean isInUse() {
        int sampled = Math.min(windows, SAMPLED_WINDOWS);
        int taken = 0;
        for (int n = 0; n < sampled; n++) {
            int window = (int) ((long) n * windows / sampled);
            long[] chunk = chunks[window >>> chunkWindowBits];
            if (chunk != null) {
                int first = firstWord(window);
                for (int i = first; i < first + WORDS_PER_WINDOW; i += 2) {
                    taken += chunk[i + 1] == BlockRecord.NONE ? 0 : 1;
                }
            }
        }
        return taken * IN_USE_DIVISOR >= sampled * SLOTS_PER_WINDOW;
    }

    /** A chunk, or null if nothing was inserted into it yet. */
    private long[] chunk(int index) {
        return (long[]) CHUNKS.getAcquire(chunks, index);
    }

    /** Shows all blocks, as {@link BlockTable#forEach} says. */
    void forEach(BlockTable.RawVisitor visitor) {
        for (int i = 0; i < chunks.length; i++) {
            long[] chunk = chunk(i);
            if (chunk != null) {
                forEach(chunk, visitor);
            }
        }
    }

    private static void forEach(long[] chunk, BlockTable.RawVisitor visitor) {
        for (int i = 0; i < chunk.length; i += 2) {
            long address = (long) WORDS.getAcquire(chunk, i);
            if (address == 0) {
                continue;
            }
            long entry = (long) WORDS.getAcquire(chunk, i + 1);
            // Unchanged, so the record is this address's.
            if (entry != BlockRecord.NONE && entry != Slot.KEPT && (long) WORDS.getAcquire(chunk, i) == address) {
                visitor.block(address, entry);
            }
        }
    }

    /** The most bytes that this level and all older ones take. */
    long mostBytes() {
        return (long) windowsInAll * BYTES_PER_WINDOW;
    }

    long sizeBytes() {
        long sizeBytes = (long) chunks.length * Integer.BYTES + windows;
        for (int i = 0; i < chunks.length; i++) {
            long[] chunk = chunk(i);
            sizeBytes += chunk == null ? 0 : (long) chunk.length * Long.BYTES;
        }
        return sizeBytes;
    }

    /** Claims a free slot in one of the address's windows. Returns false if there is none, or no heap for a chunk. */
    boolean insert(LastSlot last, long address, long entry) {
        int window = window(address, HASH_1);
        if (insert(window, last, address, entry)) {
            return true;
        }
        overflowed[window] = 1;
        return insert(window(address, HASH_2), last, address, entry);
    }

    /**
     * Gives a slot that has the address a new record. Returns the old one; {@link BlockRecord#NONE} if there is none.
     */
    long replace(LastSlot last, long address, long entry) {
        int window = window(address, HASH_1);
        long old = replace(window, last, address, entry);
        return old == BlockRecord.NONE && overflowed[window] != 0
                ? replace(window(address, HASH_2), last, address, entry)
                : old;
    }

    /** The record of an address, {@link BlockRecord#NONE} if it is not there or a slot is only kept for it. */
    long find(long address, boolean remove) {
        int window = window(address, HASH_1);
        long entry = find(window, address, remove);
        return entry == BlockRecord.NONE && overflowed[window] != 0
                ? find(window(address, HASH_2), address, remove)
                : entry;
    }

    /**
     * Scales the upper half of the hash to the number of windows. Multiplied twice: blocks come at regular distances,
     * and at some a single product hardly moves (46 blocks of 1,008 bytes apart are 46,368, a Fibonacci number, which
     * the golden ratio takes to almost a whole one).
     */
    private int window(long address, long multiplier) {
        long product = address * multiplier;
        return (int) (((((product ^ (product >>> 32)) * multiplier) >>> 32) * windows) >>> 32);
    }

    private int firstWord(int window) {
        return (window & ((1 << chunkWindowBits) - 1)) * WORDS_PER_WINDOW;
    }

    private boolean insert(int window, LastSlot last, long address, long entry) {
        long[] chunk = chunks[window >>> chunkWindowBits];
        if (chunk == null) {
            chunk = addChunk(window >>> chunkWindowBits);
            if (chunk == null) {
                return false;
            }
        }
        int first = firstWord(window);
        for (int i = first; i < first + WORDS_PER_WINDOW; i += 2) {
            if (chunk[i + 1] == BlockRecord.NONE && WORDS.compareAndSet(chunk, i + 1, BlockRecord.NONE, entry)) {
                try {
                    VarHandle.releaseFence();
                } catch (Throwable t) {
                    chunk[i + 1] = BlockRecord.NONE; // free as before
                    throw t;
                }
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
        if (FullHeap.isExpected()) {
            return null;
        }
        long[] chunk;
        try {
            chunk = new long[WORDS_PER_WINDOW << chunkWindowBits];
        } catch (OutOfMemoryError e) {
            FullHeap.meet();
            return null;
        }
        long[] other = (long[]) CHUNKS.compareAndExchange(chunks, index, (long[]) null, chunk);
        return other == null ? chunk : other;
    }

    /** A slot that another thread keeps for the address is taken from that: the address was given to this thread. */
    private long replace(int window, LastSlot last, long address, long entry) {
        long[] chunk = chunks[window >>> chunkWindowBits];
        if (chunk == null) {
            return BlockRecord.NONE;
        }
        int first = firstWord(window);
        for (int i = first; i < first + WORDS_PER_WINDOW; i += 2) {
            if (chunk[i] == address) {
                long old = Slot.recordAt(chunk, i, address);
                if (old == Slot.KEPT) {
                    // By CAS, since its owner may give the slot back at the moment, and a third thread claim it.
                    WORDS.compareAndSet(chunk, i, address, 0L);
                } else if (old != BlockRecord.NONE) {
                    VarHandle.releaseFence();
                    chunk[i + 1] = entry;
                    if (last != null) {
                        last.set(chunk, i);
                    }
                    return old;
                }
            }
        }
        return BlockRecord.NONE;
    }

    private long find(int window, long address, boolean remove) {
        long[] chunk = chunks[window >>> chunkWindowBits];
        if (chunk == null) {
            return BlockRecord.NONE;
        }
        int first = firstWord(window);
        for (int i = first; i < first + WORDS_PER_WINDOW; i += 2) {
            if (chunk[i] == address) {
                long entry = Slot.recordAt(chunk, i, address);
                if (entry == Slot.KEPT || entry == BlockRecord.NONE) {
                    continue;
                }
                if (remove) {
                    chunk[i] = 0;
                    try {
                        VarHandle.releaseFence();
                    } catch (Throwable t) {
                        chunk[i] = address; // taken as before: no thread claims a slot that has a record
                        throw t;
                    }
                    chunk[i + 1] = BlockRecord.NONE;
                }
                return entry;
            }
        }
        return BlockRecord.NONE;
    }
}
