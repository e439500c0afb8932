package io.nmt.agent.commands;

import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.Ages;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What grows may be garbage: buffers that no code can reach are freed when the garbage collector finds them, and those
 * that have become old only when it looks at the whole heap.
 */
final class UncollectedBuffers {
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
        usages.removeIf(usage -> usage.site().freedBy() == FreedBy.COLLECTOR); // has survived: see Suspects
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
        WholeHeapCollections.Last last = WholeHeapCollections.last();
        return new Collection(last.nanosAgo(), last.allTold());
    }
}
