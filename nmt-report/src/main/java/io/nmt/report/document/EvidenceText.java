package io.nmt.report.document;

import io.nmt.core.model.Scale;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;

/** The sentences of what a judgement rests on, each with a space before it. */
final class EvidenceText {
    private EvidenceText() {}

    static void append(StringBuilder text, Statement.Evidence evidence, Statement statement, Times times) {
        long value = evidence.value();
        switch (evidence.basis()) {
            case SURVIVED_COLLECTIONS, COLLECTIONS_BEFORE_IT_GREW, COLLECTIONS_UNKNOWN ->
                appendCollections(text, evidence);
            case YOUNGER_THAN_NANOS ->
                text.append(" All its blocks are younger than ")
                        .append(Ages.format(value))
                        .append('.');
            case SINCE_COLLECTION ->
                appendSince(text, StatementText.isCount(statement) ? Scale.group(value) : Amounts.format(value));
            case MAY_BE_CACHE -> text.append(" A cache that fills grows likewise.");
            case EXPLAINED_PERCENT -> appendExplained(text, value, statement);
            case TRACKED_PERCENT -> {
                if (value > 0) {
                    text.append(
                                    hasHeap(statement)
                                            ? " Tracked memory and the Java heap explain "
                                            : " Tracked memory and a larger Java heap explain ")
                            .append(value >= 100 ? "all" : value + " %")
                            .append(" of it.");
                } else if (!hasHeap(statement)) {
                    text.append(" Nothing that is tracked explains it.");
                }
            }
            case HEAP_FIRST_USED_BYTES ->
                text.append(" The Java heap was used for the first time: ")
                        .append(Amounts.format(value))
                        .append(" of it.");
            case CLASSES_AND_CODE_BYTES ->
                text.append(" Class metadata and compiled code: ")
                        .append(Amounts.format(value))
                        .append(" of it.");
            case FILE_PAGES_BYTES ->
                text.append(" Pages of files: at most ")
                        .append(Amounts.format(value))
                        .append(" of it.");
            case COMMANDS_BYTES ->
                text.append(" nmt's own commands hold ")
                        .append(Amounts.format(value))
                        .append(" more.");
            case PART_BYTES ->
                text.append(' ')
                        .append(SafeText.name(evidence.name()))
                        .append(" grew most: ")
                        .append(Amounts.format(value))
                        .append(" of it.");
            case STACKS -> text.append(" From ").append(Scale.group(value)).append(" call stacks.");
            case MOST_FROM_PERCENT ->
                text.append(" About ")
                        .append(value)
                        .append(" % of its growth is from ")
                        .append(SafeText.name(evidence.name()))
                        .append('.');
            case NO_LINE_ROSE ->
                text.append(
                        value == 0
                                ? " Its line of code is unknown: none was sampled."
                                : " Its line of code is unknown: none of " + Scale.group(value) + " rose with it.");
            case MORE ->
                text.append(' ')
                        .append(Amounts.format(value))
                        .append(" more than ")
                        .append(Ages.format(statement.evidence(Basis.MORE_IN_NANOS)))
                        .append(" ago, start unknown.");
            case CHANGED_BY_COLLECTOR, CHANGED_BY_ARCHIVE, CHANGED_BY_JDK, CHANGED_HEAP ->
                text.append(' ')
                        .append(SafeText.name(evidence.name()))
                        .append(": ")
                        .append(Amounts.change(value))
                        .append('.');
            case CHANGED_BY_GROWTH ->
                text.append(" Growth within B: ").append(Amounts.change(value)).append('.');
            case HEAP_LIMIT_BEFORE ->
                text.append(" The heap's limit was ")
                        .append(Amounts.format(value))
                        .append('.');
            case HEAP_LIMIT_AFTER ->
                text.append(" It is ").append(Amounts.format(value)).append('.');
            case GREW_UNTIL_MILLIS -> appendGrew(text, value, statement, times);
            case DELETED_BYTES, CLEAN_BYTES, CHANGED_BYTES, SHARED_BYTES, PRIVATE_BYTES ->
                text.append(' ').append(ResidentText.sentence(statement, evidence, times));
            case MAY_HOLD_PER_MINUTE -> appendUnexplained(text, value);
            default -> {}
        }
    }

    private static void appendExplained(StringBuilder text, long percent, Statement statement) {
        boolean isCategory = statement.subject().type() == SubjectType.CATEGORY;
        String by = isCategory
                ? " Its lines of code"
                : hasHeap(statement) ? " The statements above and the heap's first use" : " The statements above";
        if (percent == 0) {
            text.append(hasHeap(statement) ? "" : " Nothing that is tracked explains it.");
        } else if (percent >= 100 && !isCategory) {
            text.append(by).append(" may explain all of it.");
        } else {
            text.append(by)
                    .append(isCategory ? " explain " : " explain at most ")
                    .append(Math.min(percent, 100))
                    .append(" % of it.");
        }
    }

    private static boolean hasHeap(Statement statement) {
        return statement.evidence(Basis.HEAP_FIRST_USED_BYTES) != Statement.UNKNOWN;
    }

    static void appendCollections(StringBuilder text, Statement.Evidence evidence) {
        long value = evidence.value();
        switch (evidence.basis()) {
            case SURVIVED_COLLECTIONS ->
                text.append(" Survived ")
                        .append(Scale.group(value))
                        .append(value == 1 ? " full collection." : " full collections.");
            case COLLECTIONS_BEFORE_IT_GREW ->
                text.append(
                        value == 0
                                ? " May be garbage: no full collection since."
                                : " May be garbage: too few full collections since.");
            default -> text.append(" May be garbage: full collections are unknown.");
        }
    }

    static void appendGrew(StringBuilder text, long untilMillis, Statement statement, Times times) {
        long before = statement.maybeBeforeMillis();
        text.append(" Grew from ")
                .append(times.format(before == Statement.UNKNOWN ? statement.sinceMillis() : before))
                .append(before == Statement.UNKNOWN ? "" : " (attach) or before")
                .append(" to ")
                .append(times.format(untilMillis))
                .append('.');
    }

    static void appendUnexplained(StringBuilder text, long bytesPerMinute) {
        text.append(" RSS grows by ").append(Amounts.format(bytesPerMinute)).append("/min that nothing else explains.");
    }

    static void appendSince(StringBuilder text, String amount) {
        text.append(" Since then ").append(amount).append(" more, which may be garbage.");
    }
}
