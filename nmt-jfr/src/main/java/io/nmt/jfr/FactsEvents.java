package io.nmt.jfr;

import io.nmt.core.model.PageKinds;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.reading.ResidentReading;
import io.nmt.report.reading.division.HugePages;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.Limits;
import java.util.List;

/** Emits the part of a reading of resident memory that is beside its lines: the judge of a recording needs it, too. */
final class FactsEvents {
    /** The files that have an event of their own. */
    static final int FILES = 10;

    private static final long UNKNOWN = -1;

    private FactsEvents() {}

    /** True if a running recording wants them: more is read then. */
    static boolean areWanted() {
        return RunningRecordings.want(EventKind.FACTS) || RunningRecordings.want(EventKind.FILES);
    }

    static void emit(int number, ResidentReading reading) {
        if (RunningRecordings.want(EventKind.FACTS)) {
            emitFacts(number, reading);
        }
        if (RunningRecordings.want(EventKind.FILES)) {
            emitFiles(number, reading.files());
        }
    }

    static void emitFacts(int number, ResidentReading reading) {
        ResidentFacts event = new ResidentFacts();
        event.reading = number;
        event.fromStart = reading.fromStart();
        addMemory(event, reading.memory());
        addJvm(event, reading.facts().jvm());
        addLimits(event, reading.facts().limits());
        addCgroup(event, reading.memory().cgroup());
        event.mappings = reading.facts().mappings();
        event.directCount = reading.facts().direct().count();
        event.directUsed = reading.facts().direct().usedBytes();
        event.directUntracked = reading.facts().direct().untrackedBytes();
        event.hugeHeap = huge(reading, HugePages.HEAP);
        event.hugeStacks = huge(reading, HugePages.STACKS);
        event.hugeMalloc = huge(reading, HugePages.MALLOC);
        event.hugeOther = huge(reading, HugePages.OTHER);
        event.commit();
    }

    private static long huge(ResidentReading reading, HugePages where) {
        return reading.facts().hugeBytes().getOrDefault(where, 0L);
    }

    private static void addMemory(ResidentFacts event, ResidentMemory memory) {
        event.peak = memory.peakRssBytes();
        event.swapped = memory.swappedBytes();
        event.clean = memory.pages().cleanFileBytes();
        event.changed = memory.pages().dirtyFileBytes();
        event.shared = memory.pages().sharedMemoryBytes();
        event.anonymous = memory.pages().anonymousBytes();
        event.threads = memory.threads();
        event.allocator = memory.allocator();
        event.arenas = memory.arenas();
        event.mallocInUse = memory.malloc() == null ? UNKNOWN : memory.malloc().inUseBytes();
        event.mallocFree = memory.malloc() == null ? UNKNOWN : memory.malloc().freeBytes();
        event.libraries = memory.line(Component.LIBRARIES).note();
        event.hotSpotTracking = memory.hotSpotTracking();
    }

    private static void addJvm(ResidentFacts event, JvmFigures jvm) {
        event.heapUsed = jvm.heapUsedBytes();
        event.heapLive = jvm.heapAfterCollectionBytes();
        event.heapNotCollected = jvm.heapNotCollectedBytes();
        event.heapAtMost = jvm.heapAtMost();
        event.heapLimit = jvm.heapMaxBytes();
        event.classes = jvm.classes();
        event.finalizerQueue = jvm.finalizerQueue();
    }

    private static void addLimits(ResidentFacts event, Limits limits) {
        event.heapLimitSet = limits.heapIsConfigured();
        event.directLimit = limits.directBytes();
        event.cgroupLimit = limits.containerBytes();
        event.mappingLimit = limits.mappings();
        event.swap = limits.swap();
        event.hugePages = limits.hugePages();
        event.arenaLimit = limits.arenas();
        event.metaspaceLimit = limits.metaspaceBytes();
        event.classSpaceLimit = limits.classSpaceBytes();
    }

    private static void addCgroup(ResidentFacts event, CgroupMemory cgroup) {
        event.cgroupUsage = cgroup.get(CgroupFigure.USAGE);
        event.cgroupAnonymous = cgroup.get(CgroupFigure.ANONYMOUS);
        event.cgroupPageCache = cgroup.get(CgroupFigure.FILE);
        event.cgroupShared = cgroup.get(CgroupFigure.SHARED);
        event.cgroupKernel = cgroup.get(CgroupFigure.KERNEL);
        event.cgroupSlab = cgroup.get(CgroupFigure.SLAB);
        event.cgroupSlabReclaimable = cgroup.get(CgroupFigure.SLAB_RECLAIMABLE);
        event.cgroupPageTables = cgroup.get(CgroupFigure.PAGE_TABLES);
        event.cgroupSockets = cgroup.get(CgroupFigure.SOCKETS);
        event.cgroupSwap = cgroup.get(CgroupFigure.SWAP);
        event.cgroupZswap = cgroup.get(CgroupFigure.ZSWAP);
        event.cgroupHigh = cgroup.get(CgroupFigure.HIGH);
        event.cgroupHighs = cgroup.get(CgroupFigure.HIGHS);
        event.cgroupOomKills = cgroup.get(CgroupFigure.OOM_KILLS);
        event.cgroupPressure = cgroup.get(CgroupFigure.PRESSURE);
        event.cgroupOthers = cgroup.get(CgroupFigure.OTHERS);
        event.cgroupOthersRss = cgroup.get(CgroupFigure.OTHERS_RSS);
        event.tmpfs = cgroup.largestTmpfs();
        event.tmpfsUsed = cgroup.largestTmpfsBytes();
    }

    static void emitFiles(int number, List<ResidentFile> files) {
        ResidentFile othersOfJava = new ResidentFile("", true, 0, 0, PageKinds.NONE);
        ResidentFile others = new ResidentFile("", false, 0, 0, PageKinds.NONE);
        for (int i = 0; i < files.size(); i++) {
            ResidentFile file = files.get(i);
            if (i < FILES) {
                emitFile(number, file);
            } else if (file.tracked()) {
                othersOfJava = othersOfJava.plus(file);
            } else {
                others = others.plus(file);
            }
        }
        if (othersOfJava.bytes() > 0) {
            emitFile(number, othersOfJava);
        }
        if (others.bytes() > 0) {
            emitFile(number, others);
        }
    }

    private static void emitFile(int number, ResidentFile file) {
        MappedFile event = new MappedFile();
        event.reading = number;
        event.path = file.path();
        event.tracked = file.tracked();
        event.mapped = file.bytes();
        event.resident = file.residentBytes();
        event.clean = file.pages().cleanFileBytes();
        event.changed = file.pages().dirtyFileBytes();
        event.shared = file.pages().sharedMemoryBytes();
        event.anonymous = file.pages().anonymousBytes();
        event.commit();
    }
}
