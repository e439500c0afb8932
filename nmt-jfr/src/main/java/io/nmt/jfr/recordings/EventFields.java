package io.nmt.jfr.recordings;

import io.nmt.core.model.NotTracked;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The fields that events must have to be used. Events of another version of the agent, of another agent, or of a
 * damaged file may lack some, or tell negative bytes: these are left out, and named. Not thread-safe.
 */
final class EventFields {
    private static final long MOST_AMOUNT = 1L << 56; // the address space that a program can have
    private static final char TEXT = '\'';
    private static final char AMOUNT = '#';
    private static final char TIME = '~';
    private static final String KINDS = "'#~";
    private static final int MOST_NAMED = 100; // a damaged file may have any

    private static final List<String> LINE = List.of(
            "'topFrame",
            "'stack",
            "#siteLive",
            "#siteStandardError",
            "~siteOldestAge",
            "siteGrowth",
            "siteGrowthError",
            "~siteGrowingFor");

    /** By the event. Begin: {@code '} text, {@code #} from 0 on, {@code ~} length of time, else any number. */
    private static final Map<String, List<String>> NEEDED = Map.ofEntries(
            Map.entry("nmt.NativeMemoryUsage", List.of("'type", "#reserved", "#committed", "#count")),
            Map.entry("nmt.NativeMemoryUsageTotal", List.of("#reserved", "#committed", "#count")),
            Map.entry("nmt.NativeMemoryUsagePeak", List.of("'type", "#peakReserved", "#peakCommitted", "#countAtPeak")),
            Map.entry("nmt.NativeMemoryUsageTotalPeak", List.of("#peakReserved", "#peakCommitted", "#countAtPeak")),
            Map.entry(
                    "nmt.NativeMemorySite",
                    List.of(
                            "'type",
                            "'topFrame",
                            "'stack",
                            "#site",
                            "#rank",
                            "#liveBytes",
                            "#standardError",
                            "#count",
                            "#peak",
                            "~oldestAge")),
            Map.entry(
                    "nmt.NativeMemoryScope",
                    List.of(
                            "'scope",
                            "'mostAt",
                            "#mostAtBytes",
                            "#rank",
                            "#liveBytes",
                            "standardError",
                            "#count",
                            "~oldestAge")),
            Map.entry(
                    "nmt.NativeHandles",
                    joined(
                            LINE,
                            "'className",
                            "#created",
                            "#closed",
                            "#collected",
                            "#standardError",
                            "~oldestAge",
                            "#siteCollected")),
            Map.entry(
                    "nmt.StartedThreads",
                    joined(
                            LINE,
                            "#rank",
                            "'threadName",
                            "#live",
                            "runnable",
                            "idle",
                            "executors",
                            "openExecutors",
                            "pooled",
                            "stackBytes")),
            Map.entry(
                    "nmt.ClassLoaders",
                    joined(
                            LINE,
                            "#rank",
                            "'loaderClass",
                            "'parentClass",
                            "'keptBy",
                            "'keptByThreads",
                            "keptLoaders",
                            "#live",
                            "survivors",
                            "classes",
                            "metaspace",
                            "used")),
            Map.entry(
                    "nmt.Growth",
                    List.of(
                            "'kind",
                            "'subject",
                            "'name",
                            "'place",
                            "'libraryFrame",
                            "'evidence",
                            "#rank",
                            "#standardError",
                            "amount",
                            "growth",
                            "growthError",
                            "age")),
            Map.entry("nmt.PoolUsage", List.of("'allocator", "'type", "#rank", "#chunks", "#chunkBytes")),
            Map.entry(
                    "nmt.PooledBufferSite",
                    List.of(
                            "'type",
                            "'topFrame",
                            "'stack",
                            "#site",
                            "#rank",
                            "#liveBytes",
                            "#standardError",
                            "#count",
                            "#peak",
                            "~oldestAge",
                            "growth",
                            "growthError",
                            "~growingFor",
                            "~judgedIn",
                            "#lost",
                            "#gone")),
            Map.entry("nmt.AllocatorUsage", List.of("'library", "'name", "#rank", "#bytes", "#peak", "limit")),
            Map.entry(
                    "nmt.ResidentMemory",
                    List.of("'component", "'accuracy", "#reading", "#reserved", "#committed", "#resident", "took")),
            Map.entry(
                    "nmt.ResidentFacts",
                    List.of(
                            "#reading",
                            "peak",
                            "swapped",
                            "clean",
                            "changed",
                            "shared",
                            "anonymous",
                            "threads",
                            "'libraries",
                            "'allocator",
                            "arenas",
                            "mallocInUse",
                            "mallocFree",
                            "heapUsed",
                            "heapLimit",
                            "heapLive",
                            "heapNotCollected",
                            "classes",
                            "finalizerQueue",
                            "directLimit",
                            "cgroupLimit",
                            "mappingLimit",
                            "'hugePages",
                            "arenaLimit",
                            "directCount",
                            "directUsed",
                            "directUntracked",
                            "hugeHeap",
                            "hugeStacks",
                            "hugeMalloc",
                            "hugeOther",
                            "mappings")),
            Map.entry(
                    "nmt.MappedFile",
                    List.of("'path", "#reading", "#mapped", "#resident", "clean", "changed", "shared", "anonymous")),
            Map.entry("nmt.JvmMemory", List.of("'kind", "'name", "'accuracy", "#rank", "count", "bytes", "limit")),
            Map.entry("nmt.NativeAllocationSample", List.of("'type", "#site", "#size", "#weight", "address")),
            Map.entry("nmt.NativeFreeSample", List.of("#size", "address")),
            Map.entry("nmt.PooledBufferSample", List.of("'type", "#site", "#size", "#weight")),
            Map.entry("jdk.StringTableStatistics", List.of("#totalFootprint", "#entryCount")),
            Map.entry("jdk.SymbolTableStatistics", List.of("#totalFootprint", "#entryCount")),
            Map.entry("jdk.CodeCacheStatistics", List.of("startAddress", "reservedTopAddress", "#unallocatedCapacity")),
            Map.entry("jdk.CompilerQueueUtilization", List.of("#queueSize")),
            Map.entry("jdk.NativeMemoryUsage", List.of("'type", "#committed")),
            Map.entry("jdk.GarbageCollection", List.of("'name", "'cause")));

    private final Map<String, Set<String>> unusable = new TreeMap<>(); // fields by event
    private final Map<String, Set<String>> missing = new TreeMap<>();

    private static List<String> joined(List<String> some, String... more) {
        List<String> all = new ArrayList<>(List.of(more));
        all.addAll(some);
        return List.copyOf(all);
    }

    /** Returns the event for reading, in which a field that it lacks is unknown; null if it cannot be used. */
    EventData checked(EventData event) {
        List<String> lacking = lacking(event);
        if (lacking.isEmpty()) {
            return new LenientEvent(event, this);
        }
        note(unusable, event.name(), lacking);
        return null;
    }

    /** True if an event has all that it needs. */
    static boolean isUsable(EventData event) {
        return lacking(event).isEmpty();
    }

    private static List<String> lacking(EventData event) {
        List<String> lacking = List.of();
        for (String need : NEEDED.getOrDefault(event.name(), List.of())) {
            if (!has(event, need)) {
                lacking = lacking.isEmpty() ? new ArrayList<>() : lacking;
                lacking.add(field(need));
            }
        }
        return lacking;
    }

    private static boolean has(EventData event, String need) {
        char kind = need.charAt(0);
        String field = field(need);
        try {
            return event.hasField(field) && isUsable(kind, value(event, kind, field));
        } catch (RuntimeException e) {
            return false; // it is of another type
        }
    }

    private static String field(String need) {
        return KINDS.indexOf(need.charAt(0)) < 0 ? need : need.substring(1);
    }

    private static Object value(EventData event, char kind, String field) {
        return switch (kind) {
            case TEXT -> event.getString(field);
            case TIME -> event.getDuration(field).toNanos();
            default -> event.getLong(field);
        };
    }

    /** JDK 17 may leave a string out of a chunk: then it is null, which is no fault of the event. */
    private static boolean isUsable(char kind, Object value) {
        return switch (kind) {
            case AMOUNT -> isAmount((Long) value);
            case TIME -> (Long) value >= 0;
            default -> true;
        };
    }

    private static boolean isAmount(long value) {
        return value >= 0 && value <= MOST_AMOUNT;
    }

    /** Notes a field that an event lacks, which can be used without it. */
    void lacks(String event, String field) {
        if (event.startsWith(CourseEvents.OUR_EVENTS)) {
            note(missing, event, List.of(field));
        }
    }

    private static void note(Map<String, Set<String>> fields, String event, List<String> some) {
        if (fields.size() < MOST_NAMED && event.startsWith(CourseEvents.OUR_EVENTS)) {
            fields.computeIfAbsent(event, any -> new TreeSet<>()).addAll(some);
        }
    }

    /** The events that could not be used, and fields that others lack: a sentence each. */
    List<NotTracked> notRead() {
        List<NotTracked> all = new ArrayList<>();
        unusable.forEach((event, fields) -> all.add(NotTracked.ofEvents(event, fields, false)));
        missing.forEach((event, fields) -> all.add(NotTracked.ofEvents(event, fields, true)));
        return all;
    }
}
