package io.nmt.agent.golden;

import static io.nmt.agent.golden.Fixed.MB;
import static io.nmt.agent.golden.Fixed.SECOND;

import io.nmt.core.model.Category;
import io.nmt.core.model.PageKinds;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.model.Component;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.reading.ResidentReading;
import io.nmt.report.reading.division.HugePages;
import io.nmt.report.reading.sources.DirectBuffers;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.LastProfile;
import io.nmt.report.reading.sources.LastTrim;
import io.nmt.report.reading.sources.Limits;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes readings of resident memory, in MB. */
final class Resident {
    private static final long NOW_NANOS = 3600 * SECOND;

    private final List<ResidentLine> lines = new ArrayList<>();
    private final List<ResidentFile> files = new ArrayList<>();
    private final Map<String, ResidentReading.TopSite> sites = new HashMap<>();
    private final Map<HugePages, Long> huge = new EnumMap<>(HugePages.class);
    private PageKinds pages = PageKinds.NONE;
    private MallocUsage malloc; // null for the sum of the lines
    private String allocator = "glibc";
    private int arenas = 4;
    private boolean tracking;
    private static final int THREADS = 24;
    private JvmFigures jvm; // null for that of most
    private Limits limits = new Limits(256 * MB, true, 0, 65_530, false, "madvise", 0, 0, 0);
    private DirectBuffers direct = DirectBuffers.NONE;
    private LastTrim trimmed;
    private LastProfile profile;
    private int mappings = 480;
    private long peak;
    private CgroupMemory cgroup = CgroupMemory.NONE;

    /** A container with files of tmpfs, kernel memory and another process; of a limit of 1,330 MB. */
    Resident container(long usageMegabytes, long cacheMegabytes, long filesMegabytes) {
        cgroup = new CgroupMemory(
                Map.ofEntries(
                        Map.entry(CgroupFigure.LIMIT, 1330 * MB),
                        Map.entry(CgroupFigure.USAGE, usageMegabytes * MB),
                        Map.entry(CgroupFigure.ANONYMOUS, 818 * MB),
                        Map.entry(CgroupFigure.FILE, cacheMegabytes * MB),
                        Map.entry(CgroupFigure.SHARED, filesMegabytes * MB),
                        Map.entry(CgroupFigure.KERNEL, 60 * MB),
                        Map.entry(CgroupFigure.SLAB, 40 * MB),
                        Map.entry(CgroupFigure.SLAB_RECLAIMABLE, 4 * MB),
                        Map.entry(CgroupFigure.PAGE_TABLES, 20 * MB),
                        Map.entry(CgroupFigure.SOCKETS, 2 * MB),
                        Map.entry(CgroupFigure.HIGH, 1280 * MB),
                        Map.entry(CgroupFigure.HIGHS, 1234L),
                        Map.entry(CgroupFigure.PRESSURE, 3L),
                        Map.entry(CgroupFigure.OOM_KILLS, 1L),
                        Map.entry(CgroupFigure.OTHERS, 2L),
                        Map.entry(CgroupFigure.OTHERS_RSS, 60 * MB)),
                "/dev/shm",
                (filesMegabytes - 1) * MB);
        return this;
    }

    /** The lines that each JVM has. */
    static Resident ofJvm(long heapMegabytes) {
        return ofJvm(256, heapMegabytes);
    }

    /** The same with another limit of the heap. */
    static Resident ofJvm(long maxMegabytes, long heapMegabytes) {
        return new Resident()
                .line(Component.JAVA_HEAP, maxMegabytes, heapMegabytes + 20, heapMegabytes, "")
                .line(Component.TRACKING, 0, 1, 1, Accuracy.BOUNDED, "the agent's own tables, in the Java heap")
                .line(Component.METASPACE, 20, 20, 19, Accuracy.BOUNDED, "5120 classes")
                .line(Component.CLASS_SPACE, 1024, 3, 2, "")
                .line(Component.CODE_CACHE, 240, 12, 11, "")
                .line(Component.THREAD_STACKS, 24, 24, 2, "24 threads")
                .line(Component.GC, 8, 8, 6, "card table, mark bits");
    }

    static JvmFigures jvm(
            long maxMegabytes, long usedMegabytes, long committedMegabytes, long livedMegabytes, boolean atMost) {
        return new JvmFigures(
                committedMegabytes * MB,
                usedMegabytes * MB,
                maxMegabytes * MB,
                livedMegabytes * MB,
                0,
                atMost,
                20 * MB,
                19 * MB,
                3 * MB,
                12 * MB,
                5120,
                3_600_000,
                0);
    }

    Resident line(Component component, long reserved, long committed, long resident, String note) {
        return line(component, reserved, committed, resident, Accuracy.EXACT, note);
    }

    Resident line(Component component, long reserved, long committed, long resident, Accuracy accuracy, String note) {
        return line(component.label(), component, reserved, committed, resident, accuracy, note);
    }

    Resident category(Category category, long committed, long resident) {
        return line(Component.lineOf(category), Component.CATEGORY, committed, committed, resident, Accuracy.EXACT, "");
    }

    Resident line(
            String name, Component kind, long reserved, long committed, long resident, Accuracy accuracy, String note) {
        lines.add(new ResidentLine(name, kind, reserved * MB, committed * MB, resident * MB, accuracy, note));
        return this;
    }

    Resident rest(long jvmMalloc, long libraries, long overhead, long free, long unaccounted) {
        return line(Component.JVM_MALLOC, jvmMalloc, jvmMalloc, jvmMalloc, Accuracy.ESTIMATE, "")
                .line(Component.NATIVE_LIBRARIES, libraries, libraries, libraries, Accuracy.ESTIMATE, "")
                .line(Component.MALLOC_OVERHEAD, overhead, overhead, overhead, Accuracy.ESTIMATE, "")
                .line(Component.MALLOC_FREE, free, free, free, Accuracy.ESTIMATE, "")
                .line(Component.LIBRARIES, 40, 40, 18, "")
                .line(Component.OTHER_FILES, 12, 12, 9, "")
                .line(Component.JVM_MAPPINGS, 9, 9, 7, Accuracy.ESTIMATE, "")
                .line(Component.UNACCOUNTED, unaccounted, unaccounted, unaccounted, Accuracy.ESTIMATE, "");
    }

    /** Kinds of pages: clean, to be written, shared, private. */
    Resident file(String path, boolean tracked, long megabytes, long clean, long dirty, long shared, long anonymous) {
        PageKinds kinds = new PageKinds(clean * MB, dirty * MB, shared * MB, anonymous * MB);
        files.add(new ResidentFile(path, tracked, megabytes * MB, (clean + dirty + shared + anonymous) * MB, kinds));
        pages = pages.plus(kinds);
        return this;
    }

    Resident malloc(MallocUsage usage, String name, int ofArenas) {
        malloc = usage;
        allocator = name;
        arenas = ofArenas;
        return this;
    }

    Resident hotSpotTracking() {
        tracking = true;
        return this;
    }

    Resident heap(JvmFigures figures) {
        jvm = figures;
        return this;
    }

    Resident limits(Limits allowed) {
        limits = allowed;
        return this;
    }

    Resident direct(DirectBuffers pool) {
        direct = pool;
        return this;
    }

    Resident trimmed(long secondsAgo, long givenBack, long free) {
        trimmed = new LastTrim(NOW_NANOS - secondsAgo * SECOND, givenBack * MB, free * MB);
        return this;
    }

    Resident profiled(long secondsAgo, String finding) {
        profile = new LastProfile(NOW_NANOS - secondsAgo * SECOND, finding);
        return this;
    }

    Resident topSite(Category category, String name, double part) {
        sites.put(category.name(), new ResidentReading.TopSite(name, part));
        return this;
    }

    Resident huge(HugePages where, long megabytes) {
        huge.put(where, megabytes * MB);
        return this;
    }

    Resident mappings(int number) {
        mappings = number;
        return this;
    }

    Resident peak(long megabytes) {
        peak = megabytes * MB;
        return this;
    }

    ResidentReading reading(Snapshot snapshot) {
        JvmFigures figures =
                jvm != null ? jvm : jvm(256, 60, line(Component.JAVA_HEAP).committedBytes() / MB, 50, false);
        return new ResidentReading(
                memory(),
                files,
                new ResidentReading.Facts(
                        NOW_NANOS, snapshot, sites, figures, limits, direct, trimmed, profile, mappings, huge));
    }

    private ResidentMemory memory() {
        List<ResidentLine> all = lines.stream().map(this::withFiles).toList();
        long rss = all.stream().mapToLong(ResidentLine::residentBytes).sum();
        // Of files that are not listed the libraries and some others are in memory; all the rest has no file.
        long ofFiles = files.stream().mapToLong(ResidentFile::residentBytes).sum();
        long clean = line(Component.LIBRARIES).residentBytes()
                + line(Component.OTHER_FILES).residentBytes();
        PageKinds kinds = pages.plus(new PageKinds(clean, 0, 0, rss - clean - ofFiles));
        return new ResidentMemory(
                Fixed.NOW,
                rss,
                Math.max(rss, peak),
                0,
                kinds,
                THREADS,
                all,
                malloc != null ? malloc : mallocOfLines(),
                allocator,
                arenas,
                tracking,
                12_345_678,
                cgroup);
    }

    private ResidentLine line(Component kind) {
        return lines.stream().filter(line -> line.kind() == kind).findFirst().orElseThrow();
    }

    /** The line of other files has the listed ones, too. */
    private ResidentLine withFiles(ResidentLine line) {
        if (line.kind() != Component.OTHER_FILES) {
            return line;
        }
        long bytes = 0;
        long resident = 0;
        for (ResidentFile file : files) {
            bytes += file.tracked() ? 0 : file.bytes();
            resident += file.tracked() ? 0 : file.residentBytes();
        }
        return new ResidentLine(
                line.component(),
                line.kind(),
                line.reservedBytes() + bytes,
                line.committedBytes() + bytes,
                line.residentBytes() + resident,
                line.accuracy(),
                line.note());
    }

    /** The figures of glibc that fit the lines. */
    private MallocUsage mallocOfLines() {
        long inUse = 0;
        for (ResidentLine line : lines) {
            boolean counts = switch (line.kind()) {
                case JVM_MALLOC, NATIVE_LIBRARIES, MALLOC_OVERHEAD, BEFORE_TRACKING -> true;
                case CATEGORY -> !line.component().equals(Category.MAPPED_FILE.name());
                default -> false;
            };
            inUse += counts ? line.committedBytes() : 0;
        }
        return new MallocUsage(inUse, line(Component.MALLOC_FREE).residentBytes(), -1, List.of());
    }

    /** Earlier readings, minute by minute, of lines that had less then; the oldest first. */
    static List<ResidentMemory> earlier(ResidentReading last, int readings, Rise... rises) {
        List<ResidentMemory> earlier = new ArrayList<>();
        for (int minutes = readings; minutes > 0; minutes--) {
            earlier.add(before(last.memory(), minutes, rises));
        }
        return earlier;
    }

    private static ResidentMemory before(ResidentMemory memory, int minutes, Rise... rises) {
        List<ResidentLine> lines = new ArrayList<>();
        for (ResidentLine line : memory.lines()) {
            long less = Rise.less(rises, minutes, line.component()::equals);
            lines.add(new ResidentLine(
                    line.component(),
                    line.kind(),
                    line.reservedBytes(),
                    line.committedBytes() - less,
                    line.residentBytes() - less,
                    line.accuracy(),
                    line.note()));
        }
        long rss = lines.stream().mapToLong(ResidentLine::residentBytes).sum();
        return new ResidentMemory(
                memory.time().minusSeconds(60L * minutes),
                rss,
                rss,
                0,
                memory.pages(),
                memory.threads(),
                lines,
                memory.malloc(),
                memory.allocator(),
                memory.arenas(),
                memory.hotSpotTracking(),
                memory.tookNanos(),
                memory.cgroup());
    }
}
