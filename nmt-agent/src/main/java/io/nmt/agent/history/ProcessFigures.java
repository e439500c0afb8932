package io.nmt.agent.history;

import io.nmt.agent.pressure.CgroupFinder;
import io.nmt.agent.pressure.Gauge;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.reading.sources.CodeCacheUsage;
import io.nmt.report.reading.sources.MetaspaceUsage;
import io.nmt.report.reading.sources.ProcessStatus;
import java.io.IOException;

/**
 * Reads what the system tells of this process, and the JVM of its heap: some microseconds, from files that stay open.
 * Not thread-safe.
 */
public final class ProcessFigures {
    private static final int MOST_VIEWS = 3; // of ZGC's heap, up to JDK 23

    private final ProcessStatus status = open();
    private final Gauge cgroup = new CgroupFinder("").find();
    private final MetaspaceUsage metaspace = new MetaspaceUsage();
    private final CodeCacheUsage code = new CodeCacheUsage();
    private final boolean isZgc = WholeHeapCollections.areOfZgc();

    /** Opens the files, where there are such. */
    public ProcessFigures() {
        OwnGrowth.measure(metaspace);
    }

    private static ProcessStatus open() {
        try {
            return new ProcessStatus();
        } catch (IOException e) {
            return null; // not Linux
        }
    }

    /**
     * Reads.
     *
     * @param point gets the figures that are known
     * @return the point
     */
    public HistoryPoint.Builder read(HistoryPoint.Builder point) {
        readStatus(point);
        readCgroup(point);
        Runtime runtime = Runtime.getRuntime();
        long heap = runtime.totalMemory();
        return point.set(HistoryFigure.HEAP, heap)
                .set(HistoryFigure.HEAP_USED, heap - runtime.freeMemory())
                .set(HistoryFigure.METASPACE, besideOwn(metaspace.committedBytes()))
                .set(HistoryFigure.CODE, code.usedBytes())
                .set(HistoryFigure.OWN, OwnGrowth.residentBytes());
    }

    /** RSS as it was read last; negative if unknown. */
    long residentBytes() {
        return status == null ? HistoryPoint.UNKNOWN : status.residentBytes();
    }

    /** Used of the code cache; negative if unknown. */
    long codeBytes() {
        return code.usedBytes();
    }

    /** The metaspace without classes of our commands, whose growth is not the application's. */
    private static long besideOwn(long metaspaceBytes) {
        return metaspaceBytes < 0 ? HistoryPoint.UNKNOWN : Math.max(0, metaspaceBytes - OwnGrowth.metaspaceBytes());
    }

    private void readStatus(HistoryPoint.Builder point) {
        if (status == null) {
            return;
        }
        try {
            status.read();
        } catch (IOException e) {
            return;
        }
        long heap = heap();
        // Both mean unknown by -1.
        point.set(HistoryFigure.RSS, status.residentBytes())
                .set(HistoryFigure.ANONYMOUS, status.anonymousBytes())
                .set(HistoryFigure.FILES, status.fileBytes() - Math.max(0, heap))
                .set(HistoryFigure.HEAP_RESIDENT, heap)
                .set(HistoryFigure.SWAP, status.swappedBytes())
                .set(HistoryFigure.THREADS, status.threads());
    }

    /** The heap of ZGC, which is shared memory, as often as it is mapped; unknown of another collector. */
    private long heap() {
        boolean isKnown = isZgc && status.sharedBytes() > 0;
        long most = MOST_VIEWS * Runtime.getRuntime().totalMemory();
        return isKnown ? Math.min(status.sharedBytes(), most) : HistoryPoint.UNKNOWN;
    }

    private void readCgroup(HistoryPoint.Builder point) {
        if (cgroup == null) {
            return;
        }
        try {
            long limit = cgroup.limitBytes();
            point.set(HistoryFigure.CGROUP, cgroup.usageBytes(0))
                    .set(HistoryFigure.LIMIT, limit == Long.MAX_VALUE ? HistoryPoint.UNKNOWN : limit);
        } catch (IOException e) {
            return; // unknown, then
        }
    }
}
