package io.nmt.agent.pressure;

import io.nmt.report.model.Cause;
import io.nmt.report.reading.sources.CgroupReader;
import java.io.IOException;

/** The memory of a cgroup that counts toward a kill, against its limit: see {@link CgroupReader}. */
final class CgroupGauge implements Gauge {
    private final CgroupReader reader;

    CgroupGauge(CgroupReader reader) {
        this.reader = reader;
    }

    /** The files behind it. */
    CgroupReader reader() {
        return reader;
    }

    @Override
    public Cause cause() {
        return Cause.CGROUP;
    }

    @Override
    public String description() {
        return "cgroup limit of " + reader.directory();
    }

    @Override
    public long limitBytes() throws IOException {
        return reader.limitBytes();
    }

    @Override
    public long usageBytes(long lowestOfInterest) throws IOException {
        return reader.countedBytes(lowestOfInterest);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
