package io.nmt.core.internal.blocks;

/**
 * A block of a {@link DenseRegions region} in one word: its {@link BlockRecord}, and its place in the region.
 *
 * <pre>
 *  63      56 55    52 51            40 39                          0
 * +----------+--------+----------------+-----------------------------+
 * | category | flags  |  address / 16  |       bytes requested       |
 * +----------+--------+----------------+-----------------------------+
 * </pre>
 *
 * 0 is a free slot.
 */
final class DenseWord {
    /** Bits of an address within its region. */
    static final int REGION_BITS = 16;

    /** Bits of an address that are 0 in a region's blocks. */
    static final int ALIGNMENT_BITS = 4;

    /** Places in a region. */
    static final int PLACES = 1 << (REGION_BITS - ALIGNMENT_BITS);

    private static final int PLACE_SHIFT = 40;
    private static final long BYTES = (1L << PLACE_SHIFT) - 1;
    private static final long PLACE = (PLACES - 1L) << PLACE_SHIFT;
    private static final long KEPT = 1L << 55;

    /** In a slot that a thread keeps, and may not use any more for the address that it was kept for. */
    static final long KEPT_FOR_NONE = KEPT | 1L << 56;

    /** In each slot of a chunk that is dropped. */
    static final long DROPPED = -1L;

    // A record's flags begin at its bit 48: between there and the place's lowest bit they move by 4.
    private static final int FLAGS_SHIFT = 4;
    private static final long CATEGORY = 0xFFL << 56;
    private static final long RECORD_FLAGS = 0x7L << 48;
    private static final long FLAGS = RECORD_FLAGS << FLAGS_SHIFT;

    private DenseWord() {}

    /** True if a record fits: its bytes are below 1 TiB. */
    static boolean fits(long entry) {
        return (entry & BlockRecord.MAX_BYTES) <= BYTES;
    }

    static int place(long address) {
        return (int) (address >>> ALIGNMENT_BITS) & (PLACES - 1);
    }

    static long of(long address, long entry) {
        return (entry & (CATEGORY | BYTES)) | (entry & RECORD_FLAGS) << FLAGS_SHIFT | placeBits(address);
    }

    /** The word of a slot that a thread keeps for an address. */
    static long kept(long address) {
        return KEPT | placeBits(address);
    }

    private static long placeBits(long address) {
        return (address >>> ALIGNMENT_BITS) << PLACE_SHIFT & PLACE;
    }

    /** True if a word is of a block at an address of its region. */
    static boolean isAt(long word, long address) {
        return word != 0 && ((word ^ placeBits(address)) & (PLACE | KEPT)) == 0;
    }

    /** True if a word is of a block. */
    static boolean isBlock(long word) {
        return word != 0 && (word & KEPT) == 0;
    }

    static long record(long word) {
        return (word & (CATEGORY | BYTES)) | (word & FLAGS) >>> FLAGS_SHIFT;
    }

    /** The address in its region. */
    static long offset(long word) {
        return (word & PLACE) >>> PLACE_SHIFT << ALIGNMENT_BITS;
    }
}
