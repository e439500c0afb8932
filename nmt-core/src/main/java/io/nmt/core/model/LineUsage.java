package io.nmt.core.model;

import java.util.List;

/**
 * The memory that a line of code holds, over all stacks that lead to it. Immutable.
 *
 * @param usage of the line, as if it were one call site: its number is that of the first stack that was met, its calls
 *     are those of the one that holds most
 * @param stacks what each of them holds, the one with most bytes first
 */
public record LineUsage(SiteUsage usage, List<SiteUsage> stacks) {
    /** As it was found: copied. */
    public LineUsage {
        stacks = List.copyOf(stacks);
    }
}
