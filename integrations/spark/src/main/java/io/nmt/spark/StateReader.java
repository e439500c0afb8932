package io.nmt.spark;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.spark.ExecutorState.Held;
import io.nmt.spark.ExecutorState.HeldSite;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Reads this JVM's figures. To be used only once the agent is there. What it uses of nmt-core is what the agent has
 * given to the boot loader.
 */
final class StateReader {
    private static final int MOST_CATEGORIES = 5;
    private static final int MOST_SITES = 5;
    private static final int MOST_STATEMENTS = 5;

    private final String executor;

    StateReader(String executor) {
        this.executor = executor;
    }

    /** Bytes of each category that was ever used, in the order of reports. Takes microseconds. */
    Map<String, Long> categories() {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (CategoryUsage usage : NativeMemory.snapshot().categories()) {
            bytes.put(usage.category(), usage.committed());
        }
        return bytes;
    }

    /** All that the driver is told. Takes a millisecond or a few. */
    ExecutorState read(Evidence evidence) {
        Snapshot snapshot = NativeMemory.snapshot();
        List<SiteUsage> sites = NativeMemory.poolReading().owners(NativeMemory.sites());
        return new ExecutorState(
                executor,
                System.currentTimeMillis(),
                snapshot.total().committed(),
                largest(snapshot.categories()),
                foremost(sites),
                ProcessMemory.residentBytes(),
                ProcessMemory.limitBytes(),
                statements(),
                evidence.file(),
                evidence.summary(),
                "");
    }

    private static List<Held> largest(List<CategoryUsage> categories) {
        return categories.stream()
                .filter(usage -> usage.committed() > 0)
                .sorted(Comparator.comparingLong(CategoryUsage::committed).reversed())
                .limit(MOST_CATEGORIES)
                .map(usage -> new Held(usage.category(), usage.committed(), usage.count()))
                .toList();
    }

    /** The largest of all, and beside it those that grow. */
    private static List<HeldSite> foremost(List<SiteUsage> sites) {
        List<SiteUsage> inOrder = new ArrayList<>(sites);
        inOrder.sort(Comparator.comparingLong(SiteUsage::liveBytes).reversed());
        List<SiteUsage> foremost = new ArrayList<>();
        for (SiteUsage usage : inOrder) {
            if (foremost.size() < MOST_SITES && (foremost.size() < MOST_SITES / 2 + 1 || usage.growing())) {
                foremost.add(usage);
            }
        }
        return foremost.stream().map(StateReader::held).toList();
    }

    private static HeldSite held(SiteUsage usage) {
        return new HeldSite(
                usage.site().category(),
                usage.site().toString(),
                usage.liveBytes(),
                usage.standardErrorBytes(),
                usage.liveCount(),
                usage.growing() ? usage.growthBytesPerMinute() : 0);
    }

    /** Reads the judge's statements, the worst first; none if no MBean tells. */
    static List<String> statements() {
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            String[] all = (String[]) server.getAttribute(new ObjectName("io.nmt:type=Process"), "Statements");
            return Arrays.stream(all).limit(MOST_STATEMENTS).toList();
        } catch (JMException | RuntimeException e) {
            return List.of();
        }
    }
}
