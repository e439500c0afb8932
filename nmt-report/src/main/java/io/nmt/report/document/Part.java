package io.nmt.report.document;

import io.nmt.report.document.Report.Section;
import java.util.List;

/**
 * A part of a report: an object of its own for programs; people read its sections as those of the whole. Immutable.
 *
 * @param key the name of the object; empty for sections that people alone read
 * @param sections of the part
 */
public record Part(String key, List<Section> sections) implements Section {
    /** As it was built: copied. */
    public Part {
        sections = List.copyOf(sections);
    }
}
