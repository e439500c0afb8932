package io.nmt.agent.pressure;

import io.nmt.report.reading.sources.SmallFile;
import java.io.File;
import java.io.IOException;

/**
 * The memory of a cgroup against its limit, v1 or v2.
 *
 * <p>Usage is what the kernel charges less {@code inactive_file}, which is what Kubernetes calls the working set: pages
 * of files that were not used lately are given back before anybody is killed, and after much reading of files they
 * would fill any limit.
 */
final class CgroupGauge implements Gauge {
    // v1 says "none" by the largest number of whole pages.
    private static final long NO_LIMIT = 1L << 62;

    private final File directory;
    private final String inactive;
    private final SmallFile usage;
    private final SmallFile limit;
    private final SmallFile stat;

    private CgroupGauge(File directory, String usage, String limit, String inactive) throws IOException {
        this.directory = directory;
        this.inactive = inactive;
        this.usage = new SmallFile(new File(directory, usage));
        this.limit = new SmallFile(new File(directory, limit));
        this.stat = new SmallFile(new File(directory, "memory.stat"));
    }

    static CgroupGauge v1(File directory) throws IOException {
        return new CgroupGauge(directory, "memory.usage_in_bytes", "memory.limit_in_bytes", "total_inactive_file ");
    }

    static CgroupGauge v2(File directory) throws IOException {
        return new CgroupGauge(directory, "memory.current", "memory.max", "inactive_file ");
    }

    @Override
    public Cause cause() {
        return Cause.CGROUP;
    }

    @Override
    public String description() {
        return "cgroup limit of " + directory;
    }

    @Override
    public long limitBytes() throws IOException {
        limit.read();
        long bytes = limit.number();
        return bytes < 0 || bytes >= NO_LIMIT ? Long.MAX_VALUE : bytes;
    }

    /** The statistics cost more than the rest, and are not needed below. */
    @Override
    public long usageBytes(long lowestOfInterest) throws IOException {
        usage.read();
        long charged = usage.number();
        if (charged < 0) {
            throw new IOException("no number in " + directory);
        }
        if (charged <= lowestOfInterest) {
            return charged;
        }
        stat.read();
        return Math.max(0, charged - Math.max(0, stat.field(inactive)));
    }

    @Override
    public void close() throws IOException {
        usage.close();
        limit.close();
        stat.close();
    }
}
