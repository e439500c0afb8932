package io.nmt.report.document;

import io.nmt.core.model.AllocatorUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Pools as text for people: how their chunks are filled, who holds buffers of them, and what that means. */
public final class PoolReport {
    private static final String NONE = "No pool of a known library has memory outside the heap.";
    private static final String UNKNOWN = "UNKNOWN pools: not all classes of a library have hooks.\n";
    private static final String NOT_TRACKED = " (not tracked)";
    private static final String NONE_SINCE =
            "No pool of a known library has allocated outside the heap since tracking began. Older memory "
                    + "may be unknown.";
    private static final int MOST_SEEN = 3;
    private static final int CATEGORY_CHARS = 24;

    private static final String WHO = "Buffers of pools are among them: 'pools' shows the classes that had them last.";

    private PoolReport() {}

    /**
     * Says where more is told of the buffers of pools.
     *
     * @param sites that took some
     * @return a sentence; empty if there are none
     */
    public static String whereUsersAre(List<PooledSite> sites) {
        return sites.isEmpty() ? "" : WHO;
    }

    /**
     * Writes them.
     *
     * @param reading of the pools
     * @param scale the unit of all byte figures
     * @param top how many pools, and how many sites
     * @param stacks whether to show the calls that led to each site, too, and the threads
     * @return lines, each ended by a line feed
     */
    public static String of(PoolReading reading, Scale scale, int top, boolean stacks) {
        return of(reading, scale, top, stacks, false);
    }

    /**
     * Writes what may be read when the process has ended: the same, with stacks, but there is nothing more to ask.
     *
     * @param reading of the pools
     * @param scale the unit of all byte figures
     * @param top how many pools, and how many sites
     * @return lines, each ended by a line feed
     */
    public static String left(PoolReading reading, Scale scale, int top) {
        return of(reading, scale, top, true, true);
    }

    private static String of(PoolReading reading, Scale scale, int top, boolean stacks, boolean left) {
        Coverage coverage = reading.sampling().coverage();
        String gaps = LibraryGapLines.ofPools(coverage);
        if (reading.isEmpty()) {
            return gaps.isEmpty() ? none(reading) + "\n" : UNKNOWN.concat(gaps);
        }
        StringBuilder text = new StringBuilder(1024);
        if (!reading.pools().isEmpty() || !reading.sites().isEmpty()) {
            appendPools(text, reading.pools(), scale, top);
            SizeClassTable.append(text, reading, scale, top);
            appendSites(text, reading.sites(), scale, top, stacks);
            BufferUsersTable.append(text, reading.sites(), scale, top);
            appendHow(text, reading);
            text.append('\n');
        }
        appendAllocators(text, reading.allocators(), scale, top);
        text.append("Findings:\n");
        for (Judgement finding : PoolFindings.judgements(reading, left)) {
            text.append("- ").append(finding.text()).append('\n');
        }
        return text.append(gaps).toString();
    }

    /** Says that there are no pools, of a reading that is empty. */
    static String none(PoolReading reading) {
        return reading.sampling().coverage().lateStart() == null ? NONE : NONE_SINCE;
    }

    private static void appendPools(StringBuilder text, List<PoolDetails> pools, Scale scale, int top) {
        if (pools.isEmpty()) {
            text.append("Pools: this version of the library does not report its chunks.\n");
            return;
        }
        text.append("Pools, the largest first (").append(pools.size()).append(")\n");
        TextTable table = TextTable.ofFiguresAndName(
                "In chunks", "In use", "Cached", "Free", "Chunks", "Half empty", "Arenas", "Caches", "Allocator");
        for (PoolDetails details : pools.subList(0, Math.min(top, pools.size()))) {
            Pool pool = details.pool();
            table.add(
                    scale.format(pool.chunkBytes()),
                    format(pool.inUseBytes(), scale),
                    format(details.cachedBytes(), scale),
                    format(details.freeBytes(), scale),
                    count(pool.chunks()),
                    count(details.halfEmptyChunks()),
                    count(details.arenas()),
                    count(details.threadCaches()),
                    pool.category() == null ? pool.allocator().concat(NOT_TRACKED) : pool.allocator());
        }
        table.appendTo(text);
    }

    private static void appendAllocators(StringBuilder text, List<AllocatorUsage> allocators, Scale scale, int top) {
        if (allocators.isEmpty()) {
            return;
        }
        List<AllocatorUsage> shown =
                TableTitle.append(text, "Allocators, each followed by its children", allocators, top);
        TextTable table = TextTable.ofFiguresAndName("Given out", "Peak", "Limit", "Library", "Name");
        for (AllocatorUsage allocator : shown) {
            table.add(
                    scale.format(allocator.bytes()),
                    scale.format(allocator.peakBytes()),
                    allocator.limitBytes() == Long.MAX_VALUE ? "none" : scale.format(allocator.limitBytes()),
                    allocator.library(),
                    "  ".repeat(allocator.depth()) + SafeText.name(allocator.name()));
        }
        table.appendTo(text);
        text.append("Given out: by it and its children, by the count of the library. Other reports count it, too.\n\n");
    }

    private static String format(long bytes, Scale scale) {
        return bytes == Pool.UNKNOWN ? "?" : scale.format(bytes);
    }

    private static String count(long count) {
        return count == Pool.UNKNOWN ? "?" : Scale.group(count);
    }

    private static void appendSites(StringBuilder text, List<PooledSite> sites, Scale scale, int top, boolean stacks) {
        if (sites.isEmpty()) {
            return;
        }
        List<PooledSite> shown = TableTitle.appendOpen(text, "\nAllocated and not released, by call site", sites, top);
        // What all rows have in common is said once: terminals are narrow.
        String only = SafeText.name(shown.get(0).usage().site().category());
        boolean several =
                shown.stream().anyMatch(site -> !site.usage().site().category().equals(only));
        boolean anyLost = shown.stream().anyMatch(site -> PoolFigures.lostBytes(site) > 0);
        text.append(several ? "\n" : ": " + only + "\n");
        TextTable table = TextTable.ofFiguresAndName(row(
                "Bytes",
                "±",
                "Buffers",
                anyLost ? "Lost" : null,
                "Growth/min",
                "±",
                "For",
                "Oldest",
                several ? "Pool" : null,
                "Allocated at"));
        for (PooledSite site : shown) {
            SiteUsage usage = site.usage();
            String lost = PoolFigures.lostBytes(site) == 0 ? "" : scale.format(PoolFigures.lostBytes(site));
            table.add(row(
                    scale.format(usage.liveBytes()),
                    scale.format(usage.standardErrorBytes()),
                    SiteReport.count(usage),
                    anyLost ? lost : null,
                    scale.format(usage.growthBytesPerMinute()),
                    scale.format(usage.growthErrorBytesPerMinute()),
                    usage.growing() ? Ages.format(usage.growingForNanos()) : "",
                    usage.liveBytes() == 0 ? "" : Ages.format(usage.oldestAgeNanos()),
                    several ? SafeText.shortened(usage.site().category(), CATEGORY_CHARS) : null,
                    StackText.name(usage.site(), site.stacks().size())));
        }
        table.appendTo(text);
        for (int i = 0; stacks && i < shown.size(); i++) {
            appendStack(text, i + 1, shown.get(i));
        }
    }

    /** Without the cells that are null. */
    private static String[] row(String... cells) {
        return Stream.of(cells).filter(Objects::nonNull).toArray(String[]::new);
    }

    private static void appendStack(StringBuilder text, int number, PooledSite site) {
        if (site.stacks().isEmpty()) {
            StackText.append(text, number, site.usage().site());
            appendUsers(text, site);
            return;
        }
        StackText.appendLine(text, number, site.usage().site(), site.stacks().size());
        for (PooledSite stack : site.stacks()) {
            long bytes = stack.usage().liveBytes();
            text.append("   ").append(Scale.fitting(bytes).format(bytes)).append('\n');
            StackText.appendFrames(text, stack.usage().site());
            appendUsers(text, stack);
        }
    }

    private static void appendUsers(StringBuilder text, PooledSite site) {
        appendHolders(text, "last in", site.held().lastSeen());
        appendHolders(text, "retained by", site.held().retainedBy());
        appendHolders(text, "parts taken by", site.held().partsTakenBy());
        appendHolders(text, "lost, last in", site.lost().lastSeen());
        appendHolders(text, "lost, retained by", site.lost().retainedBy());
        appendHolders(text, "lost, parts taken by", site.lost().partsTakenBy());
        StackText.appendNames(text, "threads", site.usage().threadNames());
    }

    private static void appendHolders(StringBuilder text, String label, List<PooledSite.Holder> holders) {
        List<String> names = new ArrayList<>();
        for (PooledSite.Holder holder : holders.subList(0, Math.min(MOST_SEEN, holders.size()))) {
            names.add(holder.className() + " (" + Scale.fitting(holder.bytes()).format(holder.bytes()) + ")");
        }
        if (!names.isEmpty()) {
            StackText.appendNames(text, label, names);
        }
    }

    private static void appendHow(StringBuilder text, PoolReading reading) {
        Sampling sampling = reading.sampling();
        text.append("\nChunks are memory of the pool, counted in other reports. In use: buffers that are not "
                + "released.\n");
        if (reading.pools().stream().anyMatch(details -> details.pool().category() == null)) {
            text.append("Not tracked: chunks older than tracking, or of a category that is left out. Other reports do "
                    + "not count them.\n");
        }
        if (!reading.sites().isEmpty()) {
            text.append(
                    sampling.intervalBytes() == 1
                            ? "By call site: each buffer that was allocated since tracking began.\n"
                            : "By call site: estimates from samples, one in "
                                    + Scale.group(sampling.intervalBytes())
                                    + " bytes on average; ± is one standard error.\n");
            text.append(SiteReport.oneSampleNote(
                    reading.sites().stream().map(PooledSite::usage).toList()));
            if (reading.sites().stream().anyMatch(site -> PoolFigures.lostBytes(site) > 0)) {
                text.append(
                        "Lost: in buffers that were collected unreleased: no code can release them. Bytes are without "
                                + "those whose chunk was collected, too.\n");
            }
        }
        if (sampling.lostSamples() > 0) {
            text.append("Lost samples: ")
                    .append(Scale.group(sampling.lostSamples()))
                    .append(".\n");
        }
    }
}
