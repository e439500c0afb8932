package io.nmt.core.internal.sites;

/**
 * The exact figures of what samples are a part of: a category, a kind of pool, or what one thread has of a category.
 *
 * @param bytes that are live
 * @param peakBytes the most that was ever live
 * @param blocks that are live; {@link Long#MAX_VALUE} if that is not known, as of the other figures
 */
public record Whole(long bytes, long peakBytes, long blocks) {
    /** No figure is known. */
    public static final Whole UNKNOWN = new Whole(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
}
