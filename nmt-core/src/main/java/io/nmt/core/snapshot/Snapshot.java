package io.nmt.core.snapshot;

import java.time.Instant;
import java.util.List;

/**
 * All figures of one moment. Immutable.
 *
 * @param time when it was taken
 * @param categories those that were ever used, also if they hold nothing now; in the order of reports
 * @param total of all categories: reserved, committed and count are the sums of theirs, the peaks are true peaks of the
 *     total, not sums of the categories' peaks
 * @param exactPeaks whether peaks are exact; otherwise they are never above the true ones, and below by at most 1 % or 64
 *     KiB per thread that was allocating, whichever is larger
 * @param untrackedBlocks blocks that were allocated but could not be recorded, so no figure contains them
 * @param unknownFrees frees of addresses without a record: normal for what was allocated before tracking began
 * @param overheadBytes Java heap that the tracker's tables and counters take
 */
public record Snapshot(
        Instant time,
        List<CategoryUsage> categories,
        CategoryUsage total,
        boolean exactPeaks,
        long untrackedBlocks,
        long unknownFrees,
        long overheadBytes) {
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
     * What changed since an earlier snapshot.
     *
     * @param baseline the earlier one
     * @return the changes
     */
    public SnapshotDiff since(Snapshot baseline) {
        return SnapshotDiff.between(baseline, this);
    }
}
