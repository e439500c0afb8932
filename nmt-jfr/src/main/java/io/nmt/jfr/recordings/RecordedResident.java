package io.nmt.jfr.recordings;

import java.time.Instant;
import java.util.List;

/**
 * Where the resident memory of a process was, as a recording tells. Immutable.
 *
 * @param time of the reading
 * @param rssBytes resident set size, to which the lines add up
 * @param lines in the order of a report
 */
public record RecordedResident(Instant time, long rssBytes, List<Line> lines) {
    /** As it was read: copied. */
    public RecordedResident {
        lines = List.copyOf(lines);
    }

    /**
     * Memory of one kind.
     *
     * @param component its name
     * @param reservedBytes address space; 0 where it lies within that of other lines
     * @param committedBytes what of it may be used
     * @param residentBytes what is in memory
     * @param accuracy of the resident bytes: {@code exact}, {@code at most} or {@code estimate}
     */
    public record Line(
            String component, long reservedBytes, long committedBytes, long residentBytes, String accuracy) {}

    /**
     * A line.
     *
     * @param component its name
     * @return the line, or one without bytes if there is none of that name
     */
    public Line line(String component) {
        for (Line line : lines) {
            if (line.component.equals(component)) {
                return line;
            }
        }
        return new Line(component, 0, 0, 0, "exact");
    }
}
