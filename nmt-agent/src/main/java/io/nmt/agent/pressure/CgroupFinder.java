package io.nmt.agent.pressure;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.report.reading.sources.Cgroup;
import java.io.File;
import java.io.IOException;

/** Finds the cgroup whose limit the process meets first: of its own and those above, the one with the smallest. */
public final class CgroupFinder {
    private final String root;

    /**
     * Looks below a directory instead of {@code /}.
     *
     * @param root empty, or a path without a slash at its end
     */
    public CgroupFinder(String root) {
        this.root = root;
    }

    /**
     * Looks for it.
     *
     * @return null if there is no limit, or no cgroup
     */
    public Gauge find() {
        try {
            File process = new File(root + AddressSpace.OWN);
            return smallest(Cgroup.of(process, process, root));
        } catch (IOException e) {
            return null;
        }
    }

    private static Gauge smallest(Cgroup cgroup) throws IOException {
        Gauge smallest = null;
        long smallestBytes = Long.MAX_VALUE;
        for (File directory : cgroup.directories()) {
            Gauge gauge = open(directory, cgroup.v1());
            long bytes = gauge == null ? Long.MAX_VALUE : gauge.limitBytes();
            if (bytes < smallestBytes) {
                close(smallest);
                smallest = gauge;
                smallestBytes = bytes;
            } else {
                close(gauge);
            }
        }
        return smallest;
    }

    /** The topmost has no limit, and no file for it. */
    private static Gauge open(File directory, boolean v1) {
        try {
            return v1 ? CgroupGauge.v1(directory) : CgroupGauge.v2(directory);
        } catch (IOException e) {
            return null;
        }
    }

    private static void close(Gauge gauge) throws IOException {
        if (gauge != null) {
            gauge.close();
        }
    }
}
