package io.nmt.core.model;

import java.util.List;

/**
 * Sites that hold old blocks, in three groups. A site is a line of code here: its figures are of all stacks that lead
 * to it ({@link LeaksByLine}).
 *
 * @param minimumAgeNanos the age from which on a block counts
 * @param suspects sites whose live bytes rise steadily, since their first sample or of late; the one with most old
 *     bytes first
 * @param holders sites that hold old blocks, but do not grow beyond what chance explains, such as caches; and those of
 *     which it is too early to tell ({@link SiteUsage#judgedInNanos}). Also sites that hold no old block, if they grow
 *     or it is too early to tell whether their rise goes on: {@link #hasOldBlocks} says which. One that grows and
 *     holds old blocks may be garbage that no collection has looked for
 * @param pools sites where known pools take chunks, which live by design; growing or not
 * @param judgedInNanos if no suspect can be known yet, since there is no sample, or all are too young: how long it
 *     takes at the least until one can; else 0
 */
public record Leaks(
        long minimumAgeNanos,
        List<SiteUsage> suspects,
        List<SiteUsage> holders,
        List<SiteUsage> pools,
        long judgedInNanos) {
    /** As they were found: copied. */
    public Leaks {
        suspects = List.copyOf(suspects);
        holders = List.copyOf(holders);
        pools = List.copyOf(pools);
    }

    /**
     * True if a holder grows, but may be garbage that no collection has looked for: so it is no suspect.
     *
     * @param usage one of the holders
     * @return false if it does not grow, or has no old blocks
     */
    public boolean mayBeGarbage(SiteUsage usage) {
        return usage.growing() && hasOldBlocks(usage);
    }

    /**
     * True if the figures of a site are those of its old blocks.
     *
     * @param usage one of these
     * @return false if it has none; then its figures are of all its blocks
     */
    public boolean hasOldBlocks(SiteUsage usage) {
        return usage.oldestAgeNanos() >= minimumAgeNanos;
    }
}
