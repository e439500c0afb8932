package io.nmt.report.judge;

import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.Rising;
import java.util.List;

/** Judges growth of what counts toward the container's limit, where RSS does not explain most of it. Pure functions. */
final class ContainerGrowth {
    /** The name of all memory of a container. */
    static final String NAME = "Container memory";

    private static final int MOST_DIVISOR = 2; // a half

    /** Kernel memory goes with page cache: a little growth of both is no one's. */
    private static final int LEAST_OF_LIMIT_DIVISOR = 20; // a twentieth

    private static final long MOST_NEEDED_BYTES = 32L << 20;

    private ContainerGrowth() {}

    /** One statement, or none. */
    static List<Statement> of(HistoryReading history) {
        Rising container = history.rising(HistoryFigure.CGROUP);
        Rising rss = history.rising(HistoryFigure.RSS);
        long perMinute = container == null ? 0 : container.rise().bytesPerMinute();
        long explained = rss == null ? 0 : rss.rise().bytesPerMinute();
        long limit = history.figures().last(HistoryFigure.LIMIT); // without one, it may be all of a machine
        if (container == null || limit <= 0 || explained >= perMinute / MOST_DIVISOR) {
            return List.of();
        }
        if (container.rise().bytes() < Math.min(MOST_NEEDED_BYTES, limit / LEAST_OF_LIMIT_DIVISOR)) {
            return List.of();
        }
        Evidence byRss = new Evidence(Basis.EXPLAINED_PERCENT, 100 * explained / Math.max(1, perMinute));
        Subject subject = new Subject(SubjectType.FIGURE, NAME, "", 0);
        return List.of(GrowthJudge.of(Kind.GROWING, subject, container, List.of(byRss), Next.RSS));
    }
}
