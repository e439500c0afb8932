package io.nmt.report.document;

import io.nmt.report.model.Statement.Next;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The answer of a command as a value, of which renderers make what people and programs read. Immutable.
 *
 * @param sections in the order in which they are read
 * @param atMillis the moment of its figures, in milliseconds since 1970: of times of that day, the date is not told; 0
 *     if there are no times
 */
public record Report(List<Section> sections, long atMillis) {
    /** As it was built: copied. */
    public Report {
        sections = List.copyOf(sections);
    }

    /**
     * A report without times.
     *
     * @param sections as above
     */
    public Report(List<Section> sections) {
        this(sections, 0);
    }

    /**
     * The same report, for a reader who has typed some of its next steps.
     *
     * @param typed the steps that are left out
     * @return another report
     */
    public Report withoutNext(Predicate<Next> typed) {
        return new Report(
                sections.stream()
                        .map(section ->
                                section instanceof Statements judged ? (Section) judged.withoutNext(typed) : section)
                        .toList(),
                atMillis);
    }

    /** A part of a report. */
    public sealed interface Section permits Answer, Facts, Lines, Part, Plot, Statements, Table {}

    /**
     * The same with another section at the end.
     *
     * @param last the section
     * @return another report
     */
    public Report with(Section last) {
        return with(List.of(last));
    }

    /**
     * The same with more sections at the end.
     *
     * @param more the sections
     * @return another report
     */
    public Report with(List<Section> more) {
        List<Section> all = new ArrayList<>(sections);
        all.addAll(more);
        return new Report(all, atMillis);
    }
}
