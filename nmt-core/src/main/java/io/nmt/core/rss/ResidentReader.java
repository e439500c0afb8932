package io.nmt.core.rss;

import io.nmt.core.NativeMemory;
import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.mappings.AddressSpace.Region;
import io.nmt.core.mappings.Mounts;
import io.nmt.core.mappings.PageKinds;
import io.nmt.core.mappings.PageMap;
import io.nmt.core.rss.ResidentReading.Facts;
import io.nmt.core.rss.ResidentReading.TopSite;
import io.nmt.core.sites.SiteUsage;
import io.nmt.core.snapshot.Snapshot;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads once all that a reading of resident memory is made of: what the kernel tells of each mapping, what HotSpot,
 * malloc and the tracker tell, and the limits. What it means is found without a further look.
 */
public final class ResidentReader {
    private static final String INSTEAD =
            "the JVM does not tell where its own memory is: that takes HotSpot, and its modules java.management and"
                    + " jdk.management";

    private ResidentReader() {}

    /**
     * Reads all.
     *
     * @return what was found
     * @throws UnsupportedOperationException as {@link ResidentMemory#read} does
     */
    public static ResidentReading read() {
        if (!ResidentMemory.isSupported()) {
            throw new UnsupportedOperationException("where resident memory is, only Linux tells");
        }
        if (!DirectRoom.isEnough()) {
            throw new UnsupportedOperationException(
                    "direct buffers have reached their limit: on this JDK there is no room to make the MBean server");
        }
        long start = System.nanoTime();
        HotSpotUsage hotSpot = HotSpotUsage.read();
        JvmFigures jvm = JvmFigures.read();
        HotSpotAreas.Outputs outputs = HotSpotAreas.read();
        long liveBefore = MallocCheck.liveBytes(NativeMemory.snapshot());
        // What malloc says of itself is in it: as near as can be to the pages that are divided by it.
        String vmInfo = DiagnosticCommands.run("vmInfo");
        AddressSpace space = AddressSpace.read();
        if (vmInfo.isEmpty()) {
            throw new UnsupportedOperationException(INSTEAD);
        }
        if (space.regions().isEmpty()) {
            throw new UnsupportedOperationException("/proc/self/smaps cannot be read");
        }
        HotSpotAreas areas = HotSpotAreas.parse(vmInfo, outputs.heapInfo(), outputs.codeCache());
        MallocUsage glibc = MallocUsage.read(vmInfo);
        MallocHeaps heaps = MallocHeaps.find(space);
        Sources sources;
        try (PageMap pages = new PageMap();
                ProcessMemory processMemory = new ProcessMemory()) {
            ThreadStacks stacks = ThreadStacks.find(space, heaps, pages, processMemory);
            Pieces pieces = new Pieces(space, areas, stacks, heaps, pages);
            Snapshot snapshot = NativeMemory.snapshot();
            TrackedBlocks blocks = new TrackedBlocks(pieces, hotSpot != null);
            NativeMemory.forEachBlock(blocks);
            Allocator allocator = Allocator.of(space);
            MallocUsage malloc = allocator.isGlibc() ? glibc : allocator.usage();
            sources = new Sources(pieces, blocks, stacks, snapshot, jvm, hotSpot, malloc, allocator, liveBefore);
        } catch (IOException e) {
            throw new UnsupportedOperationException("/proc/self/pagemap or mem cannot be read: " + e.getMessage(), e);
        }
        Mounts mounts = Mounts.read();
        Facts facts = new Facts(
                start,
                sources.snapshot(),
                sites(sources.snapshot()),
                jvm,
                Limits.read(vmInfo),
                space.regions().size(),
                MappedMemory.hugePages(sources.pieces()));
        List<ResidentFile> files = MappedMemory.files(sources.pieces(), sources.blocks(), mounts);
        return new ResidentReading(memory(space, sources, heaps.arenas(), mounts, start), files, facts);
    }

    private static ResidentMemory memory(
            AddressSpace space, Sources sources, int arenas, Mounts mounts, long startNanos) {
        long rss = 0;
        long swapped = 0;
        PageKinds kinds = PageKinds.NONE;
        for (Region region : space.regions()) {
            rss += region.residentBytes();
            swapped += region.swappedBytes();
            if (region.residentBytes() > 0) {
                kinds = kinds.plus(PageKinds.of(region, mounts));
            }
        }
        return new ResidentMemory(
                Instant.now(),
                rss,
                ProcessStatus.peakRssBytes(),
                swapped,
                kinds,
                sources.stacks().threads(),
                new Waterfall(sources).divide(),
                sources.malloc(),
                sources.allocator().name(),
                sources.allocator().isGlibc() ? arenas : 0,
                sources.hotSpot() != null,
                System.nanoTime() - startNanos);
    }

    /** Of each category the one with most. */
    private static Map<String, TopSite> sites(Snapshot snapshot) {
        Map<String, TopSite> largest = new HashMap<>();
        for (SiteUsage usage : NativeMemory.sites()) {
            String category = usage.site().category();
            if (!largest.containsKey(category)) {
                long all = Math.max(1, snapshot.category(category).committed());
                double part = Math.min(1, usage.liveBytes() / (double) all);
                largest.put(category, new TopSite(usage.site().toString(), part));
            }
        }
        return largest;
    }
}
