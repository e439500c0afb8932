package io.nmt.jfr.recordings;

import io.nmt.core.rss.Component;
import io.nmt.jfr.recordings.RecordedResident.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What differs between the last readings of resident memory of two recordings. Immutable.
 *
 * @param components every component that either has: those that grew, the most grown first; those that shrank, the most
 *     shrunk first; those that did not change. Their changes add up to that of RSS
 * @param rss resident set size
 * @param beforeTime of the first reading
 * @param afterTime of the second
 */
public record ResidentComparison(List<Change> components, Change rss, Instant beforeTime, Instant afterTime) {
    /** As it was made: copied. */
    public ResidentComparison {
        components = List.copyOf(components);
    }

    /**
     * Two figures of one component. Bytes are resident bytes.
     *
     * @param component its name
     * @param beforeBytes in the first recording
     * @param afterBytes in the second
     * @param accuracy of the latter: {@code exact}, {@code at most} or {@code estimate}
     */
    public record Change(String component, long beforeBytes, long afterBytes, String accuracy) {
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
     * Compares two readings.
     *
     * @param before the first; may be null
     * @param after the second; may be null
     * @return the changes from the first to the second, or null if one of them is
     */
    static ResidentComparison between(RecordedResident before, RecordedResident after) {
        if (before == null || after == null) {
            return null;
        }
        Set<String> names = new LinkedHashSet<>();
        after.lines().forEach(line -> names.add(line.component()));
        before.lines().forEach(line -> names.add(line.component()));
        List<Change> changes = new ArrayList<>();
        for (String name : names) {
            Line line = after.line(name);
            changes.add(new Change(name, before.line(name).residentBytes(), line.residentBytes(), line.accuracy()));
        }
        changes.sort(Comparator.comparingLong(change -> MemoryComparison.rank(change.changeBytes())));
        return new ResidentComparison(
                changes,
                new Change(Component.RSS, before.rssBytes(), after.rssBytes(), "exact"),
                before.time(),
                after.time());
    }
}
