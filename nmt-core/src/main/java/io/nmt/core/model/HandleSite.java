package io.nmt.core.model;

import java.util.List;

/**
 * A place in Java code that makes native handles, and what became of these. Estimates where not each was sampled.
 *
 * @param site where they were made
 * @param open made there and neither closed nor collected
 * @param standardError of {@code open}; 0 if exact
 * @param collected made there, and collected before they were closed
 * @param samples that these figures are made from
 * @param oldestAgeNanos how long ago the oldest of the sampled open ones was made
 * @param growthPerMinute by how many the floor of its open and collected ones rises; negative if it falls
 * @param growthErrorPerMinute one standard error of that, or a little more; 0 if exact
 * @param growing whether that is more than chance, and goes on
 * @param growingForNanos for how long it has been growing, about; 0 if {@code growing} is false
 * @param judgedInNanos how long it takes, at the least, until growth can be told from chance; 0 if {@code growing} says
 *     it
 * @param threadNames of the threads that made the open ones, those with most first, ten at most
 */
public record HandleSite(
        Site site,
        long open,
        long standardError,
        long collected,
        long samples,
        long oldestAgeNanos,
        long growthPerMinute,
        long growthErrorPerMinute,
        boolean growing,
        long growingForNanos,
        long judgedInNanos,
        List<String> threadNames) {
    /** As it was found: copied. */
    public HandleSite {
        threadNames = List.copyOf(threadNames);
    }

    /**
     * What a recording tells of a site: not its threads, nor how many samples there are.
     *
     * @param site where they were made
     * @param open made there and neither closed nor collected
     * @param standardError of {@code open}
     * @param collected made there, and collected before they were closed
     * @param oldestAgeNanos how long ago the oldest of the sampled open ones was made
     * @param growthPerMinute by how many the floor of its open and collected ones rises
     * @param growthErrorPerMinute one standard error of that
     * @param growingForNanos for how long it has been growing; 0 if it is not known to grow
     * @return the same, with nothing in the other figures
     */
    public static HandleSite recorded(
            Site site,
            long open,
            long standardError,
            long collected,
            long oldestAgeNanos,
            long growthPerMinute,
            long growthErrorPerMinute,
            long growingForNanos) {
        return new HandleSite(
                site,
                open,
                standardError,
                collected,
                0,
                oldestAgeNanos,
                growthPerMinute,
                growthErrorPerMinute,
                growingForNanos > 0,
                growingForNanos,
                0,
                List.of());
    }
}
