package io.nmt.core.internal.sites;

import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.LineUsage;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Looks for lines of code that hold old blocks, and for those that grow. Thread-safe. */
public final class LeakFinder {
    private static final long USUAL_AGE_NANOS = 60_000_000_000L;
    private static final int OLD_DIVISOR = 3;
    private static final int LIKELY_ERRORS = 2; // standard errors
    private static final long WAVES_NANOS = 180_000_000_000L;
    private static final double NEARLY_SHARE = 0.9;
    private static final int FEW_DIVISOR = 4;

    private LeakFinder() {}

    /**
     * Looks at blocks that are older than a minute, or than a third of the time since the first sample if that is less.
     *
     * @return nothing in any group if no samples are taken
     */
    public static Leaks find() {
        return find(usualAgeNanos());
    }

    /**
     * The usual minimum age of an old block: a minute, or a third of the time since the first sample if that is less.
     *
     * @return nanoseconds
     */
    public static long usualAgeNanos() {
        return usualAgeNanos(trackedNanos());
    }

    static long usualAgeNanos(long trackedNanos) {
        return Math.min(USUAL_AGE_NANOS, trackedNanos / OLD_DIVISOR);
    }

    private static long trackedNanos() {
        return SampleRecord.now() * SampleRecord.NANOS_PER_UNIT;
    }

    /**
     * Looks at blocks of some age.
     *
     * @param sinceNanos younger blocks are left out; ages are known to 10 ms
     * @return the lines that hold such blocks, each as one call site; {@link SiteUsage#liveBytes} and its like are of
     *     these blocks alone. Of a line without such blocks that rises, they are of all its blocks
     */
    public static Leaks find(long sinceNanos) {
        return byLine(sinceNanos).leaks();
    }

    /**
     * The same, with the stacks that lead to each line.
     *
     * @param sinceNanos younger blocks are left out; ages are known to 10 ms
     * @return of one moment
     */
    public static LeaksByLine byLine(long sinceNanos) {
        long minimumAgeNanos = sinceNanos / SampleRecord.NANOS_PER_UNIT * SampleRecord.NANOS_PER_UNIT;
        List<SiteUsage> suspects = new ArrayList<>();
        List<SiteUsage> holders = new ArrayList<>();
        List<SiteUsage> pools = new ArrayList<>();
        Map<Integer, List<SiteUsage>> stacks = new HashMap<>();
        List<LineUsage> all = Owners.linesWithChunks(0);
        List<SiteUsage> ofAllAges = usages(all);
        for (LineUsage line : Owners.linesWithChunks(minimumAgeNanos)) {
            SiteUsage usage = line.usage();
            stacks.put(usage.site().id(), line.stacks());
            if (usage.site().pool()) {
                pools.add(usage);
            } else if (usage.growing() && !mayBeGarbage(usage, ofAllAges)) {
                suspects.add(usage);
            } else {
                holders.add(usage);
            }
        }
        for (LineUsage line : all) {
            if (!stacks.containsKey(line.usage().site().id()) && mayLeakLater(line.usage())) {
                holders.add(line.usage());
                stacks.put(line.usage().site().id(), line.stacks());
            }
        }
        holders.sort(Sites.MOST_FIRST);
        Leaks leaks = new Leaks(
                minimumAgeNanos, suspects, holders, pools, judgedInNanos(Samples.taken(), trackedNanos(), ofAllAges));
        stacks.values().removeIf(ofLine -> ofLine.size() == 1);
        return new LeaksByLine(leaks, stacks);
    }

    private static List<SiteUsage> usages(List<LineUsage> lines) {
        List<SiteUsage> usages = new ArrayList<>();
        for (LineUsage line : lines) {
            usages.add(line.usage());
        }
        return usages;
    }

    /**
     * True if a growing site may hold garbage. Garbage comes in waves: while the heap grows, each is higher than the
     * last. A leak has old blocks, as old as the growth is, and not few.
     */
    static boolean mayBeGarbage(SiteUsage usage, List<SiteUsage> all) {
        if (!usage.growing() || usage.site().freedBy() != FreedBy.COLLECTOR || usage.growingForNanos() >= WAVES_NANOS) {
            return false;
        }
        long ofAllAges = usage.liveBytes();
        for (SiteUsage other : all) {
            ofAllAges = other.site().id() == usage.site().id() ? other.liveBytes() : ofAllAges;
        }
        return usage.oldestAgeNanos() < NEARLY_SHARE * usage.growingForNanos()
                || usage.liveBytes() < ofAllAges / FEW_DIVISOR;
    }

    /**
     * The time until growth of any site can be told from chance.
     *
     * @return 0 unless tracking has just begun
     */
    public static long soonestJudgedInNanos() {
        return soonestJudgedInNanos(trackedNanos());
    }

    static long soonestJudgedInNanos(long trackedNanos) {
        return Math.max(0, Trend.SHORTEST_NANOS - trackedNanos);
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

    /** True if a site without old blocks is listed, because it may be a leak that has just begun. */
    static boolean mayLeakLater(SiteUsage usage) {
        return !usage.site().pool()
                && (usage.growing()
                        || (usage.judgedInNanos() > 0
                                && usage.growthBytesPerMinute() > LIKELY_ERRORS * usage.growthErrorBytesPerMinute()));
    }
}
