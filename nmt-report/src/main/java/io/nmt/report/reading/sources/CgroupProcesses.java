package io.nmt.report.reading.sources;

import io.nmt.report.model.CgroupFigure;
import java.io.File;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/** Counts the processes of a cgroup and of those below it, beside the one that is asked about. */
final class CgroupProcesses {
    private static final int MOST_GROUPS = 200;
    private static final int MOST_PROCESSES = 2000;
    private static final File PROC = new File("/proc");

    private CgroupProcesses() {}

    /**
     * Adds their number and their resident memory; of more than {@link #MOST_PROCESSES} there is neither. A process
     * that this one cannot see, since it has other process ids, has no resident memory here.
     */
    static void add(File cgroup, long pid, Map<CgroupFigure, Long> figures) {
        Deque<File> groups = new ArrayDeque<>();
        groups.add(cgroup);
        long count = 0;
        long bytes = 0;
        boolean isThisThere = false;
        for (int seen = 0; !groups.isEmpty(); seen++) {
            File group = groups.remove();
            File[] below = group.listFiles(File::isDirectory);
            for (File each : below == null ? new File[0] : below) {
                groups.add(each);
            }
            for (String line : SmallFile.text(new File(group, "cgroup.procs")).split("\n")) {
                boolean isThis = line.equals(Long.toString(pid));
                isThisThere |= isThis;
                boolean isOther = !line.isEmpty() && !isThis;
                count += isOther ? 1 : 0;
                bytes += isOther ? residentBytes(line) : 0;
            }
            if (count > MOST_PROCESSES || seen > MOST_GROUPS) {
                return;
            }
        }
        // Without it the files are of other processes than those of the cgroup, or cannot be read.
        if (isThisThere) {
            figures.put(CgroupFigure.OTHERS, count);
            figures.put(CgroupFigure.OTHERS_RSS, bytes);
        }
    }

    private static long residentBytes(String pid) {
        try (ProcessStatus status = new ProcessStatus(new File(PROC, pid))) {
            status.read();
            return Math.max(0, status.residentBytes());
        } catch (IOException e) {
            return 0; // it has ended
        }
    }
}
