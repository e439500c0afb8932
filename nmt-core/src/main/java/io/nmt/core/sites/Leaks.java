package io.nmt.core.sites;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which sites hold what has been live for long, in three groups.
 *
 * @param minimumAgeNanos the age from which on a block counts
 * @param suspects sites whose live bytes rise steadily, since their first sample or of late; the one with most old
 *     bytes first
 * @param holders sites that hold old blocks, but do not grow beyond what chance explains, such as caches; and those of
 *     which it is too early to tell ({@link SiteUsage#judgedInNanos}). Also sites that hold no old block, if they grow
 *     or it is too early to tell whether their rise goes on: {@link #hasOldBlocks} says which
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
    private static final long USUAL_AGE_NANOS = 60_000_000_000L;
    private static final int PART_OF_LIFE = 3;
    private static final int LIKELY = 2; // standard errors

    /**
     * Looks at blocks that are older than a minute, or than a third of the time since the first sample if that is less.
     *
     * @return nothing in any group if no samples are taken
     */
    public static Leaks find() {
        return find(Math.min(USUAL_AGE_NANOS, SampleRecord.now() * SampleRecord.NANOS_PER_UNIT / PART_OF_LIFE));
    }

    /**
     * Looks at blocks of some age.
     *
     * @param minimumAgeNanos younger blocks are left out
     * @return the sites that hold such blocks; {@link SiteUsage#liveBytes} and its like are of these blocks alone. Of a
     *     site without such blocks that rises, they are of all its blocks
     */
    public static Leaks find(long minimumAgeNanos) {
        List<SiteUsage> suspects = new ArrayList<>();
        List<SiteUsage> holders = new ArrayList<>();
        List<SiteUsage> pools = new ArrayList<>();
        Set<CallSite> old = new HashSet<>();
        for (SiteUsage usage : Sites.list(minimumAgeNanos)) {
            old.add(usage.site());
            if (usage.site().isPool()) {
                pools.add(usage);
            } else if (usage.growing()) {
                suspects.add(usage);
            } else {
                holders.add(usage);
            }
        }
        List<SiteUsage> all = Sites.list();
        for (SiteUsage usage : all) {
            if (!old.contains(usage.site()) && mayLeakLater(usage)) {
                holders.add(usage);
            }
        }
        holders.sort(Sites.MOST_FIRST);
        return new Leaks(
                minimumAgeNanos,
                List.copyOf(suspects),
                List.copyOf(holders),
                List.copyOf(pools),
                judgedInNanos(Samples.taken(), SampleRecord.now() * SampleRecord.NANOS_PER_UNIT, all));
    }

    /** Looks at the time since samples are taken: none of the sites is older. */
    static long judgedInNanos(boolean sampled, long ageNanos, List<SiteUsage> live) {
        if (sampled && ageNanos >= Trend.SHORTEST_NANOS) {
            return 0;
        }
        long longest = 0;
        for (SiteUsage usage : live) {
            longest = Math.max(longest, usage.judgedInNanos());
        }
        return live.isEmpty() ? Trend.SHORTEST_NANOS : longest;
    }

    /** Whether a site without old blocks is to be told of: else nobody would hear of a leak that has just begun. */
    static boolean mayLeakLater(SiteUsage usage) {
        return !usage.site().isPool()
                && (usage.growing()
                        || (usage.judgedInNanos() > 0
                                && usage.growthBytesPerMinute() > LIKELY * usage.growthErrorBytesPerMinute()));
    }

    /**
     * Whether the figures of a site are those of its old blocks.
     *
     * @param usage one of these
     * @return false if it has none; then its figures are of all its blocks
     */
    public boolean hasOldBlocks(SiteUsage usage) {
        return usage.oldestAgeNanos() >= minimumAgeNanos / SampleRecord.NANOS_PER_UNIT * SampleRecord.NANOS_PER_UNIT;
    }
}
