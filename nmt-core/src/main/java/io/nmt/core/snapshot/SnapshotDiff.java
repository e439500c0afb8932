package io.nmt.core.snapshot;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The changes from one snapshot to a later one. Immutable.
 *
 * @param categories every category that either snapshot has, also if nothing changed
 * @param total of all categories
 */
public record SnapshotDiff(List<Change> categories, Change total) {
    /**
     * The change of one category, or of all together. Negative where it shrank.
     *
     * @param category the category's name
     * @param reserved bytes
     * @param committed bytes
     * @param count live blocks
     */
    public record Change(String category, long reserved, long committed, long count) {}

    /**
     * Compares two snapshots.
     *
     * @param baseline the earlier one
     * @param later the later one
     * @return the changes
     */
    public static SnapshotDiff between(Snapshot baseline, Snapshot later) {
        Set<String> names = new LinkedHashSet<>();
        for (CategoryUsage usage : later.categories()) {
            names.add(usage.category());
        }
        for (CategoryUsage usage : baseline.categories()) {
            names.add(usage.category());
        }
        List<Change> changes = new ArrayList<>();
        for (String name : names) {
            changes.add(change(baseline.category(name), later.category(name)));
        }
        return new SnapshotDiff(List.copyOf(changes), change(baseline.total(), later.total()));
    }

    private static Change change(CategoryUsage before, CategoryUsage after) {
        return new Change(
                after.category(),
                after.reserved() - before.reserved(),
                after.committed() - before.committed(),
                after.count() - before.count());
    }
}
