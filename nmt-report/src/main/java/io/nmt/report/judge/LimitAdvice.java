package io.nmt.report.judge;

import io.nmt.report.model.Ages;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.ResidentReading;
import java.util.List;

/**
 * Proposes limits from what was used at the most, with a margin that is named: as good as the load that the process has
 * seen. A pure function of a reading.
 */
public final class LimitAdvice {
    private static final long ENOUGH_MILLIS = 10 * 60_000;

    private LimitAdvice() {}

    /**
     * Proposes limits for the heap, for direct buffers and for the container.
     *
     * @param reading of now
     * @param earlier other readings, the oldest first; may be empty
     * @param growth statements of the judge: no limit is enough for what grows; may be empty
     * @return lines, after an empty one
     */
    public static String of(ResidentReading reading, List<ResidentPoint> earlier, List<Statement> growth) {
        ResidentLines lines = new ResidentLines(reading, earlier, growth);
        LimitText text = new LimitText().append("\nLimits for the load that this process has had\n");
        appendTooEarly(text, reading);
        long heapBytes = HeapLimit.propose(text, lines);
        DirectLimit.propose(text, lines, leaks(growth));
        ContainerLimit.propose(text, lines, heapBytes, leaks(growth), growing(growth));
        return text.toString();
    }

    private static List<Statement> leaks(List<Statement> growth) {
        return growth.stream()
                .filter(statement ->
                        statement.kind() == Kind.LEAK && statement.subject().type() == SubjectType.SITE)
                .toList();
    }

    /** Returns the first that grows beside the Java heap; null if none does. */
    private static Statement growing(List<Statement> growth) {
        return growth.stream()
                .filter(each -> each.kind() == Kind.LEAK || each.kind() == Kind.GROWING)
                .filter(each -> each.subject().type() != SubjectType.FIGURE)
                .findFirst()
                .orElse(null);
    }

    private static void appendTooEarly(LimitText text, ResidentReading reading) {
        long up = reading.facts().jvm().upMillis();
        if (up > 0 && up < ENOUGH_MILLIS) {
            text.append("Too early to rely on them: the process runs for only ")
                    .append(Ages.format(up * 1_000_000))
                    .append(". Ask again under full load.\n");
        }
    }
}
