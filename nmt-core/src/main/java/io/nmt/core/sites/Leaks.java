package io.nmt.core.sites;

import java.util.ArrayList;
import java.util.List;

/**
 * Who holds what has been live for long, in three groups.
 *
 * @param minimumAgeNanos the age from which on a block counts
 * @param suspects sites whose live bytes rise steadily; the one with most old bytes first
 * @param holders sites that hold old blocks, but do not grow beyond what chance explains, such as caches
 * @param pools sites where known pools take chunks, which live by design; growing or not
 */
public record Leaks(long minimumAgeNanos, List<SiteUsage> suspects, List<SiteUsage> holders, List<SiteUsage> pools) {
    private static final long USUAL_AGE_NANOS = 60_000_000_000L;
    private static final int PART_OF_LIFE = 3;

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
     * @return the sites that hold such blocks; {@link SiteUsage#liveBytes} and its like are of these blocks alone
     */
    public static Leaks find(long minimumAgeNanos) {
        List<SiteUsage> suspects = new ArrayList<>();
        List<SiteUsage> holders = new ArrayList<>();
        List<SiteUsage> pools = new ArrayList<>();
        for (SiteUsage usage : Sites.list(minimumAgeNanos)) {
            if (usage.site().isPool()) {
                pools.add(usage);
            } else if (usage.growing()) {
                suspects.add(usage);
            } else {
                holders.add(usage);
            }
        }
        return new Leaks(minimumAgeNanos, List.copyOf(suspects), List.copyOf(holders), List.copyOf(pools));
    }
}
