package io.nmt.report.model;

import java.util.Objects;

/**
 * One line of the waterfall: memory of one kind. Immutable.
 *
 * @param component what it is, in the words of {@link Component} or a category's name
 * @param kind what it is; several lines may be of one kind, such as the JVM's malloc by purpose
 * @param reservedBytes address space; 0 where it lies within that of other lines
 * @param committedBytes of it, what may be used: accessible pages, or for what is allocated in blocks the bytes
 *     requested
 * @param residentBytes what is in memory
 * @param accuracy of {@code residentBytes}
 * @param note what else is known, in words; empty if nothing
 */
public record ResidentLine(
        String component,
        Component kind,
        long reservedBytes,
        long committedBytes,
        long residentBytes,
        Accuracy accuracy,
        String note) {
    /**
     * A line.
     *
     * @throws NullPointerException for no name, kind, accuracy or note
     */
    public ResidentLine {
        Objects.requireNonNull(component, "component");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(accuracy, "accuracy");
        Objects.requireNonNull(note, "note");
    }

    /**
     * The same with another note.
     *
     * @param other in words; empty for none
     * @return another line
     */
    public ResidentLine withNote(String other) {
        return new ResidentLine(component, kind, reservedBytes, committedBytes, residentBytes, accuracy, other);
    }
}
