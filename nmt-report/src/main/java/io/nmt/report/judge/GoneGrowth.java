package io.nmt.report.judge;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.SubjectType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Growth that one process has and another one has not, as two recordings tell it. Pure functions. */
public final class GoneGrowth {
    private GoneGrowth() {}

    /**
     * Finds the leaks and growth of the first process that the second one does not have. Memory and handles of which
     * the second holds at least half are not gone, though they do not grow there.
     *
     * @param before the first
     * @param after the second
     * @param held by the second at its end
     * @return as the first had them at its end
     */
    public static List<Statement> of(JvmChange.Side before, JvmChange.Side after, MemoryReading held) {
        boolean isUnknown = isGrowthUnknown(after);
        Set<String> there = new HashSet<>();
        after.growth().forEach(statement -> there.add(SubjectKey.ofProgram(statement.subject())));
        return before.filtered(statement -> statement.kind() == Kind.LEAK || statement.kind() == Kind.GROWING).stream()
                .filter(statement -> statement.subject().type() != SubjectType.FIGURE)
                .filter(statement -> !there.contains(SubjectKey.ofProgram(statement.subject())))
                .filter(statement -> isUnknown || 2 * amount(held, statement) < statement.amount())
                .map(statement -> statement.withNext(Next.NONE))
                .toList();
    }

    /**
     * Tells whether it is not known what grows in a process.
     *
     * @param side the process
     * @return true of one that was too short, or tells nothing
     */
    public static boolean isGrowthUnknown(JvmChange.Side side) {
        return side.growth().stream()
                .allMatch(each -> each.subject().type() == SubjectType.PROCESS && each.kind() == Kind.UNKNOWN);
    }

    /** The bytes or handles of a statement's subject in another reading; 0 of what readings do not have. */
    private static long amount(MemoryReading reading, Statement statement) {
        String subject = SubjectKey.ofProgram(statement.subject());
        return switch (statement.subject().type()) {
            case SITE ->
                reading.owners().stream()
                        .filter(usage -> SubjectKey.ofProgram(LineGrowth.subject(usage.site(), 0))
                                .equals(subject))
                        .mapToLong(SiteUsage::liveBytes)
                        .sum();
            case CATEGORY ->
                reading.snapshot().categories().stream()
                        .filter(usage ->
                                usage.category().equals(statement.subject().name()))
                        .mapToLong(CategoryUsage::committed)
                        .sum();
            case HANDLE ->
                reading.handles().stream()
                        .filter(usage -> usage.sites().stream()
                                .map(each -> StoppedCounts.subject(SubjectType.HANDLE, usage.className(), each.site()))
                                .anyMatch(each -> SubjectKey.ofProgram(each).equals(subject)))
                        .mapToLong(HandleUsage::open)
                        .sum();
            default -> 0;
        };
    }
}
