package io.nmt.report.top;

/**
 * A row of a list. Immutable.
 *
 * @param listing it is in
 * @param key what it is known by from one reading to the next: unique in its list and group
 * @param group which row of the list above it belongs to; of a row of a list above, which rows belong to it
 * @param name for people
 * @param amount bytes, or handles that are open
 * @param error one standard error of the amount; of handles, of those that were lost; 0 if exact
 * @param count blocks, chunks, or handles that were created; of a site of handles, those that were lost
 * @param extra of a category its peak, of a pool what is in use, of a site how long ago its oldest block was taken, in
 *     nanoseconds, of handles how many were lost
 * @param growthPerMinute of the amount
 * @param growthError one standard error of it
 * @param growing whether that is more than chance
 */
public record Row(
        Listing listing,
        String key,
        String group,
        String name,
        long amount,
        long error,
        long count,
        long extra,
        long growthPerMinute,
        long growthError,
        boolean growing) {
    /** In place of a figure that is not known, or not yet. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /**
     * The key of its series.
     *
     * @return unique among all lists
     */
    public String series() {
        return listing.name() + ":" + key;
    }
}
