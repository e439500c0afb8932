package io.nmt.report.page;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Bounds the call sites of recordings: those of a category hold together no more than that does, whose figures are no
 * estimates. So the process tells them, too, but a moment before or after the category. Pure functions.
 */
public final class RecordedBounds {
    private RecordedBounds() {}

    /** The sites of a category, those of which each block was sampled apart. */
    private static final class Sum {
        long exactBytes;
        long exactCount;
        long bytes;
        long count;

        void add(SiteUsage usage) {
            if (isExact(usage)) {
                exactBytes += usage.liveBytes();
                exactCount += usage.liveCount();
            } else {
                bytes += usage.liveBytes();
                count += usage.liveCount();
            }
        }
    }

    /**
     * Bounds them.
     *
     * @param sites by stack, or by line of code
     * @param whole the figures of categories; where it has none, nothing is bounded
     * @return the one with most bytes first
     */
    public static List<SiteUsage> within(List<SiteUsage> sites, Snapshot whole) {
        Map<String, Sum> sums = new HashMap<>();
        sites.forEach(usage ->
                sums.computeIfAbsent(usage.site().category(), any -> new Sum()).add(usage));
        Map<String, CategoryUsage> categories = new HashMap<>();
        whole.categories().forEach(usage -> categories.put(usage.category(), usage));
        List<SiteUsage> bounded = new ArrayList<>();
        for (SiteUsage usage : sites) {
            CategoryUsage category = categories.get(usage.site().category());
            bounded.add(
                    category == null || isExact(usage)
                            ? usage
                            : within(usage, sums.get(usage.site().category()), category));
        }
        bounded.sort(Comparator.comparingLong(SiteUsage::liveBytes).reversed());
        return List.copyOf(bounded);
    }

    private static boolean isExact(SiteUsage usage) {
        return usage.standardErrorBytes() == 0;
    }

    private static SiteUsage within(SiteUsage usage, Sum sum, CategoryUsage category) {
        long most = Math.max(0, category.committed() - sum.exactBytes);
        long live = part(usage.liveBytes(), sum.bytes, most);
        long count = part(usage.liveCount(), sum.count, Math.max(0, category.count() - sum.exactCount));
        return SiteUsage.recorded(
                usage.site(),
                live,
                Math.min(usage.standardErrorBytes(), Math.max(live, most - live)),
                count,
                Math.max(live, Math.min(usage.peakBytes(), category.peakCommitted())),
                usage.oldestAgeNanos());
    }

    /**
     * The same share of each part of a sum that is more than it can be.
     *
     * @param part of the sum
     * @param sum of all parts
     * @param most that it can be
     * @return the part, if the sum is not more
     */
    static long part(long part, long sum, long most) {
        return sum <= most ? part : (long) ((double) part * most / sum);
    }
}
