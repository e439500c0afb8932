package io.nmt.report.document;

import io.nmt.core.model.AllocatorUsage;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Judgement;
import java.util.ArrayList;
import java.util.List;

/** Builds reports on pools: how their chunks are filled, the code that holds buffers of them, and what that means. */
public final class PoolReport {
    private static final String NONE = "No pool of a known library has memory outside the heap.";
    private static final String UNKNOWN = "UNKNOWN pools: not all classes of a library have hooks.\n";
    private static final String NOT_TRACKED = " (not tracked)";
    private static final String NONE_SINCE =
            "No pool of a known library has allocated outside the heap since tracking began. Older memory "
                    + "may be unknown.";

    private static final String WHO = "Pooled buffers are among them: 'pools' shows their last holders.";

    private static final List<Column> POOLS = List.of(
            Column.name("", "Allocator"),
            Column.data("allocator"),
            Column.data("type"),
            Column.bytes("chunkBytes", "In chunks"),
            Column.bytes("inUseBytes", "In use"),
            Column.bytes("cachedBytes", "Cached"),
            Column.bytes("freeBytes", "Free"),
            Column.count("chunks", "Chunks"),
            Column.count("halfEmptyChunks", "Half empty"),
            Column.count("arenas", "Arenas"),
            Column.count("threadCaches", "Caches"),
            Column.data("sizeClasses"));

    private static final List<Column> BRIEF = List.of(
            Column.data("allocator"),
            Column.data("type"),
            Column.count("chunks", ""),
            Column.data("chunkBytes"),
            Column.bytes("inUseBytes", ""));

    private static final List<Column> ALLOCATORS = List.of(
            Column.name("library", "Library"),
            Column.data("name"),
            Column.name("", "Name"),
            Column.data("depth"),
            Column.bytes("bytes", "Given out"),
            Column.bytes("peakBytes", "Peak"),
            Column.bytes("limitBytes", "Limit"));

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
     * Builds the report.
     *
     * @param reading of the pools
     * @param top how many pools, and how many sites
     * @param stacks whether people see the calls that led to each site, too, and the threads
     * @return the report
     */
    public static Report of(PoolReading reading, int top, boolean stacks) {
        return of(reading, top, stacks, false);
    }

    /**
     * Builds what may be read when the process has ended: the same, with stacks, but there is nothing more to ask.
     *
     * @param reading of the pools
     * @param top how many pools, and how many sites
     * @return the report
     */
    public static Report left(PoolReading reading, int top) {
        return of(reading, top, true, true);
    }

    private static Report of(PoolReading reading, int top, boolean stacks, boolean left) {
        List<Section> sections = new ArrayList<>();
        sections.add(SiteRows.facts(reading.sampling()));
        sections.add(new Facts().add("findings", PoolFindings.of(reading)));
        sections.add(new Lines(findings(reading, left)));
        addPools(sections, reading, top);
        PooledSiteTable.add(sections, reading.sites(), top, stacks);
        if (!reading.pools().isEmpty() || !reading.sites().isEmpty()) {
            BufferUsersTable.add(sections, reading.sites(), top);
            sections.add(new Lines(how(reading)));
        }
        addAllocators(sections, reading.allocators(), top);
        return new Report(sections);
    }

    private static String findings(PoolReading reading, boolean left) {
        String gaps = LibraryGapLines.ofPools(reading.sampling().coverage());
        if (reading.isEmpty()) {
            return gaps.isEmpty() ? none(reading) + "\n" : UNKNOWN.concat(gaps);
        }
        StringBuilder text = new StringBuilder();
        for (Judgement finding : PoolFindings.judgements(reading, left)) {
            text.append(finding.text()).append('\n');
        }
        return text.append(gaps).toString();
    }

    /** Says that there are no pools, of a reading that is empty. */
    static String none(PoolReading reading) {
        return reading.sampling().coverage().lateStart() == null ? NONE : NONE_SINCE;
    }

    private static void addPools(List<Section> sections, PoolReading reading, int top) {
        List<PoolDetails> pools = reading.pools();
        List<PoolDetails> shown = Table.first(pools, top);
        if (pools.isEmpty() && !reading.sites().isEmpty()) {
            sections.add(new Lines("Pools: this version of the library does not report its chunks.\n"));
        }
        String title = Table.title("Pools, the largest first", pools.size(), shown.size());
        Table table = new Table("pools", pools.isEmpty() ? "" : title, POOLS);
        for (PoolDetails details : shown) {
            Pool pool = details.pool();
            table.add(
                    pool.category() == null ? pool.allocator().concat(NOT_TRACKED) : pool.allocator(),
                    pool.allocator(),
                    pool.category(),
                    pool.chunkBytes(),
                    known(pool.inUseBytes()),
                    known(details.cachedBytes()),
                    known(details.freeBytes()),
                    known(pool.chunks()),
                    known(details.halfEmptyChunks()),
                    known(details.arenas()),
                    known(details.threadCaches()),
                    details.sizeClasses().isEmpty() ? null : SizeClassTable.data(details.sizeClasses()));
        }
        sections.add(table);
        SizeClassTable.add(sections, reading, top);
    }

    /** Builds the pools of a report on other things, for programs. */
    static Table data(List<Pool> pools) {
        Table table = Table.data("pools", BRIEF);
        for (Pool pool : pools) {
            table.add(
                    pool.allocator(),
                    pool.category(),
                    known(pool.chunks()),
                    pool.chunkBytes(),
                    known(pool.inUseBytes()));
        }
        return table;
    }

    private static void addAllocators(List<Section> sections, List<AllocatorUsage> allocators, int top) {
        List<AllocatorUsage> shown = Table.first(allocators, top);
        String title = Table.title("Allocators, each followed by its children", allocators.size(), shown.size());
        Table table = new Table("allocators", allocators.isEmpty() ? "" : title, ALLOCATORS);
        for (AllocatorUsage allocator : shown) {
            table.add(
                    allocator.library(),
                    allocator.name(),
                    "  ".repeat(allocator.depth()) + SafeText.name(allocator.name()),
                    allocator.depth(),
                    allocator.bytes(),
                    allocator.peakBytes(),
                    allocator.limitBytes() == Long.MAX_VALUE ? "none" : allocator.limitBytes());
        }
        sections.add(table);
        if (!allocators.isEmpty()) {
            sections.add(new Lines(
                    "Given out: by it and its children, as its library counts. Other reports count it, too.\n"));
        }
    }

    private static Object known(long figure) {
        return figure == Pool.UNKNOWN ? "?" : (Object) figure;
    }

    private static String how(PoolReading reading) {
        Sampling sampling = reading.sampling();
        StringBuilder text = new StringBuilder("\nChunks are memory of the pool, counted in other reports. In use: "
                + "buffers that are not released.\n");
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
                                    + " bytes on average. ".concat(SampleNotes.ERROR));
            text.append(SiteReport.oneSampleNote(
                    reading.sites().stream().map(PooledSite::usage).toList()));
            if (reading.sites().stream().anyMatch(site -> PoolFigures.lostBytes(site) > 0)) {
                text.append("Lost: collected unreleased, no code can release them. Bytes are without "
                        + "those whose chunk was collected, too.\n");
            }
        }
        if (sampling.lostSamples() > 0) {
            text.append("Lost samples: ")
                    .append(Scale.group(sampling.lostSamples()))
                    .append(".\n");
        }
        return text.toString();
    }
}
