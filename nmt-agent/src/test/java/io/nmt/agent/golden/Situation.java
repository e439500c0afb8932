package io.nmt.agent.golden;

import io.nmt.core.model.Details;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.past.History;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.ResidentReading;
import java.time.Duration;
import java.util.List;

/**
 * All that is read of one process at {@link Fixed#NOW}.
 *
 * @param name of its folder of golden files
 * @param snapshot of categories
 * @param details of pools, files, streams and threads
 * @param sites that hold live bytes, the largest first
 * @param leaks among them, by line
 * @param pools and their buffers
 * @param handles by class
 * @param sampling of sites
 * @param resident memory
 * @param earlier readings of it, the oldest first
 * @param history of the process
 */
public record Situation(
        String name,
        Snapshot snapshot,
        Details details,
        List<SiteUsage> sites,
        LeaksByLine leaks,
        PoolReading pools,
        List<HandleUsage> handles,
        Sampling sampling,
        ResidentReading resident,
        List<ResidentMemory> earlier,
        History history) {
    @Override
    public String toString() {
        return name;
    }

    /** The earlier readings as the history keeps them. */
    public List<ResidentPoint> points() {
        return earlier.stream().map(this::point).toList();
    }

    private ResidentPoint point(ResidentMemory memory) {
        long nanosAgo =
                Duration.between(memory.time(), resident.memory().time()).toNanos();
        return ResidentPoint.of(
                memory,
                resident.facts().nanoTime() - nanosAgo,
                resident.livedBytes(),
                resident.facts().mappings());
    }
}
