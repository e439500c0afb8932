package io.nmt.core.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * All figures of one moment. Immutable.
 *
 * @param time when it was taken
 * @param categories those that were ever used, also if they hold nothing now; in the order of reports
 * @param total of all categories: reserved, committed and count are the sums of theirs, the peaks are true peaks of the
 *     total, not sums of the categories' peaks
 * @param exactPeaks whether peaks are exact; otherwise they are never above the true ones, but for what native code
 *     freed, and below by at most 1 % or
 *     64 KiB per thread that was allocating, whichever is larger
 * @param untrackedBlocks blocks that were allocated but could not be recorded, so no figure contains them
 * @param unknownFrees frees of addresses without a record: normal for what was allocated before tracking began
 * @param overheadBytes Java heap that the tracker's tables and counters take
 * @param freedElsewhere blocks that Java code allocated and native code freed, as far as that is known: their addresses
 *     were given out again. They are in no current figure
 * @param tableLimitBytes if blocks are untracked because the table of live blocks has reached its limit, that limit;
 *     else 0
 * @param mallocInUseBytes what malloc has in use, if it was asked and that is less than the live blocks that were taken
 *     from it (native code has freed some of them, unseen): then current figures of malloc'ed categories are at most so
 *     much together. Else {@link #UNKNOWN}
 * @param coverage which part of the process is tracked
 */
public record Snapshot(
        Instant time,
        List<CategoryUsage> categories,
        CategoryUsage total,
        boolean exactPeaks,
        long untrackedBlocks,
        long unknownFrees,
        long overheadBytes,
        long freedElsewhere,
        long tableLimitBytes,
        long mallocInUseBytes,
        Coverage coverage) {
    /** Malloc was not asked, or says nothing against the figures. */
    public static final long UNKNOWN = -1;

    /**
     * A snapshot without blocks that were freed elsewhere.
     *
     * @param time when it was taken
     * @param categories those that were ever used
     * @param total of all categories
     * @param exactPeaks whether peaks are exact
     * @param untrackedBlocks blocks that could not be recorded
     * @param unknownFrees frees of addresses without a record
     * @param overheadBytes Java heap that tracking takes
     */
    public Snapshot(
            Instant time,
            List<CategoryUsage> categories,
            CategoryUsage total,
            boolean exactPeaks,
            long untrackedBlocks,
            long unknownFrees,
            long overheadBytes) {
        this(
                time,
                categories,
                total,
                exactPeaks,
                untrackedBlocks,
                unknownFrees,
                overheadBytes,
                0,
                0,
                UNKNOWN,
                Coverage.UNKNOWN);
    }

    /**
     * The figures of a category.
     *
     * @param name of the category
     * @return its figures, all 0 if it was never used
     */
    public CategoryUsage category(String name) {
        for (CategoryUsage usage : categories) {
            if (usage.category().equals(name)) {
                return usage;
            }
        }
        return new CategoryUsage(name, 0, 0, 0, 0, 0, 0);
    }

    /**
     * This snapshot, disproved by malloc.
     *
     * @param inUseBytes what malloc has in use
     * @return the same figures, with {@link #mallocInUseBytes}
     */
    public Snapshot withMallocInUse(long inUseBytes) {
        return new Snapshot(
                time,
                categories,
                total,
                exactPeaks,
                untrackedBlocks,
                unknownFrees,
                overheadBytes,
                freedElsewhere,
                tableLimitBytes,
                inUseBytes,
                coverage);
    }

    /**
     * This snapshot with its categories in another order.
     *
     * @param ordered the same categories
     * @return the same figures
     */
    public Snapshot withCategories(List<CategoryUsage> ordered) {
        return new Snapshot(
                time,
                List.copyOf(ordered),
                total,
                exactPeaks,
                untrackedBlocks,
                unknownFrees,
                overheadBytes,
                freedElsewhere,
                tableLimitBytes,
                mallocInUseBytes,
                coverage);
    }

    /**
     * The changes since an earlier snapshot.
     *
     * @param baseline the earlier one
     * @return the changes
     */
    public SnapshotDiff since(Snapshot baseline) {
        Set<String> names = new LinkedHashSet<>();
        for (CategoryUsage usage : categories) {
            names.add(usage.category());
        }
        for (CategoryUsage usage : baseline.categories) {
            names.add(usage.category());
        }
        List<SnapshotDiff.Change> changes = new ArrayList<>();
        for (String name : names) {
            changes.add(new SnapshotDiff.Change(baseline.category(name), category(name)));
        }
        return new SnapshotDiff(changes, new SnapshotDiff.Change(baseline.total, total));
    }
}
