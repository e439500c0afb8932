package io.nmt.report.document;

import java.util.ArrayList;
import java.util.List;

/**
 * The answer of a command as a value, of which {@link ReportText} and {@link ReportJson} make what people and programs
 * read. Immutable.
 *
 * @param sections in the order in which they are read
 * @param largestBytes the figure that the unit of all figures must suit; 0 if there are no bytes
 */
public record Report(List<Section> sections, long largestBytes) {
    /** As it was built: copied. */
    public Report {
        sections = List.copyOf(sections);
    }

    /** A part of a report. */
    public sealed interface Section permits Facts, Lines, Statements, Table {}

    /**
     * The same with another section at the end.
     *
     * @param last the section
     * @return another report
     */
    public Report with(Section last) {
        List<Section> all = new ArrayList<>(sections);
        all.add(last);
        return new Report(all, largestBytes);
    }
}
