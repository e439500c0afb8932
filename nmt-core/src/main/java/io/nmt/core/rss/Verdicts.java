package io.nmt.core.rss;

import io.nmt.core.NativeMemory;
import io.nmt.core.categories.Category;
import io.nmt.core.mappings.MappedFile;
import io.nmt.core.report.Ages;
import io.nmt.core.report.Scale;
import io.nmt.core.rss.ResidentHistory.Reading;
import io.nmt.core.sites.SiteUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Says in words what a reading means: what is not the heap, the largest first, and then the heap. */
public final class Verdicts {
    private static final int MOST = 6;
    private static final long LEAST_BYTES = 8L << 20;
    private static final int LEAST_PART_OF_RSS = 33;
    private static final long LEAST_GROWTH_PER_MINUTE = 1L << 20;
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final double NEAR_LIMIT = 0.9;

    private final ResidentMemory memory;
    private final Reading earlier;
    private final List<SiteUsage> sites = NativeMemory.sites();
    private final List<Verdict> verdicts = new ArrayList<>();

    // Near a limit: told first, however small.
    private final List<Verdict> urgent = new ArrayList<>();
    private final long leastBytes;

    private Verdicts(ResidentMemory memory, Reading earlier) {
        this.memory = memory;
        this.earlier = earlier;
        this.leastBytes = Math.max(LEAST_BYTES, memory.rssBytes() / LEAST_PART_OF_RSS);
    }

    /**
     * Judges a reading.
     *
     * @param memory to be judged; the rest, such as call sites, is looked up now
     * @param earlier another reading, to tell what grows; may be null
     * @return the most important first; none if nothing stands out
     */
    public static List<Verdict> of(ResidentMemory memory, Reading earlier) {
        Verdicts found = new Verdicts(memory, earlier);
        found.addMalloc();
        found.addTracked();
        found.addJvm();
        found.verdicts.removeIf(verdict -> verdict.bytes() < found.leastBytes && !found.urgent.contains(verdict));
        found.verdicts.sort(Comparator.<Verdict, Boolean>comparing(verdict -> !found.urgent.contains(verdict))
                .thenComparing(Comparator.comparingLong(Verdict::bytes).reversed()));
        List<Verdict> verdicts = new ArrayList<>(found.verdicts.subList(0, Math.min(MOST, found.verdicts.size())));
        found.addHeap(verdicts);
        return verdicts;
    }

    private void addMalloc() {
        long free = resident(Component.MALLOC_FREE);
        long arenas = free + jvmMalloc();
        for (Component component :
                List.of(Component.NATIVE_LIBRARIES, Component.BEFORE_TRACKING, Component.MALLOC_OVERHEAD)) {
            arenas += resident(component);
        }
        for (Category category : Category.all()) {
            arenas += category.equals(Category.MAPPED_FILE)
                    ? 0
                    : memory.line(Component.lineOf(category)).residentBytes();
        }
        add(
                Component.MALLOC_FREE.label(),
                free,
                format(free) + " is memory that " + memory.allocator() + " keeps after free, "
                        + percent(free, arenas) + " of what it holds"
                        + (memory.arenas() > 0 ? ", in " + memory.arenas() + " arenas" : "")
                        + growth(Component.MALLOC_FREE.label()) + ": fragmentation, a leak is unlikely",
                memory.arenas() > 0
                        ? "'rss --trim' shows how much of it can be given back; jemalloc, preloaded, with"
                                + " background_thread:true keeps less, as does MALLOC_ARENA_MAX=2 where threads are many"
                        : "jemalloc gives it back sooner with background_thread:true and a shorter dirty_decay_ms");
        long libraries = resident(Component.NATIVE_LIBRARIES);
        String loaded = memory.line(Component.LIBRARIES).note();
        String whose = memory.malloc() == null
                ? "native libraries, and what " + memory.allocator() + " keeps after free, have " + format(libraries)
                        + ": not told apart"
                : memory.hotSpotTracking()
                        ? "native libraries hold " + format(libraries)
                                + " by malloc that neither the JVM nor tracked Java code took"
                        : "native libraries, or the JVM beyond what it normally takes, hold " + format(libraries)
                                + " by malloc";
        add(
                Component.NATIVE_LIBRARIES.label(),
                libraries,
                whose + growth(Component.NATIVE_LIBRARIES.label()),
                "look for objects with a native part that nobody closes"
                        + (loaded.isEmpty() ? "" : "; loaded are " + loaded)
                        + (memory.hotSpotTracking()
                                ? ""
                                : "; -XX:NativeMemoryTracking=summary at the next start tells the JVM's part"));
        long before = resident(Component.BEFORE_TRACKING);
        add(
                Component.BEFORE_TRACKING.label(),
                before,
                format(before) + " was taken through Unsafe (direct buffers are, too) before tracking began",
                "start the process with -javaagent to see whose it is");
    }

    private void addTracked() {
        for (Category category : Category.all()) {
            String name = Component.lineOf(category);
            ResidentLine line = memory.line(name);
            if (category.equals(Category.NATIVE_MEMORY_TRACKING)) {
                continue;
            }
            long resident = line.residentBytes();
            if (category.equals(Category.MAPPED_FILE)) {
                addMappedFiles(line);
                continue;
            }
            add(
                    name,
                    resident,
                    name + " holds " + format(resident) + limit(category, line) + growth(name) + site(category.name()),
                    "'sites' and 'leaks' show which code holds them");
            if (category.equals(Category.DIRECT_BUFFER)
                    && line.committedBytes() >= NEAR_LIMIT * Math.max(1, DirectLimit.bytes())) {
                urgent.add(verdicts.get(verdicts.size() - 1));
            }
            if (line.accuracy() == Accuracy.EXACT) {
                long absent = line.committedBytes() - resident;
                add(
                        name,
                        absent,
                        format(absent) + " of " + name
                                + " is allocated but not in memory: never touched, or swapped out. "
                                + "It is not in RSS, and may come to be" + site(category.name()),
                        "'sites' shows which code allocates more than it uses");
            }
        }
    }

    private void addMappedFiles(ResidentLine line) {
        if (line.residentBytes() < leastBytes) {
            return;
        }
        MappedFile largest = null;
        for (MappedFile file : NativeMemory.mappedFiles()) {
            if (largest == null || file.residentBytes() > largest.residentBytes()) {
                largest = file;
            }
        }
        if (largest != null) {
            long resident = line.residentBytes();
            add(
                    line.component(),
                    resident,
                    "mapped files have " + format(resident) + " in memory, "
                            + format(Math.max(0, largest.residentBytes()))
                            + " of the " + format(largest.bytes()) + " of "
                            + Objects.requireNonNullElse(largest.path(), "an unknown file")
                            + growth(line.component()) + ". The system takes such pages back when memory is short",
                    "'summary' lists the mapped files");
        }
    }

    private void addJvm() {
        ResidentLine stacks = memory.line(Component.THREAD_STACKS);
        long each = stacks.residentBytes() / Math.max(1, memory.threads());
        add(
                stacks.component(),
                stacks.residentBytes(),
                "the stacks of " + Scale.group(memory.threads()) + " threads hold " + format(stacks.residentBytes())
                        + ", " + Scale.KB.format(each) + " each" + growth(stacks.component()),
                "'jcmd PID Thread.print' shows the threads; fewer of them, or virtual ones, need less");
        ResidentLine metaspace = memory.line(Component.METASPACE);
        long classes = metaspace.residentBytes() + resident(Component.CLASS_SPACE);
        add(
                metaspace.component(),
                classes,
                "class metadata holds " + format(classes) + ", of " + metaspace.note() + growth(metaspace.component()),
                "'jcmd PID VM.classloader_stats' shows who loaded them; class loaders that are kept keep theirs");
        long code = resident(Component.CODE_CACHE);
        add(
                Component.CODE_CACHE.label(),
                code,
                "compiled code holds " + format(code) + growth(Component.CODE_CACHE.label()),
                "-XX:ReservedCodeCacheSize limits it");
        long jvm = jvmMalloc() + resident(Component.JVM_MAPPINGS) + resident(Component.GC);
        add(
                Component.JVM_MALLOC.label(),
                jvm,
                "the JVM itself holds " + format(jvm) + ": symbols, compilers, the collector's tables"
                        + growth(Component.JVM_MALLOC.label()),
                memory.hotSpotTracking()
                        ? "'jcmd PID VM.native_memory' has it by purpose"
                        : "with -XX:NativeMemoryTracking=summary this is no estimate");
        long rest = resident(Component.UNACCOUNTED);
        add(
                Component.UNACCOUNTED.label(),
                rest,
                format(rest) + " is anonymous memory that nobody known has mapped"
                        + growth(Component.UNACCOUNTED.label()),
                "a native library that maps memory by itself, or has a malloc of its own");
    }

    private void addHeap(List<Verdict> ranked) {
        long heap = 0;
        for (ResidentLine line : memory.lines()) {
            if (line.component().startsWith(Component.JAVA_HEAP.label())
                    && !line.component().equals(Component.JAVA_HEAP_AGAIN.label())) {
                heap += line.residentBytes();
            }
        }
        JvmFigures jvm = JvmFigures.read();
        String used = jvm.heapAfterCollectionBytes() == 0
                ? "no collection has told yet how much of it lives"
                : format(jvm.heapAfterCollectionBytes()) + " of it lived at the last collections";
        ranked.add(new Verdict(
                Component.JAVA_HEAP.label(),
                heap,
                "the Java heap has " + format(heap) + ", " + percent(heap, memory.rssBytes()) + " of RSS; " + used
                        + "; it may become " + format(jvm.heapMaxBytes()),
                "'rss --advise' proposes limits"));
    }

    private void add(String component, long bytes, String finding, String nextStep) {
        verdicts.add(new Verdict(component, bytes, finding, nextStep));
    }

    /** With its lines by purpose. */
    private long jvmMalloc() {
        long bytes = 0;
        for (ResidentLine line : memory.lines()) {
            if (line.component().startsWith(Component.JVM_MALLOC.label())) {
                bytes += line.residentBytes();
            }
        }
        return bytes;
    }

    private long resident(Component component) {
        return memory.line(component).residentBytes();
    }

    private String limit(Category category, ResidentLine line) {
        if (!category.equals(Category.DIRECT_BUFFER)) {
            return "";
        }
        long limit = DirectLimit.bytes();
        return limit <= 0
                ? ""
                : ", " + percent(line.committedBytes(), limit) + " of the limit for direct buffers, " + format(limit);
    }

    private String site(String category) {
        for (SiteUsage usage : sites) {
            if (usage.site().category().equals(category)) {
                return ", most of it from " + usage.site() + " (" + format(usage.liveBytes()) + ", sampled)";
            }
        }
        return "";
    }

    private String growth(String component) {
        if (earlier == null) {
            return "";
        }
        long grown = memory.line(component).residentBytes()
                - earlier.memory().line(component).residentBytes();
        double perMinute = grown / Math.max(1e-6, earlier.ageNanos() / NANOS_PER_MINUTE);
        return perMinute < LEAST_GROWTH_PER_MINUTE
                ? ""
                : ", growing " + format(Math.round(perMinute)) + " a minute for " + Ages.format(earlier.ageNanos());
    }

    private static String format(long bytes) {
        return Scale.fitting(bytes * 10).format(bytes);
    }

    private static String percent(long part, long whole) {
        return whole <= 0 ? "?" : Math.round(100.0 * part / whole) + " %";
    }
}
