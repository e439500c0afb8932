package io.nmt.report.reading;

import io.nmt.core.NativeMemory;
import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.mappings.MappedAgain;
import io.nmt.core.mappings.Mounts;
import io.nmt.core.mappings.PageMap;
import io.nmt.core.mappings.Region;
import io.nmt.core.model.PageKinds;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.SafeText;
import io.nmt.report.model.Component;
import io.nmt.report.model.LastStacks;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.past.History;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.ResidentReading.Facts;
import io.nmt.report.reading.ResidentReading.TopSite;
import io.nmt.report.reading.division.MappedMemory;
import io.nmt.report.reading.division.Pieces;
import io.nmt.report.reading.division.Sources;
import io.nmt.report.reading.division.TrackedBlocks;
import io.nmt.report.reading.division.Waterfall;
import io.nmt.report.reading.sources.Allocator;
import io.nmt.report.reading.sources.CgroupReader;
import io.nmt.report.reading.sources.DiagnosticCommands;
import io.nmt.report.reading.sources.DirectBuffers;
import io.nmt.report.reading.sources.DirectRoom;
import io.nmt.report.reading.sources.GlibcMalloc;
import io.nmt.report.reading.sources.HotSpotAreas;
import io.nmt.report.reading.sources.HotSpotUsage;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.JvmScale;
import io.nmt.report.reading.sources.LastProfile;
import io.nmt.report.reading.sources.LastTrim;
import io.nmt.report.reading.sources.Limits;
import io.nmt.report.reading.sources.MallocCheck;
import io.nmt.report.reading.sources.MallocHeaps;
import io.nmt.report.reading.sources.ProcessMemory;
import io.nmt.report.reading.sources.ProcessStatus;
import io.nmt.report.reading.sources.ThreadStacks;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads once all that a reading of resident memory is made of: what the kernel tells of each mapping, what HotSpot,
 * malloc and the tracker tell, and the limits. What it means is found without a further look; each reading is an entry
 * of the history. Thread-safe.
 *
 * <p>To read it takes some 50 ms, and more in a large process: {@code docs/rss.md}. No safepoint is needed. But a
 * thread that maps memory meanwhile may wait for the kernel's lock, and one that allocates for malloc's, which glibc
 * holds for as long as it takes to count an arena's free blocks. The platform's MBean server is made only
 * without the agent, if the application has not made it.
 */
public final class ResidentReader {
    private static final String INSTEAD =
            "the JVM does not report its own memory: this needs HotSpot with modules java.management and "
                    + "jdk.management";

    private static final int MOST_AGAIN = 2;
    private static final long CHANGED_BYTES = 4 << 20;
    private static final int CHANGED_DIVISOR = 20;

    private ResidentReader() {}

    /** The raw figures of the process, from which all else follows. */
    private record Raw(
            long startNanos, String vmInfo, AddressSpace space, Sources sources, int arenas, Mounts mounts) {}

    /**
     * Reads all.
     *
     * @return what was found
     * @throws UnsupportedOperationException as {@link #readMemory} does
     */
    public static ResidentReading read() {
        return read(true);
    }

    /**
     * Reads all but the call sites, which a recording has events of.
     *
     * @return the same without them
     * @throws UnsupportedOperationException as {@link #readMemory} does
     */
    public static ResidentReading readToRecord() {
        return read(false);
    }

    private static ResidentReading read(boolean withSites) {
        Raw raw = readRaw();
        Sources sources = raw.sources;
        Facts facts = new Facts(
                raw.startNanos,
                sources.snapshot(),
                withSites ? topSites(sources.snapshot(), TrackerReader.blockLines()) : Map.of(),
                sources.jvm(),
                Limits.read(raw.vmInfo),
                sources.direct(),
                History.ofProcess().outcomes().last(LastTrim.class),
                History.ofProcess().outcomes().last(LastProfile.class),
                raw.space.regions().size(),
                MappedMemory.hugePages(sources.pieces()));
        List<ResidentFile> files = MappedMemory.files(sources.pieces(), sources.blocks(), raw.mounts);
        ResidentReading reading = new ResidentReading(memory(raw), files, facts);
        keep(ResidentPoint.of(reading.memory(), raw.startNanos, reading.livedBytes(), facts.mappings()));
        return reading;
    }

    /**
     * Reads the lines alone: neither limits nor files nor call sites, which only words about the lines take.
     *
     * @return the lines of this moment
     * @throws UnsupportedOperationException unless this is Linux with the module {@code jdk.management}; where {@code
     *     /proc/self} cannot be read; and without the agent, before JDK 25, where the limit of direct buffers leaves no
     *     room to make the platform's MBean server
     */
    public static ResidentMemory readMemory() {
        Raw raw = readRaw();
        ResidentMemory memory = memory(raw);
        keep(ResidentPoint.of(memory, raw.startNanos));
        return memory;
    }

    /** Reads the lines alone, and leaves no entry: of two readings that follow each other, the second is kept. */
    static ResidentMemory readFirstOfTwo() {
        return memory(readRaw());
    }

    private static void keep(ResidentPoint point) {
        History.ofProcess().resident().add(point);
    }

    /**
     * True if this system has the figures.
     *
     * @return whether this is Linux
     */
    public static boolean isSupported() {
        return System.getProperty("os.name").equals("Linux");
    }

    /**
     * Reads the raw figures, again while collections free buffers meanwhile. Else malloc has such buffers and the
     * tracker has not: they would look like memory of native libraries.
     */
    private static Raw readRaw() {
        Raw raw = readOnce();
        for (int again = 0; again < MOST_AGAIN && hasChanged(raw.sources); again++) {
            raw = readOnce();
        }
        return raw;
    }

    private static boolean hasChanged(Sources sources) {
        long live = MallocCheck.liveBytes(sources.snapshot());
        return Math.abs(live - sources.liveBeforeBytes()) > Math.max(CHANGED_BYTES, live / CHANGED_DIVISOR);
    }

    private static Raw readOnce() {
        if (!isSupported()) {
            throw new UnsupportedOperationException("resident memory needs Linux");
        }
        if (DiagnosticCommands.needServer() && !DirectRoom.isEnough()) {
            throw new UnsupportedOperationException(
                    "direct buffers have reached their limit: on this JDK there is no room to make the MBean server");
        }
        long start = System.nanoTime();
        HotSpotUsage hotSpot = HotSpotUsage.read();
        JvmFigures jvm = JvmFigures.read();
        DirectBuffers directBefore = DirectBuffers.read();
        HotSpotAreas.Outputs outputs = HotSpotAreas.read();
        long liveBefore = MallocCheck.liveBytes(NativeMemory.snapshot());
        // What malloc says of itself is in it: as near as can be to the pages that are divided by it.
        String vmInfo = DiagnosticCommands.run("vmInfo");
        AddressSpace space = AddressSpace.read();
        // Class loaders are made meanwhile: what is committed after the pages were counted bounds them.
        jvm = jvm.withMetaspace(JvmFigures.read());
        if (vmInfo.isEmpty()) {
            throw new UnsupportedOperationException(INSTEAD);
        }
        if (space.regions().isEmpty()) {
            throw new UnsupportedOperationException("/proc/self/smaps cannot be read");
        }
        HotSpotAreas areas = HotSpotAreas.parse(vmInfo, outputs.heapInfo(), outputs.codeCache());
        MallocUsage glibc = GlibcMalloc.read(vmInfo);
        try (PageMap pages = new PageMap();
                ProcessMemory processMemory = ProcessMemory.of(AddressSpace.OWN)) {
            MallocHeaps heaps = MallocHeaps.find(space, processMemory);
            ThreadStacks stacks = ThreadStacks.find(AddressSpace.OWN, space, heaps, pages, processMemory);
            Pieces pieces = new Pieces(space, areas, stacks, heaps, pages, processMemory);
            Snapshot snapshot = NativeMemory.snapshot();
            DirectBuffers direct = DirectBuffers.compare(directBefore, snapshot, DirectBuffers.read());
            TrackedBlocks blocks = new TrackedBlocks(pieces, hotSpot != null);
            NativeMemory.forEachBlock(blocks);
            Allocator allocator = Allocator.of(space);
            MallocUsage malloc = allocator.isGlibc() ? glibc : allocator.usage();
            Sources sources = new Sources(
                    pieces,
                    blocks,
                    stacks,
                    snapshot,
                    jvm,
                    JvmScale.ofThis(
                            vmInfo,
                            TrackerReader.loaderCount(),
                            TableReader.ofJvm().lastStrings()),
                    direct,
                    hotSpot,
                    malloc,
                    allocator,
                    liveBefore,
                    true);
            return new Raw(start, vmInfo, space, sources, heaps.arenas(), Mounts.read());
        } catch (IOException e) {
            throw new UnsupportedOperationException("/proc/self/pagemap or mem cannot be read: " + e.getMessage(), e);
        }
    }

    private static ResidentMemory memory(Raw raw) {
        ResidentMemory memory = memory(
                        raw.space,
                        raw.mounts,
                        raw.sources,
                        new Waterfall(raw.sources).divide(),
                        raw.arenas,
                        ProcessStatus.peakNow(),
                        raw.startNanos)
                .withCgroup(CgroupReader.read(
                        AddressSpace.OWN, ProcessHandle.current().pid()));
        ResidentLine stacks = memory.line(Component.THREAD_STACKS);
        ThreadReader.keep(
                new LastStacks(System.nanoTime(), memory.threads(), stacks.residentBytes(), stacks.reservedBytes()));
        return memory;
    }

    /** The reading of any process; {@code peak} is the kernel's own figure. */
    static ResidentMemory memory(
            AddressSpace space,
            Mounts mounts,
            Sources sources,
            List<ResidentLine> lines,
            int arenas,
            long peak,
            long startNanos) {
        long rss = 0;
        long swapped = 0;
        PageKinds kinds = PageKinds.NONE;
        for (Region region : space.regions()) {
            rss += region.residentBytes();
            swapped += region.swappedBytes();
            if (region.residentBytes() > 0) {
                kinds = kinds.plus(mounts.kindsOf(region));
            }
        }
        return new ResidentMemory(
                Instant.now(),
                rss,
                peakBytes(rss, peak),
                swapped,
                kinds.withoutAgain(new MappedAgain(space.regions(), mounts).bytes()),
                sources.stacks().threads(),
                lines,
                sources.malloc(),
                sources.allocator().name(),
                sources.allocator().isGlibc() ? arenas : 0,
                sources.hotSpot() != null,
                System.nanoTime() - startNanos);
    }

    /** The kernel's own figure may lag behind what its pages add up to; 0 if it tells none. */
    private static long peakBytes(long rss, long peak) {
        return peak == ProcessStatus.UNKNOWN ? 0 : Math.max(rss, peak);
    }

    /**
     * The line of code with most bytes, by category.
     *
     * @param snapshot of the same time
     * @param lines over all stacks that lead to each, the one with most bytes first
     * @return by the name of the category
     */
    public static Map<String, TopSite> topSites(Snapshot snapshot, List<SiteUsage> lines) {
        Map<String, TopSite> largest = new HashMap<>();
        for (SiteUsage usage : lines) {
            String category = usage.site().category();
            if (!largest.containsKey(category)) {
                long all = Math.max(1, snapshot.category(category).committed());
                double part = Math.min(1, usage.liveBytes() / (double) all);
                largest.put(category, new TopSite(SafeText.name(usage.site().toString()), part));
            }
        }
        return largest;
    }

    /**
     * Bytes that the JVM itself counts against the limit of direct buffers: those from before tracking and memory of
     * automatic arenas, too.
     *
     * @return bytes, or 0 if this JVM does not tell
     */
    public static long directBytes() {
        return DirectBuffers.read().usedBytes();
    }
}
