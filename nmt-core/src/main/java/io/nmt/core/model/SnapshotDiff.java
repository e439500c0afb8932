package io.nmt.core.model;

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
     * The change of one category, or of all together.
     *
     * @param before its earlier figures, all 0 if it was not used
     * @param after its later figures, all 0 if it is not used
     */
    public record Change(CategoryUsage before, CategoryUsage after) {
        /**
         * Its name.
         *
         * @return the category's, or that of the total
         */
        public String category() {
            return after.category();
        }

        /**
         * How much more is reserved.
         *
         * @return bytes, negative if it shrank
         */
        public long reserved() {
            return after.reserved() - before.reserved();
        }

        /**
         * How much more is committed.
         *
         * @return bytes, negative if it shrank
         */
        public long committed() {
            return after.committed() - before.committed();
        }

        /**
         * How many more live blocks there are.
         *
         * @return blocks, negative if there are fewer
         */
        public long count() {
            return after.count() - before.count();
        }
    }

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
            changes.add(new Change(baseline.category(name), later.category(name)));
        }
        return new SnapshotDiff(List.copyOf(changes), new Change(baseline.total(), later.total()));
    }
}
