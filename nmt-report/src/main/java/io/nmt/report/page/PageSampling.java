package io.nmt.report.page;

/**
 * The samples of a page. Immutable.
 *
 * @param fromMillis since when there are some; {@link #NONE} if there are none over time
 * @param exact whether every block was sampled
 * @param note the same for people
 */
public record PageSampling(long fromMillis, boolean exact, String note) {
    /** In place of a time. */
    public static final long NONE = -1;
}
