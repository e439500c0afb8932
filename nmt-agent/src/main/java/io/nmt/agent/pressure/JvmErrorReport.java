package io.nmt.agent.pressure;

import io.nmt.report.model.Cause;
import io.nmt.report.reading.sources.ProcessStatus;
import io.nmt.report.reading.sources.SmallFile;
import java.io.File;
import java.io.IOException;
import java.util.function.Supplier;

/** Writes what there was when the JVM itself made an OutOfMemoryError: of objects, or of a thread. */
final class JvmErrorReport extends ErrorReport {
    private static final File LIMITS = new File("/proc/self/limits");

    private final boolean ofHeap;

    JvmErrorReport(Supplier<PressureEvidence> evidence, boolean ofHeap, OutOfMemoryError error, Thread failing) {
        super(evidence, error, failing);
        this.ofHeap = ofHeap;
    }

    @Override
    Crossing crossing(String details) {
        if (!ofHeap) {
            return new Crossing(Cause.THREAD, threads(), ProcessStatus.residentNow(), Long.MAX_VALUE, details, 0);
        }
        Runtime runtime = Runtime.getRuntime();
        long used = runtime.totalMemory() - runtime.freeMemory();
        return new Crossing(Cause.HEAP, "Java heap (-Xmx), afterwards", used, runtime.maxMemory(), details, 0);
    }

    /** The limits of threads; where none is reached, it is memory, or the system's limit. */
    private static String threads() {
        long own = ProcessStatus.threadsNow();
        StringBuilder text = new StringBuilder("thread refused, at ")
                .append(own == ProcessStatus.UNKNOWN ? "an unknown number" : Long.toString(own))
                .append(" of this process");
        long most = SmallFile.field(LIMITS, "Max processes");
        if (most > 0) {
            text.append("; a user may have ").append(most).append(" (ulimit -u)");
        }
        long inGroup = number("/sys/fs/cgroup/pids.max", "/sys/fs/cgroup/pids/pids.max");
        if (inGroup > 0) {
            text.append("; its cgroup ").append(inGroup).append(" (pids.max)");
        }
        long inSystem = number("/proc/sys/kernel/threads-max");
        if (inSystem > 0) {
            text.append("; the system ").append(inSystem).append(" (kernel.threads-max)");
        }
        return text.toString();
    }

    /** The number in the first of these files that has one; less than 0 if none has, as where there is no limit. */
    private static long number(String... paths) {
        long number = -1;
        for (int i = 0; i < paths.length && number < 0; i++) {
            try (SmallFile file = new SmallFile(new File(paths[i]))) {
                file.read();
                number = file.number();
            } catch (IOException e) {
                number = -1;
            }
        }
        return number;
    }
}
