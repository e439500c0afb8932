package io.nmt.agent.pressure;

import io.nmt.report.model.Cause;
import io.nmt.report.reading.sources.ProcessStatus;
import io.nmt.report.reading.sources.SmallFile;
import java.io.File;
import java.io.IOException;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Writes what there was when the system has not given native memory: beside the limit that the process has, if there is
 * one, or else the machine's memory.
 */
final class RefusedReport extends ErrorReport {
    private static final File LIMITS = new File("/proc/self/limits");
    private static final File MACHINE = new File("/proc/meminfo");

    private final long requestedBytes;

    RefusedReport(Supplier<PressureEvidence> evidence, long requestedBytes, Throwable error, Thread failing) {
        super(evidence, error, failing);
        this.requestedBytes = requestedBytes;
    }

    @Override
    Crossing crossing(String details) {
        long addressSpace = SmallFile.field(LIMITS, "Max address space");
        if (addressSpace > 0) {
            return crossing("address space (ulimit -v)", own(ProcessStatus::addressBytes), addressSpace, details);
        }
        long data = SmallFile.field(LIMITS, "Max data size");
        if (data > 0) {
            return crossing("data (ulimit -d)", own(ProcessStatus::dataBytes), data, details);
        }
        long machine = SmallFile.field(MACHINE, "MemTotal:") << 10;
        return crossing(
                "memory of the machine",
                own(ProcessStatus::residentBytes),
                machine <= 0 ? Long.MAX_VALUE : machine,
                details);
    }

    private static long own(ToLongFunction<ProcessStatus> figure) {
        try (ProcessStatus status = new ProcessStatus()) {
            status.read();
            return figure.applyAsLong(status);
        } catch (IOException e) {
            return Crossing.UNKNOWN;
        }
    }

    private Crossing crossing(String limited, long usageBytes, long limitBytes, String details) {
        String description = "a request for " + requestedBytes + " bytes of native memory was refused; " + limited;
        return new Crossing(Cause.REFUSED, description, usageBytes, limitBytes, details, requestedBytes);
    }
}
