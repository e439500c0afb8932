package io.nmt.agent.history;

import io.nmt.agent.pressure.CgroupFinder;
import io.nmt.agent.pressure.Gauge;
import io.nmt.agent.pressure.SmallFile;
import io.nmt.core.history.Figure;
import io.nmt.core.history.HistoryPoint;
import java.io.File;
import java.io.IOException;

/**
 * Reads what the system tells of this process, and the JVM of its heap: some microseconds, from files that stay open.
 * Not thread-safe.
 */
public final class ProcessFigures {
    private static final String STATUS = "/proc/self/status";
    private static final long BYTES_PER_KB = 1024;

    private final SmallFile status = open();
    private final Gauge cgroup = new CgroupFinder("").find();

    /** Opens the files, where there are such. */
    public ProcessFigures() {}

    private static SmallFile open() {
        try {
            return new SmallFile(new File(STATUS));
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
        return point.set(Figure.HEAP, heap).set(Figure.HEAP_USED, heap - runtime.freeMemory());
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
        point.set(Figure.RSS, bytes("VmRSS:"))
                .set(Figure.ANONYMOUS, bytes("RssAnon:"))
                .set(Figure.FILES, bytes("RssFile:") + Math.max(0, bytes("RssShmem:")))
                .set(Figure.SWAP, bytes("VmSwap:"))
                .set(Figure.THREADS, status.field("Threads:"));
    }

    private long bytes(String field) {
        long kilobytes = status.field(field);
        return kilobytes < 0 ? HistoryPoint.UNKNOWN : kilobytes * BYTES_PER_KB;
    }

    private void readCgroup(HistoryPoint.Builder point) {
        if (cgroup == null) {
            return;
        }
        try {
            long limit = cgroup.limitBytes();
            point.set(Figure.CGROUP, cgroup.usageBytes(0))
                    .set(Figure.LIMIT, limit == Long.MAX_VALUE ? HistoryPoint.UNKNOWN : limit);
        } catch (IOException e) {
            return; // unknown, then
        }
    }
}
