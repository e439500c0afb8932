package io.nmt.report.document;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Report.Section;
import java.util.List;

/**
 * Lines for people alone: sentences, and call stacks. Immutable.
 *
 * @param parts strings, and numbers of bytes, which are told in the unit that fits; together lines, each ended by a
 *     line feed; names in them are {@linkplain SafeText safe}
 */
public record Lines(List<Object> parts) implements Section {
    /** As they were made: copied. */
    public Lines {
        parts = List.copyOf(parts);
    }

    /**
     * Lines without numbers of bytes.
     *
     * @param text lines, each ended by a line feed
     */
    public Lines(String text) {
        this(List.of(text));
    }

    /**
     * Lines of parts.
     *
     * @param parts strings and numbers of bytes
     * @return the lines
     */
    public static Lines of(Object... parts) {
        return new Lines(List.of(parts));
    }

    /** Writes them. */
    void appendTo(StringBuilder text, Scale scale) {
        for (Object part : parts) {
            text.append(part instanceof Number bytes ? Amounts.format(bytes.longValue(), scale) : part);
        }
    }
}
