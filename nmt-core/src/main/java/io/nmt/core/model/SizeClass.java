package io.nmt.core.model;

/**
 * The places of a pool for buffers of one size. A free place of a small size serves buffers of that size alone. Larger
 * buffers are cut from chunks as they come.
 *
 * @param bytes that each buffer takes, at least 1
 * @param taken how many places are taken by buffers that were not given back, and in Netty's pooled allocator also by
 *     what threads keep for their next buffers; where the library does not tell, an estimate of the buffers that were
 *     not given back, from samples
 * @param places how many there are, taken or free; {@link Pool#UNKNOWN} where there are none, or the library does not
 *     tell, in which case {@code taken} is an estimate
 */
public record SizeClass(long bytes, long taken, long places) {
    /**
     * True if the figures are from samples: exact if each buffer is sampled.
     *
     * @return false if the library tells it
     */
    public boolean isEstimate() {
        return places == Pool.UNKNOWN;
    }

    /**
     * Bytes of this size class.
     *
     * @return bytes of all places; of those taken, where the places are not known
     */
    public long heldBytes() {
        return bytes * (isEstimate() ? taken : places);
    }

    /**
     * The places that are free.
     *
     * @return their bytes; {@link Pool#UNKNOWN} where that is not known
     */
    public long freeBytes() {
        return isEstimate() ? Pool.UNKNOWN : bytes * (places - taken);
    }
}
