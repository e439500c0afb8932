package io.nmt.agent.pressure;

import io.nmt.report.model.Cause;
import io.nmt.report.reading.sources.ProcessStatus;
import java.io.IOException;

/** The process's resident memory, for machines on which it has no limit. */
final class ResidentGauge implements Gauge {
    private final ProcessStatus status;
    private final long thresholdBytes;

    ResidentGauge(ProcessStatus status, long thresholdBytes) {
        this.status = status;
        this.thresholdBytes = thresholdBytes;
    }

    @Override
    public Cause cause() {
        return Cause.THRESHOLD;
    }

    @Override
    public String description() {
        return "threshold of resident memory";
    }

    @Override
    public long limitBytes() {
        return thresholdBytes;
    }

    @Override
    public long usageBytes(long lowestOfInterest) throws IOException {
        status.read();
        long bytes = status.residentBytes();
        if (bytes == ProcessStatus.UNKNOWN) {
            throw new IOException("resident memory cannot be read");
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        status.close();
    }
}
