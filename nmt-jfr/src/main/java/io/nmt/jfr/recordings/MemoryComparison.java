package io.nmt.jfr.recordings;

import io.nmt.core.snapshot.CategoryUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What differs between the ends of two recordings. They may be of two processes and of two versions of a program: call
 * sites are the same if category and call stack are, whatever the lines. Immutable.
 *
 * @param categories every category that either has: those that grew, the most grown first; those that shrank, the most
 *     shrunk first; those that did not change
 * @param total of all categories
 * @param sites every call site that differs, in the same order
 * @param resident what differs in resident memory; null unless both recordings have it
 */
public record MemoryComparison(
        List<CategoryChange> categories, CategoryChange total, List<SiteChange> sites, ResidentComparison resident) {
    /**
     * Two figures of one category. Bytes are committed bytes.
     *
     * @param category its name
     * @param beforeBytes in the first recording
     * @param afterBytes in the second
     * @param beforeCount live blocks in the first
     * @param afterCount live blocks in the second
     * @param beforePeakBytes peak in the first
     * @param afterPeakBytes peak in the second
     */
    public record CategoryChange(
            String category,
            long beforeBytes,
            long afterBytes,
            long beforeCount,
            long afterCount,
            long beforePeakBytes,
            long afterPeakBytes) {
        /**
         * Growth.
         *
         * @return bytes, negative if it shrank
         */
        public long changeBytes() {
            return afterBytes - beforeBytes;
        }
    }

    /**
     * Two figures of one call site. Estimates from samples.
     *
     * @param category of its blocks
     * @param topFrame the innermost frame outside the JDK, with the line of the second recording if it is there
     * @param frames the innermost first
     * @param beforeBytes live in the first recording
     * @param afterBytes live in the second
     * @param beforeCount live blocks in the first
     * @param afterCount live blocks in the second
     * @param standardErrorBytes of the change
     */
    public record SiteChange(
            String category,
            String topFrame,
            List<String> frames,
            long beforeBytes,
            long afterBytes,
            long beforeCount,
            long afterCount,
            long standardErrorBytes) {
        /**
         * Growth.
         *
         * @return bytes, negative if it shrank
         */
        public long changeBytes() {
            return afterBytes - beforeBytes;
        }
    }

    /**
     * Compares two recordings.
     *
     * @param before the first
     * @param after the second
     * @return the changes from the first to the second
     */
    public static MemoryComparison between(RecordedMemory before, RecordedMemory after) {
        Set<String> names = new LinkedHashSet<>();
        after.last().categories().forEach(usage -> names.add(usage.category()));
        before.last().categories().forEach(usage -> names.add(usage.category()));
        List<CategoryChange> categories = new ArrayList<>();
        for (String name : names) {
            categories.add(change(before.last().category(name), after.last().category(name)));
        }
        categories.sort(Comparator.comparingLong(change -> rank(change.changeBytes())));
        return new MemoryComparison(
                List.copyOf(categories),
                change(before.last().total(), after.last().total()),
                sites(before.sites(), after.sites()),
                ResidentComparison.between(before.resident(), after.resident()));
    }

    private static CategoryChange change(CategoryUsage before, CategoryUsage after) {
        return new CategoryChange(
                after.category(),
                before.committed(),
                after.committed(),
                before.count(),
                after.count(),
                before.peakCommitted(),
                after.peakCommitted());
    }

    private static List<SiteChange> sites(List<RecordedSite> before, List<RecordedSite> after) {
        Map<List<Object>, RecordedSite> earlier = merged(before);
        Map<List<Object>, RecordedSite> later = merged(after);
        Set<List<Object>> keys = new LinkedHashSet<>(later.keySet());
        keys.addAll(earlier.keySet());
        List<SiteChange> changes = new ArrayList<>();
        for (List<Object> key : keys) {
            SiteChange change = change(earlier.get(key), later.get(key));
            if (change.changeBytes() != 0 || change.beforeCount != change.afterCount) {
                changes.add(change);
            }
        }
        changes.sort(Comparator.comparingLong(change -> rank(change.changeBytes())));
        return List.copyOf(changes);
    }

    /** One method may have several sites, on several lines. */
    private static Map<List<Object>, RecordedSite> merged(List<RecordedSite> sites) {
        Map<List<Object>, RecordedSite> merged = new HashMap<>();
        for (RecordedSite site : sites) {
            merged.merge(List.of(site.category(), site.methods()), site, MemoryComparison::sum);
        }
        return merged;
    }

    private static RecordedSite sum(RecordedSite one, RecordedSite other) {
        return new RecordedSite(
                one.category(),
                one.topFrame(),
                one.frames(),
                one.liveBytes() + other.liveBytes(),
                standardError(one, other),
                one.count() + other.count(),
                one.peakBytes() + other.peakBytes(),
                Math.max(one.oldestAgeNanos(), other.oldestAgeNanos()));
    }

    private static SiteChange change(RecordedSite before, RecordedSite after) {
        RecordedSite newest = after != null ? after : before;
        return new SiteChange(
                newest.category(),
                newest.topFrame(),
                newest.frames(),
                before == null ? 0 : before.liveBytes(),
                after == null ? 0 : after.liveBytes(),
                before == null ? 0 : before.count(),
                after == null ? 0 : after.count(),
                standardError(before, after));
    }

    /** Of the sum or the difference of two, which may be null. */
    private static long standardError(RecordedSite one, RecordedSite other) {
        double first = one == null ? 0 : (double) one.standardErrorBytes();
        double second = other == null ? 0 : (double) other.standardErrorBytes();
        return Math.round(Math.hypot(first, second));
    }

    /** Grown, the most first; shrunk, the most first; unchanged. */
    static long rank(long changeBytes) {
        return changeBytes > 0 ? -changeBytes : changeBytes == 0 ? Long.MAX_VALUE : Long.MAX_VALUE + changeBytes;
    }
}
