package io.nmt.agent.commands;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import io.nmt.core.categories.Category;
import io.nmt.core.report.Ages;
import io.nmt.core.sites.Leaks;
import io.nmt.core.sites.SiteUsage;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * What grows may be garbage: buffers that no code can reach are freed when the garbage collector finds them, and those that have
 * become old only when it looks at the whole heap.
 */
final class UncollectedBuffers {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long UNKNOWN = -1;

    // Whose blocks belong to objects that have cleaners.
    private static final List<Category> CLEANED =
            List.of(Category.DIRECT_BUFFER, Category.FOREIGN_MEMORY, Category.MAPPED_FILE);

    private UncollectedBuffers() {}

    /** A sentence if sites that grow may be such garbage; else nothing. */
    static String noteOn(Leaks leaks) {
        SiteUsage growing = first(leaks);
        if (growing == null) {
            return "";
        }
        long sinceNanos = sinceCollectionNanos();
        if (sinceNanos != UNKNOWN && sinceNanos < growing.oldestAgeNanos() / 2) {
            return ""; // what has lived so long has survived it
        }
        return growing.site().category()
                + " that grows may be garbage: such memory goes back once the garbage collector finds its"
                + " buffers unreachable"
                + (sinceNanos == UNKNOWN ? "" : ", and none of the whole heap has run for " + Ages.format(sinceNanos))
                + ". 'unreachable PID' runs one, and tells how much goes back.";
    }

    private static SiteUsage first(Leaks leaks) {
        List<SiteUsage> sites = new ArrayList<>(leaks.suspects());
        for (SiteUsage usage : leaks.holders()) {
            if (usage.growing() || (usage.judgedInNanos() > 0 && usage.growthBytesPerMinute() > 0)) {
                sites.add(usage);
            }
        }
        for (SiteUsage usage : sites) {
            for (Category category : CLEANED) {
                if (usage.site().category().equals(category.name())) {
                    return usage;
                }
            }
        }
        return null;
    }

    /**
     * How long ago the last collection of the whole heap ended; the JVM's age if there was none. Not known without the beans. G1
     * of JDK 17 does not tell of its concurrent cycles.
     */
    private static long sinceCollectionNanos() {
        try {
            long uptimeMillis = ManagementFactory.getRuntimeMXBean().getUptime();
            long lastMillis = 0;
            for (GarbageCollectorMXBean collector :
                    ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class)) {
                GcInfo info = isOfWholeHeap(collector.getName()) ? collector.getLastGcInfo() : null;
                if (info != null) {
                    lastMillis = Math.max(lastMillis, info.getEndTime());
                }
            }
            return Math.max(0, uptimeMillis - lastMillis) * NANOS_PER_MILLI;
        } catch (LinkageError | RuntimeException e) {
            return UNKNOWN;
        }
    }

    /** By the names of HotSpot's collectors. */
    static boolean isOfWholeHeap(String collector) {
        return collector.contains("Old")
                || collector.contains("Concurrent")
                || collector.contains("MarkSweep")
                || (collector.contains("Cycles") && !collector.contains("Minor"));
    }
}
