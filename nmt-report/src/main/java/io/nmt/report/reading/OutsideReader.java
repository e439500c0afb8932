package io.nmt.report.reading;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.mappings.Mounts;
import io.nmt.core.mappings.PageMap;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.PageKinds;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.reading.division.MappedMemory;
import io.nmt.report.reading.division.Pieces;
import io.nmt.report.reading.division.Sources;
import io.nmt.report.reading.division.TrackedBlocks;
import io.nmt.report.reading.division.UntrackedLines;
import io.nmt.report.reading.division.Waterfall;
import io.nmt.report.reading.sources.Allocator;
import io.nmt.report.reading.sources.CgroupReader;
import io.nmt.report.reading.sources.DirectBuffers;
import io.nmt.report.reading.sources.GlibcMalloc;
import io.nmt.report.reading.sources.HotSpotAreas;
import io.nmt.report.reading.sources.HotSpotUsage;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.JvmScale;
import io.nmt.report.reading.sources.JvmTexts;
import io.nmt.report.reading.sources.Limits;
import io.nmt.report.reading.sources.MallocHeaps;
import io.nmt.report.reading.sources.ProcessMemory;
import io.nmt.report.reading.sources.ProcessStatus;
import io.nmt.report.reading.sources.ThreadStacks;
import java.io.File;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Reads resident memory of another process, with nothing loaded into it: from {@code /proc}, and from what its JVM
 * answers to jcmd. It is divided as {@link ResidentReader} divides it, without a tracker. No answer takes a safepoint.
 * Thread-safe.
 */
public final class OutsideReader {
    private static final String INFO = "VM.info";
    private static final Snapshot NOTHING =
            new Snapshot(Instant.EPOCH, List.of(), new CategoryUsage("", 0, 0, 0, 0, 0, 0), false, 0, 0, 0);

    private OutsideReader() {}

    /**
     * A reading.
     *
     * @param reading the lines, which add up to RSS; the files, none where only {@code status} can be read; facts
     *     without a tracker's
     * @param answered whether the JVM has answered
     */
    public record Reading(ResidentReading reading, boolean answered) {
        /** The lines. */
        public ResidentMemory memory() {
            return reading.memory();
        }

        /** The limit of the container in bytes; 0 if there is none, or it is unknown. */
        public long limitBytes() {
            return reading.facts().limits().containerBytes();
        }
    }

    private static Reading reading(
            File process,
            ResidentMemory memory,
            List<ResidentFile> files,
            JvmFigures jvm,
            String vmInfo,
            int mappings,
            boolean answered) {
        ResidentReading.Facts facts = new ResidentReading.Facts(
                System.nanoTime(),
                NOTHING,
                Map.of(),
                jvm,
                Limits.outside(process, vmInfo),
                DirectBuffers.NONE,
                null,
                null,
                mappings,
                Map.of());
        ResidentMemory inCgroup = memory.withCgroup(CgroupReader.read(process, pid(process)));
        return new Reading(new ResidentReading(inCgroup, files, facts), answered);
    }

    /**
     * Reads it.
     *
     * @param process its directory in {@code /proc}
     * @param jcmd runs a command of jcmd there, such as {@code VM.info}; returns nothing where there is no answer
     * @return with fewer lines where less can be read: without an answer the JVM's own are missing; of another user's
     *     process there are two
     * @throws IOException if nothing can be read
     */
    public static Reading read(File process, UnaryOperator<String> jcmd) throws IOException {
        long start = System.nanoTime();
        String vmInfo = jcmd.apply(INFO);
        boolean answered = !vmInfo.isEmpty();
        String heapInfo = answered ? jcmd.apply("GC.heap_info") : "";
        String codeCache = answered ? jcmd.apply("Compiler.codecache") : "";
        HotSpotUsage hotSpot = HotSpotUsage.parse(answered ? jcmd.apply("VM.native_memory summary scale=KB") : "");
        if (answered) {
            // What malloc says of itself is in it: as near as can be to the pages that are divided by it.
            vmInfo = jcmd.apply(INFO);
        }
        AddressSpace space = AddressSpace.read(process);
        if (space.regions().isEmpty()) {
            return ofStatus(process, start);
        }
        HotSpotAreas areas = HotSpotAreas.parse(vmInfo, heapInfo, codeCache);
        JvmFigures jvm = JvmTexts.parse(vmInfo, heapInfo, codeCache);
        Allocator allocator = Allocator.of(space, process);
        MallocUsage malloc = allocator.isGlibc() && answered ? malloc(vmInfo, jcmd) : null;
        Mounts mounts = Mounts.read(process);
        try (PageMap pages = pages(process);
                ProcessMemory processMemory = memory(process)) {
            MallocHeaps heaps = MallocHeaps.find(space, processMemory);
            ThreadStacks stacks = ThreadStacks.find(process, space, heaps, pages, processMemory);
            Pieces pieces = new Pieces(space, areas, stacks, heaps, pages, processMemory);
            TrackedBlocks none = new TrackedBlocks(pieces, hotSpot != null);
            Sources sources = new Sources(
                    pieces,
                    none,
                    stacks,
                    NOTHING,
                    jvm,
                    JvmScale.parse(vmInfo, 0),
                    DirectBuffers.NONE,
                    hotSpot,
                    malloc,
                    allocator,
                    0,
                    processMemory.isReadable());
            ResidentMemory memory = ResidentReader.memory(
                    space,
                    mounts,
                    sources,
                    UntrackedLines.lines(new Waterfall(sources).divide(), answered),
                    processMemory.isReadable() ? heaps.arenas() : 0,
                    peak(process),
                    start);
            return reading(
                    process,
                    memory,
                    MappedMemory.files(pieces, none, mounts),
                    jvm,
                    vmInfo,
                    space.regions().size(),
                    answered);
        }
    }

    private static MallocUsage malloc(String vmInfo, UnaryOperator<String> jcmd) {
        MallocUsage sums = GlibcMalloc.ofSums(vmInfo);
        return sums != null ? sums : GlibcMalloc.ofInfo(jcmd.apply("System.native_heap_info"));
    }

    private static long pid(File process) {
        try {
            return Long.parseLong(process.getName());
        } catch (NumberFormatException e) {
            return -1; // a directory of a test
        }
    }

    /** Null where the system does not tell this user. */
    private static PageMap pages(File process) {
        try {
            return new PageMap(process);
        } catch (IOException e) {
            return null;
        }
    }

    /** The system may let this user read the regions and not the memory, as Yama does. */
    private static ProcessMemory memory(File process) {
        try {
            return ProcessMemory.of(process);
        } catch (IOException e) {
            return ProcessMemory.none();
        }
    }

    private static long peak(File process) throws IOException {
        try (ProcessStatus status = new ProcessStatus(process)) {
            status.read();
            return status.peakBytes();
        }
    }

    /** All that the system tells of another user's process. */
    private static Reading ofStatus(File process, long start) throws IOException {
        try (ProcessStatus status = new ProcessStatus(process)) {
            status.read();
            long rss = status.residentBytes();
            if (rss == ProcessStatus.UNKNOWN || status.fileBytes() == ProcessStatus.UNKNOWN) {
                throw new IOException("this user may not read its memory");
            }
            long files = Math.min(rss, status.fileBytes());
            List<ResidentLine> lines = List.of(
                    new ResidentLine(
                            Component.MAPPED_FILES.label(),
                            Component.MAPPED_FILES,
                            0,
                            0,
                            files,
                            Accuracy.EXACT,
                            "includes libraries and shared memory"),
                    new ResidentLine(
                            Component.OTHER_ANONYMOUS.label(),
                            Component.OTHER_ANONYMOUS,
                            0,
                            0,
                            rss - files,
                            Accuracy.UNKNOWN,
                            "includes the Java heap and thread stacks"));
            ResidentMemory memory = new ResidentMemory(
                    Instant.now(),
                    rss,
                    Math.max(0, status.peakBytes()),
                    Math.max(0, status.swappedBytes()),
                    PageKinds.NONE,
                    (int) Math.max(0, status.threads()),
                    lines,
                    null,
                    Allocator.UNKNOWN_NAME,
                    0,
                    false,
                    System.nanoTime() - start);
            JvmFigures none = JvmTexts.parse("", "", "");
            return reading(process, memory, List.of(), none, "", 0, false);
        }
    }
}
