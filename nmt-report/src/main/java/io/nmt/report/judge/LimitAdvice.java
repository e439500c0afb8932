package io.nmt.report.judge;

import io.nmt.report.document.SafeText;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.ResidentReading;
import java.util.Comparator;
import java.util.List;

/**
 * Proposes limits from what was used at the most, with a margin that is named: as good as the load that the process has
 * seen. A pure function of a reading.
 */
public final class LimitAdvice {
    private static final long ENOUGH_MILLIS = 10 * 60_000;

    private LimitAdvice() {}

    /**
     * Proposes limits for the heap, for direct buffers and for the container, each for what does not grow.
     *
     * @param reading of now
     * @param earlier other readings, the oldest first; may be empty
     * @param growth statements of the judge; may be empty
     * @return lines, after an empty one
     */
    public static String of(ResidentReading reading, List<ResidentPoint> earlier, List<Statement> growth) {
        ResidentLines lines = new ResidentLines(reading, earlier, growth);
        List<Statement> growing = growing(growth);
        LimitText text = new LimitText().append("\nLimits for the load that this process has had\n");
        appendGrowing(text, growing);
        appendTooEarly(text, reading);
        long heapBytes = HeapLimit.propose(text, lines);
        DirectLimit.propose(text, lines, leaks(growth));
        if (growing.isEmpty()) {
            ContainerLimit.propose(text, lines, heapBytes);
        } else {
            ContainerLimit.unknown(text, lines);
        }
        return text.toString();
    }

    private static List<Statement> leaks(List<Statement> growth) {
        return growth.stream()
                .filter(statement ->
                        statement.kind() == Kind.LEAK && statement.subject().type() == SubjectType.SITE)
                .toList();
    }

    /** Returns those that grow beside the Java heap, leaks first; RSS only where they do not explain it. */
    private static List<Statement> growing(List<Statement> growth) {
        return growth.stream()
                .filter(each -> each.kind() == Kind.LEAK || each.kind() == Kind.GROWING)
                .filter(each -> each.evidence(Basis.EXPLAINED_PERCENT) < RssGrowth.EXPLAINED_PERCENT)
                .sorted(Comparator.comparing(Statement::kind)
                        .thenComparing(each -> each.subject().type()))
                .toList();
    }

    private static void appendGrowing(LimitText text, List<Statement> growing) {
        if (growing.isEmpty()) {
            return;
        }
        Statement first = growing.get(0);
        text.append("No limit is enough while this grows. Fix it first: ")
                .append(SafeText.name(first.subject().name()));
        if (isOfBytes(first)) {
            text.append(", +").bytes(first.perMinute()).append("/min");
        }
        text.append(growing.size() == 1 ? "" : ", and " + (growing.size() - 1) + " more")
                .append(".\n");
    }

    private static boolean isOfBytes(Statement statement) {
        return switch (statement.subject().type()) {
            case HANDLE, THREAD, LOADER, COUNT -> false;
            default -> true;
        };
    }

    private static void appendTooEarly(LimitText text, ResidentReading reading) {
        long up = reading.facts().jvm().upMillis();
        if (up > 0 && up < ENOUGH_MILLIS) {
            text.append("Too early to rely on them: the process is only ")
                    .append(Ages.format(up * 1_000_000))
                    .append(" old. Ask again under full load.\n");
        }
    }
}
