package io.nmt.core.internal.blocks;

/**
 * The record of a live block: size, flags and category in one long, so that one atomic write claims and fills a slot.
 *
 * <pre>
 *  63      56 55      48 47                                  0
 * +----------+----------+------------------------------------+
 * | category |  flags   |            bytes requested         |
 * +----------+----------+------------------------------------+
 * </pre>
 *
 * A flag beyond the third has no room in a {@link DenseWord}. 0 is no record: a record has a category, or
 * (the tracker's own probes) a size.
 */
public final class BlockRecord {
    /** No record. */
    public static final long NONE = 0;

    /** The largest size that fits: 256 TiB - 1. */
    public static final long MAX_BYTES = (1L << 48) - 1;

    /** The block has more reserved than committed bytes; how many more is kept elsewhere. */
    public static final long HAS_UNCOMMITTED = 1L << 48;

    /** The block's origin is kept elsewhere, until the block is freed. */
    public static final long HAS_ORIGIN = 1L << 49;

    /** The block is sampled: where it was allocated is kept elsewhere, until it is freed. */
    public static final long HAS_SITE = 1L << 50;

    private BlockRecord() {}

    /**
     * Packs a record.
     *
     * @param categoryId from 0 to 255
     * @param bytes from 0 to {@link #MAX_BYTES}
     * @return the record
     */
    public static long of(int categoryId, long bytes) {
        return (long) categoryId << 56 | bytes;
    }

    /**
     * The category's id.
     *
     * @param entry a record
     * @return from 0 to 255
     */
    public static int categoryId(long entry) {
        return (int) (entry >>> 56);
    }

    /**
     * The bytes that were requested (for memory that is only partly committed: the committed bytes).
     *
     * @param entry a record
     * @return from 0 to {@link #MAX_BYTES}
     */
    public static long bytes(long entry) {
        return entry & MAX_BYTES;
    }
}
