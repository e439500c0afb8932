package io.nmt.core.internal.blocks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * 32 MiB of address space, in regions of 64 KiB. A region has a chunk of slots, each a {@link DenseWord}, or none.
 *
 * <p>An address belongs near the slot that is as far into the chunk as the address is into the region, or else near
 * another one. {@link BlockTable} says which orders the accesses keep.
 */
final class Span {
    /** Bits of an address within its span. */
    static final int BITS = 25;

    static final int REGIONS = 1 << (BITS - DenseWord.REGION_BITS);

    /** Java heap that a span takes, its chunks aside. */
    static final int SIZE_BYTES = REGIONS * (Integer.BYTES + Integer.BYTES + Short.BYTES);

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle CHUNKS = MethodHandles.arrayElementVarHandle(long[][].class);

    private static final int PLACE_BITS = Integer.numberOfTrailingZeros(DenseWord.PLACES);

    // A cache line or two. Blocks at regular distances are in the first one.
    private static final int PROBES = 8;
    private static final int SAMPLED_SLOTS = 32;

    // Odd: takes each place to another one.
    private static final int OTHER_PLACE = 0x9E5;

    /** The span before it in the list of all. */
    final Span next;

    private final long start;
    private final long[][] chunks = new long[REGIONS][];

    /**
     * Slots of a region's chunk; 0 before the first one. Once set, it stays, so that a block's slot does. To be read
     * before the chunk: a thread that reads 0 has no block there.
     */
    private final int[] slots = new int[REGIONS];

    /** Live blocks of a region that are elsewhere in the table. Racy: a few more or less. */
    private final short[] elsewhere = new short[REGIONS];

    /** The region that was given a chunk last, or -1. Racy. */
    private int lastRegion = -1;

    Span(long address, Span next) {
        this.start = address >>> BITS << BITS;
        this.next = next;
    }

    private static int region(long address) {
        return (int) (address >>> DenseWord.REGION_BITS) & (REGIONS - 1);
    }

    /** The chunk of the address's region, or null. */
    long[] chunk(long address) {
        return chunks[region(address)];
    }

    /** A chunk by its number, which another thread may have added; or null. */
    private long[] chunk(int region) {
        return (long[]) CHUNKS.getAcquire(chunks, region);
    }

    boolean hasChunk(int region) {
        return chunks[region] != null;
    }

    /** The first slot to look into, or (again) the first one of the others. */
    private static int firstSlot(long address, int slots, boolean again) {
        int place = DenseWord.place(address);
        return ((again ? (place * OTHER_PLACE) & (DenseWord.PLACES - 1) : place) * slots) >>> PLACE_BITS;
    }

    /** Claims a free slot. Returns false if there is none near, or the region has no chunk. */
    boolean insert(LastSlot last, long address, long entry) {
        int region = region(address);
        int count = slots[region];
        long[] chunk = chunks[region];
        if (count == 0 || chunk == null) {
            return false;
        }
        long word = DenseWord.of(address, entry);
        return insert(chunk, count, firstSlot(address, count, false), last, address, word)
                || insert(chunk, count, firstSlot(address, count, true), last, address, word);
    }

    private static boolean insert(long[] chunk, int count, int first, LastSlot last, long address, long word) {
        int slot = first;
        for (int n = 0; n < PROBES; n++) {
            if (chunk[slot] == 0 && WORDS.compareAndSet(chunk, slot, 0L, word)) {
                if (last != null) {
                    last.setDense(chunk, slot, address, word);
                }
                return true;
            }
            slot = slot + 1 < count ? slot + 1 : 0;
        }
        return false;
    }

    /** The slot of the block at an address, or -1. */
    private static int slot(long[] chunk, int count, long address) {
        int slot = slot(chunk, count, firstSlot(address, count, false), address);
        return slot >= 0 ? slot : slot(chunk, count, firstSlot(address, count, true), address);
    }

    private static int slot(long[] chunk, int count, int first, long address) {
        int slot = first;
        for (int n = 0; n < PROBES; n++) {
            if (DenseWord.isAt(chunk[slot], address)) {
                return slot;
            }
            slot = slot + 1 < count ? slot + 1 : 0;
        }
        return -1;
    }

    /** The record of an address; {@link BlockRecord#NONE} if it is not here or a slot is only kept for it. */
    long find(long address, boolean remove) {
        int region = region(address);
        int count = slots[region];
        long[] chunk = chunks[region];
        if (count == 0 || chunk == null) {
            return BlockRecord.NONE;
        }
        int slot = slot(chunk, count, address);
        if (slot < 0) {
            return BlockRecord.NONE;
        }
        long word = chunk[slot];
        if (!DenseWord.isAt(word, address)) {
            return BlockRecord.NONE; // removed meanwhile: it was not this thread's
        }
        long entry = DenseWord.record(word);
        if (remove) {
            VarHandle.releaseFence();
            chunk[slot] = 0;
        }
        return entry;
    }

    /**
     * Gives the slot of an address a new record. Returns the old one; {@link BlockRecord#NONE} if there is none. Slots
     * that other threads keep for the address are taken from them.
     */
    long replace(LastSlot last, long address, long entry) {
        int region = region(address);
        int count = slots[region];
        long[] chunk = chunks[region];
        if (count == 0 || chunk == null) {
            return BlockRecord.NONE;
        }
        takeKept(chunk, count, firstSlot(address, count, false), address);
        takeKept(chunk, count, firstSlot(address, count, true), address);
        int slot = slot(chunk, count, address);
        if (slot < 0) {
            return BlockRecord.NONE;
        }
        long old = DenseWord.record(chunk[slot]);
        long word = DenseWord.of(address, entry);
        VarHandle.releaseFence();
        chunk[slot] = word;
        if (last != null) {
            last.setDense(chunk, slot, address, word);
        }
        return old;
    }

    private static void takeKept(long[] chunk, int count, int first, long address) {
        long kept = DenseWord.kept(address);
        int slot = first;
        for (int n = 0; n < PROBES; n++) {
            if (chunk[slot] == kept) {
                // By CAS, since its owner may give the slot back at the moment. It stays the owner's.
                WORDS.compareAndSet(chunk, slot, kept, DenseWord.KEPT_FOR_NONE);
            }
            slot = slot + 1 < count ? slot + 1 : 0;
        }
    }

    /** Counts a block of a region that was inserted elsewhere, or (-1) removed. */
    void countElsewhere(long address, int change) {
        int region = region(address);
        int count = elsewhere[region] + change;
        if (count >= 0 && count <= DenseWord.PLACES) {
            elsewhere[region] = (short) count;
        }
    }

    /** True if the address's region has blocks elsewhere for half as many slots. */
    boolean isDense(long address, int slotsWanted) {
        return elsewhere[region(address)] >= slotsWanted / 2;
    }

    /** True if the region that was given a chunk last has blocks for more than half of its slots, by a sample. */
    boolean isFilling() {
        int region = lastRegion;
        long[] chunk = region < 0 ? null : chunk(region);
        if (chunk == null) {
            return false;
        }
        int step = Math.max(1, chunk.length / SAMPLED_SLOTS);
        int sampled = 0;
        int taken = 0;
        for (int slot = 0; slot < chunk.length; slot += step) {
            sampled++;
            taken += chunk[slot] == 0 ? 0 : 1;
        }
        return taken * step + elsewhere[region] > sampled * step / 2;
    }

    /** Slots of the chunk that the address's region would get. */
    int slotsOfNext(long address, int wanted) {
        int set = slots[region(address)];
        return set == 0 ? wanted : set;
    }

    /** Adds a chunk to the address's region, which has none. Not for two threads at once. */
    void add(long address, int slotsWanted) {
        int region = region(address);
        int count = slotsOfNext(address, slotsWanted);
        long[] chunk = new long[count];
        slots[region] = count;
        VarHandle.releaseFence();
        chunks[region] = chunk;
        lastRegion = region;
    }

    /**
     * Drops the chunk of a region if it is empty. Not for two threads at once.
     *
     * @return slots that were dropped, or 0
     */
    int drop(int region) {
        long[] chunk = chunk(region);
        if (chunk == null || region == lastRegion) {
            return 0;
        }
        int claimed = 0;
        boolean dropped = false;
        try {
            while (claimed < chunk.length
                    && chunk[claimed] == 0
                    && WORDS.compareAndSet(chunk, claimed, 0L, DenseWord.DROPPED)) {
                claimed++;
            }
            if (claimed == chunk.length) {
                chunks[region] = null;
                dropped = true;
            }
        } finally {
            // Without a call, which the end of a stack may strike: also behind the last claim. Most chunks are in use,
            // so this does not touch the rest of them.
            for (int slot = 0; !dropped && slot < chunk.length && slot <= claimed; slot++) {
                if (chunk[slot] == DenseWord.DROPPED) {
                    chunk[slot] = 0;
                }
            }
        }
        return dropped ? chunk.length : 0;
    }

    /** Shows all blocks, as {@link BlockTable#forEach} says. */
    void forEach(BlockTable.RawVisitor visitor) {
        for (int region = 0; region < REGIONS; region++) {
            long[] chunk = chunk(region);
            if (chunk == null) {
                continue;
            }
            long regionStart = start + ((long) region << DenseWord.REGION_BITS);
            for (int slot = 0; slot < chunk.length; slot++) {
                long word = (long) WORDS.getOpaque(chunk, slot);
                if (DenseWord.isBlock(word)) {
                    visitor.block(regionStart + DenseWord.offset(word), DenseWord.record(word));
                }
            }
        }
    }
}
