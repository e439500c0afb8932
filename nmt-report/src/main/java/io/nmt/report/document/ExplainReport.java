package io.nmt.report.document;

import io.nmt.report.model.Ages;
import io.nmt.report.model.Basis;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import java.util.Comparator;
import java.util.List;

/** The answer in a dozen lines: the process, RSS against its limit, judgements, and where RSS is. Pure functions. */
public final class ExplainReport {
    private static final String RSS = "RSS";
    private static final int LARGEST_LINES = 4;
    private static final long MAX_MINUTES = 60L * 24 * 30;

    private ExplainReport() {}

    /**
     * A process.
     *
     * @param name its main class or jar
     * @param pid its id, as the reader knows it
     * @param jdk the version of its JDK
     * @param upNanos since its start
     * @param tracked since when it is tracked, in words; empty if from its start
     * @param memory where its RSS is; null where the system does not tell
     * @param limitBytes of its container; 0 if there is none, or it is unknown
     * @param outside whether it was read with nothing loaded into it
     */
    public record Subject(
            String name,
            long pid,
            String jdk,
            long upNanos,
            String tracked,
            ResidentMemory memory,
            long limitBytes,
            boolean outside) {}

    /**
     * Builds the report.
     *
     * @param subject the process
     * @param statements the most important first
     * @param nowMillis in milliseconds since 1970
     * @return a line on the process, one on RSS, one for each statement, and one on the largest parts of RSS; the two
     *     on RSS only where it is known
     */
    public static Report of(Subject subject, List<Statement> statements, long nowMillis) {
        boolean known = subject.memory != null;
        long minutes = known ? minutesToLimit(subject, statements) : -1;
        Facts facts = new Facts()
                .add("name", subject.name)
                .add("pid", subject.pid)
                .add("jdk", subject.jdk)
                .add("upMillis", subject.upNanos / 1_000_000)
                .add("outside", subject.outside ? true : null)
                .add("rssBytes", known ? subject.memory.rssBytes() : null)
                .add("limitBytes", subject.limitBytes > 0 ? subject.limitBytes : null)
                .add(
                        "countedBytes",
                        known && subject.memory.cgroup().isKnown()
                                ? subject.memory.cgroup().countedBytes()
                                : null)
                .add("minutesToLimit", minutes >= 0 ? minutes : null);
        String process = SafeText.name(subject.name) + ", process " + subject.pid + ": JDK "
                + SafeText.name(subject.jdk) + ", up " + Ages.format(subject.upNanos)
                + (subject.tracked.isEmpty() ? "" : ", tracked " + subject.tracked)
                + (subject.outside ? ", read from outside\n" : "\n");
        return new Report(
                List.of(
                        facts,
                        new Lines(known ? process + rss(subject, statements) + "\n" : process),
                        new Statements(statements),
                        new Lines(known ? parts(subject) + "\n" : "")),
                nowMillis);
    }

    private static String rss(Subject subject, List<Statement> statements) {
        long rss = subject.memory.rssBytes();
        long perMinute = perMinute(statements);
        CgroupMemory cgroup = subject.memory.cgroup();
        String growth = perMinute == 0 ? "" : ", +" + Amounts.format(perMinute) + "/min";
        if (subject.limitBytes == 0) {
            return "RSS " + Amounts.format(rss) + growth + ", no known container limit.";
        }
        if (cgroup.isKnown()) {
            return "RSS " + Amounts.format(rss) + growth + ". " + CgroupText.counted(cgroup)
                    + " count toward the container's limit"
                    + reached(
                            minutesToLimit(subject, statements), cgroup.countedBytes(), cgroup.get(CgroupFigure.LIMIT))
                    + ".";
        }
        return "RSS " + Amounts.format(rss) + growth + ", limit " + Amounts.format(subject.limitBytes)
                + reached(minutesToLimit(subject, statements), rss, subject.limitBytes) + ".";
    }

    private static String reached(long minutes, long bytes, long limitBytes) {
        return minutes < 0
                ? ""
                : minutes > MAX_MINUTES
                        ? ", not reached in a month"
                        : ", reached" + CgroupText.in(minutes, Math.round(100.0 * bytes / limitBytes));
    }

    /** Returns -1 where neither RSS nor the container's memory is known to grow. */
    private static long minutesToLimit(Subject subject, List<Statement> statements) {
        for (Statement statement : statements) {
            if (statement.evidence(Basis.FULL_IN_MINUTES) != Statement.UNKNOWN) {
                return statement.evidence(Basis.FULL_IN_MINUTES);
            }
        }
        long perMinute = perMinute(statements);
        if (perMinute > 0 && subject.memory.cgroup().isKnown()) {
            CgroupMemory cgroup = subject.memory.cgroup();
            return Math.max(0, cgroup.get(CgroupFigure.LIMIT) - cgroup.countedBytes()) / perMinute;
        }
        return perMinute == 0 || subject.limitBytes == 0
                ? -1
                : Math.max(0, subject.limitBytes - subject.memory.rssBytes()) / perMinute;
    }

    private static long perMinute(List<Statement> statements) {
        return statements.stream()
                .filter(statement -> statement.subject().type() == SubjectType.FIGURE
                        && statement.subject().name().equals(RSS))
                .mapToLong(Statement::perMinute)
                .findFirst()
                .orElse(0);
    }

    private static String parts(Subject subject) {
        ResidentMemory memory = subject.memory;
        List<ResidentLine> largest = memory.lines().stream()
                .filter(line -> line.residentBytes() > 0)
                .sorted(Comparator.comparingLong(ResidentLine::residentBytes).reversed())
                .toList();
        StringBuilder text = new StringBuilder("RSS is ");
        long rest = memory.rssBytes();
        int told = Math.min(LARGEST_LINES, largest.size());
        for (ResidentLine line : largest.subList(0, told)) {
            rest -= line.residentBytes();
            text.append(SafeText.name(line.component()))
                    .append(' ')
                    .append(Amounts.format(line.residentBytes()))
                    .append(", ");
        }
        return text.append(largest.size() - told)
                .append(" others ")
                .append(Amounts.format(Math.max(0, rest)))
                .append(subject.outside ? ". Next: 'nmt rss --outside PID'" : ". Next: 'nmt rss PID'")
                .toString();
    }
}
