package io.nmt.core.model;

/**
 * The figures of one category, or of all together.
 *
 * <p>Current figures are exact when no thread allocates or frees while they are read, and otherwise bounded: never more
 * than was live at the moment of the reading. Peaks: see {@link Snapshot#exactPeaks}.
 *
 * @param category the category's name
 * @param reserved bytes of address space held now
 * @param committed bytes held now as they were requested
 * @param count live blocks
 * @param peakReserved the most bytes that were ever reserved
 * @param peakCommitted the most bytes that were ever committed
 * @param countAtPeak the live blocks when committed bytes were at their peak
 */
public record CategoryUsage(
        String category,
        long reserved,
        long committed,
        long count,
        long peakReserved,
        long peakCommitted,
        long countAtPeak) {
    /**
     * True if the bytes are an estimate. The number of blocks is exact.
     *
     * @return true for {@link Category#ZIP} alone; the total may have an estimate in it
     */
    public boolean isEstimate() {
        return category.equals(Category.ZIP.name());
    }
}
