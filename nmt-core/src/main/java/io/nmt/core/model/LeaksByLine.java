package io.nmt.core.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Leaks, and the call stacks that lead to lines of code which are reached by more than one. All figures are of one
 * moment. Immutable.
 *
 * @param leaks by line: each is told as one call site, which has the number of the first stack that was met, and the
 *     calls of the stack that holds most
 * @param stacks what is held by each stack of such a line, the one with most bytes first, by the number of the line's
 *     site. Lines that one stack alone leads to are left out
 */
public record LeaksByLine(Leaks leaks, Map<Integer, List<SiteUsage>> stacks) {
    /** As they were found: copied. */
    public LeaksByLine {
        Map<Integer, List<SiteUsage>> copy = new HashMap<>();
        stacks.forEach((line, ofLine) -> copy.put(line, List.copyOf(ofLine)));
        stacks = Map.copyOf(copy);
    }

    /**
     * Leaks by line, without their stacks.
     *
     * @param leaks by line
     */
    public LeaksByLine(Leaks leaks) {
        this(leaks, Map.of());
    }

    /**
     * The stacks that lead to a line.
     *
     * @param usage one of the leaks
     * @return the one with most bytes first; itself alone if there is no other
     */
    public List<SiteUsage> stacks(SiteUsage usage) {
        return stacks.getOrDefault(usage.site().id(), List.of(usage));
    }
}
