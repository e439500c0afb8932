package io.nmt.agent.pressure;

import java.io.File;
import java.io.IOException;

/** The process's resident memory, for machines on which it has no limit. */
final class ResidentGauge implements Gauge {
    private static final String FIELD = "VmRSS:";

    private final SmallFile status;
    private final long thresholdBytes;

    ResidentGauge(File status, long thresholdBytes) throws IOException {
        this.status = new SmallFile(status);
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
        long kilobytes = status.field(FIELD);
        if (kilobytes < 0) {
            throw new IOException("no " + FIELD + " in /proc/self/status");
        }
        return kilobytes << 10;
    }

    @Override
    public void close() throws IOException {
        status.close();
    }
}
