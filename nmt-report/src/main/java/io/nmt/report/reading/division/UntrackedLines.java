package io.nmt.report.reading.division;

import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Names the lines of a process without a tracker for what is known of them: what a tracker would have told apart is one
 * line. The sum stays. Pure functions.
 */
public final class UntrackedLines {
    private static final Set<Component> BY_TRACKER =
            EnumSet.of(Component.NATIVE_LIBRARIES, Component.MALLOC_OVERHEAD, Component.UNACCOUNTED);
    private static final Set<Component> BY_JVM =
            EnumSet.of(Component.METASPACE, Component.JVM_MALLOC, Component.JVM_MAPPINGS, Component.BEFORE_TRACKING);

    private UntrackedLines() {}

    /**
     * Renames and merges lines.
     *
     * @param lines of a {@link Waterfall} without tracked blocks
     * @param jvmAnswers false where the JVM has told nothing: its estimates are no lines then
     * @return lines that have together what {@code lines} have
     */
    public static List<ResidentLine> lines(List<ResidentLine> lines, boolean jvmAnswers) {
        List<ResidentLine> named = new ArrayList<>();
        Map<Component, ResidentLine> merged = new EnumMap<>(Component.class);
        for (ResidentLine line : lines) {
            Component kind = line.kind();
            if (BY_TRACKER.contains(kind) || (!jvmAnswers && BY_JVM.contains(kind))) {
                merged.merge(kind, line, UntrackedLines::sum);
            } else if (kind == Component.OTHER_FILES) {
                named.add(renamed(line, Component.MAPPED_FILES, line.accuracy(), ""));
            } else if (kind == Component.BEFORE_TRACKING) {
                named.add(renamed(line, Component.UNSAFE_BY_HOTSPOT, line.accuracy(), "includes direct buffers"));
            } else if (kind != Component.TRACKING) {
                named.add(line);
            }
        }
        ResidentLine rest = merged.values().stream()
                .reduce(UntrackedLines::sum)
                .orElse(new ResidentLine("", Component.OTHER_ANONYMOUS, 0, 0, 0, Accuracy.UNKNOWN, ""));
        String holders = jvmAnswers
                ? "buffers of Java code and memory of native libraries"
                : "the Java heap, the JVM's memory, buffers of Java code, memory of native libraries";
        named.add(renamed(rest, Component.OTHER_ANONYMOUS, Accuracy.UNKNOWN, holders));
        return named;
    }

    private static ResidentLine sum(ResidentLine one, ResidentLine other) {
        return new ResidentLine(
                one.component(),
                one.kind(),
                one.reservedBytes() + other.reservedBytes(),
                one.committedBytes() + other.committedBytes(),
                one.residentBytes() + other.residentBytes(),
                Accuracy.UNKNOWN,
                "");
    }

    private static ResidentLine renamed(ResidentLine line, Component kind, Accuracy accuracy, String note) {
        return new ResidentLine(
                kind.label(), kind, line.reservedBytes(), line.committedBytes(), line.residentBytes(), accuracy, note);
    }
}
