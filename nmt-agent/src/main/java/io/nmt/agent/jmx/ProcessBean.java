package io.nmt.agent.jmx;

import io.nmt.agent.history.ProcessFigures;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import io.nmt.core.model.Snapshot;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.StatementText;
import io.nmt.report.judge.Growth;
import io.nmt.report.judge.RecentGrowth;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.ZoneId;

/** The {@link ProcessMXBean}. */
final class ProcessBean implements ProcessMXBean {
    private static final long UNKNOWN = -1;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final String DIRECT = "direct";

    private final ProcessFigures figures = new ProcessFigures();

    private synchronized HistoryPoint now() {
        return figures.read(new HistoryPoint.Builder(0)).build();
    }

    private long now(HistoryFigure figure) {
        long value = now().get(figure);
        return value == HistoryPoint.UNKNOWN ? UNKNOWN : value;
    }

    @Override
    public long getRss() {
        return now(HistoryFigure.RSS);
    }

    @Override
    public long getCgroupUsed() {
        return now(HistoryFigure.CGROUP);
    }

    @Override
    public long getCgroupLimit() {
        return now(HistoryFigure.LIMIT);
    }

    @Override
    public long getUntracked() {
        Snapshot snapshot = NativeMemory.snapshot();
        HistoryPoint point = now();
        long anonymous = point.get(HistoryFigure.ANONYMOUS);
        if (anonymous == HistoryPoint.UNKNOWN) {
            return UNKNOWN;
        }
        long tracked = snapshot.total().committed()
                - snapshot.category(Category.MAPPED_FILE.name()).committed();
        return Math.max(0, anonymous - point.get(HistoryFigure.HEAP) - tracked);
    }

    @Override
    public long getDirectUsed() {
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            if (pool.getName().equals(DIRECT)) {
                return pool.getMemoryUsed();
            }
        }
        return UNKNOWN;
    }

    @Override
    public long getDirectLimit() {
        return TrackerReader.directLimitBytes();
    }

    @Override
    public long getLeakSuspects() {
        return count(Statement.Kind.LEAK);
    }

    @Override
    public long getGrowing() {
        return count(Statement.Kind.GROWING);
    }

    private static long count(Statement.Kind kind) {
        Growth growth = RecentGrowth.get();
        return growth == null ? UNKNOWN : growth.count(kind);
    }

    @Override
    public long getStatementsAge() {
        return RecentGrowth.get() == null ? UNKNOWN : RecentGrowth.ageNanos() / NANOS_PER_SECOND;
    }

    @Override
    public String[] getStatements() {
        Growth growth = RecentGrowth.get();
        if (growth == null) {
            return new String[0];
        }
        Times times = new Times(ZoneId.systemDefault(), System.currentTimeMillis());
        // Who reads them may have no command at hand, as where the process has ended since.
        return growth.statements().stream()
                .map(statement -> StatementText.of(statement.withNext(Statement.Next.NONE), times))
                .toArray(String[]::new);
    }
}
