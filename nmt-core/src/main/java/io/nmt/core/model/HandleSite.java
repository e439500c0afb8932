package io.nmt.core.model;

import java.util.List;

/**
 * A line of code that makes native handles, over all stacks that lead to it, and what became of these. Estimates where
 * not each was sampled.
 *
 * @param site the line, as if it were one call site: its number is that of the first stack that was met, its calls are
 *     those of the one that has most
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
 * @param stacks the figures of each stack, the one with most first; none if one stack alone leads to the line
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
        List<String> threadNames,
        List<HandleSite> stacks) {
    /** As it was found: copied. */
    public HandleSite {
        threadNames = List.copyOf(threadNames);
        stacks = List.copyOf(stacks);
    }

    /**
     * A line that one stack alone leads to.
     *
     * @param site as above
     * @param open as above
     * @param standardError as above
     * @param collected as above
     * @param samples as above
     * @param oldestAgeNanos as above
     * @param growthPerMinute as above
     * @param growthErrorPerMinute as above
     * @param growing as above
     * @param growingForNanos as above
     * @param judgedInNanos as above
     * @param threadNames as above
     */
    public HandleSite(
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
        this(
                site,
                open,
                standardError,
                collected,
                samples,
                oldestAgeNanos,
                growthPerMinute,
                growthErrorPerMinute,
                growing,
                growingForNanos,
                judgedInNanos,
                threadNames,
                List.of());
    }

    /**
     * The figures by stack.
     *
     * @return of each stack that leads to the line; this alone if there is one
     */
    public List<HandleSite> perStack() {
        return stacks.isEmpty() ? List.of(this) : stacks;
    }

    /**
     * A site from a recording, without threads and the number of samples.
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
