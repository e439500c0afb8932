package io.nmt.agent.pressure;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.report.reading.sources.Cgroup;
import io.nmt.report.reading.sources.CgroupReader;
import java.io.File;

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
        File process = new File(root + AddressSpace.OWN);
        CgroupReader reader = CgroupReader.of(Cgroup.of(process, process, root));
        return reader == null ? null : new CgroupGauge(reader);
    }
}
