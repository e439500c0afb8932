package io.nmt.agent.jmx;

import io.nmt.agent.history.ProcessFigures;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import io.nmt.core.model.Snapshot;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** What {@link ProcessMXBean} says. */
final class ProcessBean implements ProcessMXBean {
    private static final long UNKNOWN = -1;
    private static final String DIRECT = "direct";

    private final ProcessFigures figures = new ProcessFigures();
    private final SuspectCount suspects = new SuspectCount();

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
        return suspects.get();
    }
}
