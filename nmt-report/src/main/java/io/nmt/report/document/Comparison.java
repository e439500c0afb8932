package io.nmt.report.document;

import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.SnapshotDiff;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The differences of two readings: two moments of a process, or the ends of two recordings. Immutable.
 *
 * @param before the first
 * @param after the second
 * @param categories every category that either has
 * @param sites every call site that differs
 * @param components every line of resident memory that either has; none unless both readings have resident memory
 * @param handles every class of native handles of which not as many are open, or lost
 */
public record Comparison(
        MemoryReading before,
        MemoryReading after,
        SnapshotDiff categories,
        List<SiteChange> sites,
        List<ComponentChange> components,
        List<HandleChange> handles) {
    /** As it was made: copied. */
    public Comparison {
        sites = List.copyOf(sites);
        components = List.copyOf(components);
        handles = List.copyOf(handles);
    }

    /**
     * Without native handles.
     *
     * @param before the first
     * @param after the second
     * @param categories every category that either has
     * @param sites every call site that differs
     * @param components every line of resident memory that either has
     */
    public Comparison(
            MemoryReading before,
            MemoryReading after,
            SnapshotDiff categories,
            List<SiteChange> sites,
            List<ComponentChange> components) {
        this(before, after, categories, sites, components, List.of());
    }

    /**
     * Two figures of one call site. Estimates from samples.
     *
     * @param site with the lines of the second reading, if it is there
     * @param beforeBytes live in the first
     * @param afterBytes live in the second
     * @param beforeCount live blocks in the first
     * @param afterCount live blocks in the second
     * @param standardErrorBytes of the change
     */
    public record SiteChange(
            Site site, long beforeBytes, long afterBytes, long beforeCount, long afterCount, long standardErrorBytes) {
        /**
         * Growth.
         *
         * @return bytes, negative if it shrank
         */
        public long bytes() {
            return afterBytes - beforeBytes;
        }

        /**
         * The change of live blocks.
         *
         * @return blocks, negative if there are fewer
         */
        public long count() {
            return afterCount - beforeCount;
        }
    }

    /**
     * Two figures of one line of resident memory.
     *
     * @param before in the first reading
     * @param after in the second; of the same component
     */
    public record ComponentChange(ResidentLine before, ResidentLine after) {
        /**
         * Growth.
         *
         * @return resident bytes, negative if it shrank
         */
        public long bytes() {
            return after.residentBytes() - before.residentBytes();
        }
    }

    /**
     * Two figures of the native handles of a class.
     *
     * @param before in the first reading; 0 if it has none
     * @param after in the second; of the same class
     */
    public record HandleChange(HandleUsage before, HandleUsage after) {
        /**
         * The change of open handles.
         *
         * @return handles, negative if there are fewer
         */
        public long open() {
            return after.open() - before.open();
        }

        /**
         * The change of handles that were collected before they were closed.
         *
         * @return handles, negative if they are fewer, as may be in another process, or if they were closed since
         */
        public long collected() {
            return after.collected() - before.collected();
        }

        /**
         * One standard error of both at the most.
         *
         * @return handles; 0 if exact
         */
        public long standardError() {
            return Math.round(Math.hypot((double) before.collectedError(), (double) after.collectedError()));
        }
    }

    /**
     * Compares two moments of one process.
     *
     * @param before the earlier
     * @param kept what call sites hold, at the later one, of what was live at the earlier: it is the same on both
     *     sides, and not in the error of their difference
     * @param after the later
     * @param intervalBytes on average between two samples
     * @return the changes: categories in the order of reports, of all others the largest change first
     */
    public static Comparison ofMoments(
            MemoryReading before, List<SiteUsage> kept, MemoryReading after, long intervalBytes) {
        Function<Site, Object> number = Site::id;
        Map<Object, SiteUsage> both = SitePair.byKey(kept, number);
        List<SiteChange> sites = sites(
                SitePair.of(before, after, number),
                pair -> pair.error(both.get(number.apply(pair.site())), intervalBytes));
        sites.sort(Comparator.comparingLong((SiteChange change) -> -Math.abs(change.bytes())));
        List<ComponentChange> components = components(before.resident(), after.resident());
        components.sort(Comparator.comparingLong((ComponentChange change) -> -Math.abs(change.bytes())));
        return new Comparison(
                before,
                after,
                after.snapshot().since(before.snapshot()),
                sites,
                components,
                handles(before.handles(), after.handles()));
    }

    /**
     * Compares the ends of two recordings. They may be of two processes and of two versions of a program: call sites
     * are the same if category and call stack are, whatever the lines. Where the JDK's own frames differ, as they do
     * from one version of it to the next, the application's part of the call stack decides ({@link #isByApplication}).
     *
     * @param before the first
     * @param after the second
     * @return the changes: what grew, the most grown first; what shrank, the most shrunk first; what did not change
     */
    public static Comparison ofRecordings(MemoryReading before, MemoryReading after) {
        boolean byApplication = SiteKeys.jdkFramesDiffer(before.owners(), after.owners());
        Function<Site, Object> key = byApplication ? SiteKeys::ofApplication : SiteKeys::withoutLines;
        List<SiteChange> sites = sites(SitePair.of(before, after, key), SitePair::error);
        sites.sort(mostGrownFirst(SiteChange::bytes));
        List<ComponentChange> components = components(before.resident(), after.resident());
        components.sort(mostGrownFirst(ComponentChange::bytes));
        SnapshotDiff diff = after.snapshot().since(before.snapshot());
        List<SnapshotDiff.Change> categories = new ArrayList<>(diff.categories());
        categories.sort(mostGrownFirst(SnapshotDiff.Change::committed));
        return new Comparison(
                before,
                after,
                new SnapshotDiff(List.copyOf(categories), diff.total()),
                sites,
                components,
                handles(before.handles(), after.handles()));
    }

    /**
     * True if call sites of two recordings are matched by the application's frames alone, since the JDK's differ.
     *
     * @return false if there is no call site that both have by those frames, but not by all
     */
    public boolean isByApplication() {
        return SiteKeys.jdkFramesDiffer(before.owners(), after.owners());
    }

    /** Grown, the most first; shrunk, the most first; unchanged. */
    private static <T> Comparator<T> mostGrownFirst(ToLongFunction<T> growth) {
        return Comparator.comparingLong(change -> {
            long bytes = growth.applyAsLong(change);
            return bytes > 0 ? -bytes : bytes == 0 ? Long.MAX_VALUE : Long.MAX_VALUE + bytes;
        });
    }

    private static List<SiteChange> sites(List<SitePair> pairs, ToLongFunction<SitePair> error) {
        List<SiteChange> changes = new ArrayList<>();
        for (SitePair pair : pairs) {
            SiteChange change = new SiteChange(
                    pair.site(),
                    pair.beforeBytes(),
                    pair.afterBytes(),
                    pair.beforeCount(),
                    pair.afterCount(),
                    error.applyAsLong(pair));
            if (change.bytes() != 0 || change.count() != 0) {
                changes.add(change);
            }
        }
        return changes;
    }

    private static List<ComponentChange> components(ResidentMemory before, ResidentMemory after) {
        List<ComponentChange> changes = new ArrayList<>();
        if (before != null && after != null) {
            Map<String, ComponentChange> byName = new HashMap<>();
            for (ResidentMemory memory : List.of(after, before)) {
                for (ResidentLine line : memory.lines()) {
                    String name = line.component();
                    ComponentChange change = new ComponentChange(before.line(name), after.line(name));
                    if (byName.put(name, change) == null) {
                        changes.add(change);
                    }
                }
            }
        }
        return changes;
    }

    /** Handles that grew, open or lost, the most first. */
    private static List<HandleChange> handles(List<HandleUsage> before, List<HandleUsage> after) {
        Map<String, HandleUsage> earlier = byClass(before);
        Map<String, HandleUsage> later = byClass(after);
        Set<String> names = new LinkedHashSet<>(later.keySet());
        names.addAll(earlier.keySet());
        List<HandleChange> changes = new ArrayList<>();
        for (String name : names) {
            HandleUsage none = new HandleUsage(name, 0, 0, 0, 0, 0, List.of());
            HandleChange change = new HandleChange(earlier.getOrDefault(name, none), later.getOrDefault(name, none));
            if (change.open() != 0 || change.collected() != 0) {
                changes.add(change);
            }
        }
        changes.sort(mostGrownFirst(change -> change.open() + change.collected()));
        return changes;
    }

    private static Map<String, HandleUsage> byClass(List<HandleUsage> usages) {
        Map<String, HandleUsage> byClass = new LinkedHashMap<>();
        for (HandleUsage usage : usages) {
            byClass.put(usage.className(), usage);
        }
        return byClass;
    }
}
