package io.nmt.report.document;

import io.nmt.report.document.Report.Section;
import java.util.List;

/**
 * Lines for people alone: sentences, and call stacks. Immutable.
 *
 * @param parts strings, numbers of bytes, which are told in the unit that fits, {@link java.time.Instant}s and {@link
 *     Period}s; together lines, each ended by a line feed; names in them are {@linkplain SafeText safe}
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
     * @param parts as above
     * @return the lines
     */
    public static Lines of(Object... parts) {
        return new Lines(List.of(parts));
    }
}
