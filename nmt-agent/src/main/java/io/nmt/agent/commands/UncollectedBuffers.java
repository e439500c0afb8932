package io.nmt.agent.commands;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import io.nmt.core.model.Ages;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.SiteUsage;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What grows may be garbage: buffers that no code can reach are freed when the garbage collector finds them, and those
 * that have become old only when it looks at the whole heap.
 */
final class UncollectedBuffers {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private UncollectedBuffers() {}

    /**
     * The last collection of the whole heap.
     *
     * @param nanosAgo when it ended; the JVM's age if there was none; negative if that is not known
     * @param allTold whether the JVM tells of all: G1 before JDK 20 does not of its concurrent cycles, which find such
     *     garbage, too
     */
    record Collection(long nanosAgo, boolean allTold) {
        static final Collection UNKNOWN = new Collection(-1, false);

        private String words() {
            if (nanosAgo < 0) {
                return "";
            }
            return allTold
                    ? ", and none of the whole heap has run for " + Ages.format(nanosAgo)
                    : ", and no full one has run for " + Ages.format(nanosAgo)
                            + " (of concurrent ones this JVM does not tell)";
        }
    }

    /**
     * A site that grows, or may do so.
     *
     * @param category of its blocks
     * @param freedBy what gives them back
     * @param oldestAgeNanos of these blocks
     */
    record Growing(String category, FreedBy freedBy, long oldestAgeNanos) {}

    /** A sentence if sites that grow may be such garbage, or if that cannot be told; else nothing. */
    static String noteOn(Leaks leaks) {
        List<SiteUsage> usages = new ArrayList<>(leaks.suspects());
        for (SiteUsage usage : leaks.holders()) {
            if (usage.growing() || (usage.judgedInNanos() > 0 && usage.growthBytesPerMinute() > 0)) {
                usages.add(usage);
            }
        }
        List<Growing> sites = new ArrayList<>();
        for (SiteUsage usage : usages) {
            sites.add(new Growing(usage.site().category(), usage.site().freedBy(), usage.oldestAgeNanos()));
        }
        return noteOn(sites, lastCollection());
    }

    static String noteOn(List<Growing> sites, Collection last) {
        String garbage = categories(sites, FreedBy.COLLECTOR, last);
        String unknown = categories(sites, FreedBy.UNKNOWN, last);
        StringBuilder note = new StringBuilder();
        if (!garbage.isEmpty()) {
            note.append(garbage)
                    .append(" that grows may be garbage: such memory goes back once the garbage collector finds"
                            + " unreachable"
                            + " what it belongs to")
                    .append(last.words())
                    .append(". ");
        }
        if (!unknown.isEmpty()) {
            note.append("Whether ")
                    .append(unknown)
                    .append(" that grows may be garbage cannot be told: what belongs to a MappedByteBuffer or"
                            + " to an automatic"
                            + " arena goes back once the garbage collector finds that unreachable")
                    .append(last.words())
                    .append("; what belongs to another arena only when that is closed. ");
        }
        return note.isEmpty()
                ? ""
                : note.append("'unreachable PID' runs a full collection, and tells how much goes back.")
                        .toString();
    }

    /** Whose sites grow and are freed so, unless they have survived a collection of the whole heap. */
    private static String categories(List<Growing> sites, FreedBy freedBy, Collection last) {
        Set<String> categories = new LinkedHashSet<>();
        for (Growing site : sites) {
            boolean survived = last.nanosAgo() >= 0 && last.nanosAgo() < site.oldestAgeNanos() / 2;
            if (site.freedBy() == freedBy && !survived) {
                categories.add(site.category());
            }
        }
        return String.join(", ", categories);
    }

    private static Collection lastCollection() {
        try {
            long uptimeMillis = ManagementFactory.getRuntimeMXBean().getUptime();
            long lastMillis = 0;
            boolean g1 = false;
            boolean concurrent = false;
            for (GarbageCollectorMXBean collector :
                    ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class)) {
                String name = collector.getName();
                g1 |= name.startsWith("G1 ");
                concurrent |= name.contains("Concurrent");
                GcInfo info = isOfWholeHeap(name) ? collector.getLastGcInfo() : null;
                if (info != null) {
                    lastMillis = Math.max(lastMillis, info.getEndTime());
                }
            }
            return new Collection(Math.max(0, uptimeMillis - lastMillis) * NANOS_PER_MILLI, !g1 || concurrent);
        } catch (LinkageError | RuntimeException e) {
            return Collection.UNKNOWN;
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
