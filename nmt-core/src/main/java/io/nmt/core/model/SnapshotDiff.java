package io.nmt.core.model;

import java.util.List;

/**
 * The changes from one snapshot to a later one. Immutable.
 *
 * @param categories every category that either snapshot has, also if nothing changed
 * @param total of all categories
 */
public record SnapshotDiff(List<Change> categories, Change total) {
    /** As it was made: copied. */
    public SnapshotDiff {
        categories = List.copyOf(categories);
    }

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
         * The change of reserved bytes.
         *
         * @return bytes, negative if it shrank
         */
        public long reserved() {
            return after.reserved() - before.reserved();
        }

        /**
         * The change of committed bytes.
         *
         * @return bytes, negative if it shrank
         */
        public long committed() {
            return after.committed() - before.committed();
        }

        /**
         * The change of live blocks.
         *
         * @return blocks, negative if there are fewer
         */
        public long count() {
            return after.count() - before.count();
        }
    }
}
