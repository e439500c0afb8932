package io.nmt.report.document;

import io.nmt.report.model.Ages;
import io.nmt.report.model.Basis;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;

/** The words on the memory of a container. Pure functions. */
final class CgroupText {
    private static final long NANOS_PER_MINUTE = 60_000_000_000L;
    private static final long FULL_PERCENT = 100;
    private static final long MAX_MINUTES = 60L * 24 * 30;

    private CgroupText() {}

    /** Such as {@code 420 MB of 512 MB}. */
    static String counted(CgroupMemory cgroup) {
        return Amounts.format(cgroup.countedBytes()) + " of " + Amounts.format(cgroup.get(CgroupFigure.LIMIT));
    }

    static String amount(Statement statement) {
        long limit = statement.evidence(Basis.CONTAINER_BYTES);
        String percent = statement.evidence(Basis.LIMIT_PERCENT) + " %";
        String bytes = (statement.evidence(Basis.AT_MOST) == Statement.UNKNOWN ? "" : "at most ")
                + Amounts.format(statement.amount());
        return limit == Statement.UNKNOWN
                ? bytes + ", " + percent + " of the container's limit"
                : bytes + " of " + Amounts.format(limit) + " count toward a kill, " + percent;
    }

    static String sentence(Statement statement, Evidence evidence) {
        if (evidence.basis() == Basis.CHARGED_PERCENT) {
            return "With page cache " + evidence.value() + " % of the limit is in use"
                    + (statement.kind() == Kind.RECLAIMABLE ? ": no danger." : ".");
        }
        return evidence.value() > MAX_MINUTES
                ? ""
                : "The limit is reached" + in(evidence.value(), statement.evidence(Basis.LIMIT_PERCENT)) + ".";
    }

    /** The time until a limit, after a verb. */
    static String in(long minutes, long percent) {
        return percent >= FULL_PERCENT
                ? " now"
                : minutes == 0 ? " within a minute" : " in about " + Ages.format(minutes * NANOS_PER_MINUTE);
    }
}
