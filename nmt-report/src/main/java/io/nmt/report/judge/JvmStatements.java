package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.division.HugePages;
import io.nmt.report.reading.sources.JvmFigures;
import java.util.List;

/** Statements on the JVM's own memory, and on address space. Pure functions of a reading. */
final class JvmStatements {
    private static final double FULL_SHARE = 0.9;
    private static final double NEAR_LIMIT_SHARE = 0.8;
    private static final int MIN_LIVED_MORE_DIVISOR = 10; // a tenth
    private static final int MIN_LIVED_OF_RISE_DIVISOR = 4; // a quarter
    private static final int MIN_PART_DIVISOR = 3; // a third
    private static final long MIN_FINALIZERS = 1000;
    private static final int MIN_MORE_MAPPINGS = 1000;
    private static final String UNACCOUNTED_NAME =
            Component.UNACCOUNTED.label() + " with " + Component.JVM_MAPPINGS.label();
    private static final List<String> UNACCOUNTED_WITH_MAPPINGS =
            List.of(Component.UNACCOUNTED.label(), Component.JVM_MAPPINGS.label());

    private static final List<String> CLASS_METADATA =
            List.of(Component.METASPACE.label(), Component.CLASS_SPACE.label());
    private static final List<String> CLASS_SPACE = CLASS_METADATA.subList(1, 2);

    private JvmStatements() {}

    static Statement heap(ResidentLines lines) {
        JvmFigures jvm = lines.facts().jvm();
        List<String> heap = lines.heap();
        long resident = lines.resident(heap);
        long max = jvm.heapMaxBytes();
        LiveHeap live = LiveHeap.of(lines.reading());
        long container = lines.facts().limits().containerBytes();
        long outside = lines.memory().outsideHeapBytes() + lines.memory().besideProcessBytes();
        boolean mayPass = container > 0 && max + outside > container;
        boolean isFull = live.isExact() && max > 0 && live.bytes() >= FULL_SHARE * max;
        LineChange more = lines.livedMore();
        // Concurrent collections count what was allocated in their time: some megabytes are no growth of a line.
        boolean livesMore = isMuchMore(more.bytes(), live.bytes())
                && MIN_LIVED_OF_RISE_DIVISOR * more.bytes()
                        >= lines.change(heap).risenBytes();
        Draft draft = Draft.of(lines, Kind.NORMAL, heap);
        draft.withHugePages(HugePages.HEAP, resident);
        if (max > 0) {
            draft.withLimit(max, lines.facts().limits().heapIsConfigured() ? "-Xmx" : "default -Xmx");
        }
        live.addTo(draft);
        if (livesMore) {
            draft.with(Basis.LIVED_MORE_BYTES, more.bytes()).with(Basis.LIVED_MORE_IN_NANOS, more.nanos());
        }
        if (jvm.finalizerQueue() >= MIN_FINALIZERS) {
            draft.with(Basis.FINALIZER_QUEUE, jvm.finalizerQueue());
        }
        if (mayPass) {
            draft.with(Basis.MAY_PASS_WITH_BYTES, outside).with(Basis.CONTAINER_BYTES, container);
        }
        // That more of the heap is touched does not show that more of it lives.
        return draft.kind(isFull ? Kind.LIMIT : mayPass || livesMore ? Kind.HELD : Kind.NORMAL)
                .next(livesMore || isFull ? Next.HISTOGRAM : Next.ADVISE)
                .make();
    }

    static boolean isMuchMore(long bytes, long ofBytes) {
        return bytes >= Math.max(ResidentJudge.MIN_BYTES, ofBytes / MIN_LIVED_MORE_DIVISOR);
    }

    /** Judges stacks of which no statement on threads tells. Returns null where the stacks of these are unknown. */
    static Statement stacks(ResidentLines lines) {
        if (lines.areStacksTold()) {
            return null;
        }
        List<String> stacks = List.of(Component.THREAD_STACKS.label());
        long told = Math.min(lines.toldStackBytes(), lines.resident(stacks));
        long resident = lines.resident(stacks) - told;
        long threads = Math.max(0, lines.memory().threads() - lines.toldThreads());
        Draft draft = Draft.of(lines, Kind.HELD, stacks, changeBeside(lines, stacks, told), resident);
        draft.withSome(Basis.BESIDE_GROWING_BYTES, told);
        if (threads > 0) {
            draft.with(Basis.OWNERS, threads, "threads").with(Basis.EACH_BYTES, resident / threads);
        }
        if (draft.withHugePages(HugePages.STACKS, resident)) {
            draft.with(Basis.REMEDY, 0, "madvise in /sys/kernel/mm/transparent_hugepage/enabled");
        }
        return draft.next(Next.THREAD_STARTS).make();
    }

    /** The change of lines of which no other statement has a part: it may be of that. */
    private static LineChange changeBeside(ResidentLines lines, List<String> components, long told) {
        return told > 0 ? LineChange.NONE : lines.change(components);
    }

    /** Returns null where it is told to grow, or that loaders have much of it, but near its limit. */
    static Statement classes(ResidentLines lines) {
        boolean isSpaceTold = isNear(lines, CLASS_SPACE, lines.facts().limits().classSpaceBytes());
        long limit = lines.facts().limits().metaspaceBytes();
        if (isNear(lines, CLASS_METADATA, limit)) {
            return ofClasses(lines, CLASS_METADATA, limit, "-XX:MaxMetaspaceSize");
        }
        if (lines.isTold(HistoryFigure.METASPACE.title()) || lines.isMetaspaceOfLoadersTold()) {
            return null;
        }
        return ofClasses(lines, isSpaceTold ? CLASS_METADATA.subList(0, 1) : CLASS_METADATA, 0, "");
    }

    /** Returns null unless the class space alone is near its limit. */
    static Statement classSpace(ResidentLines lines) {
        long limit = lines.facts().limits().classSpaceBytes();
        boolean isTold = isNear(lines, CLASS_METADATA, lines.facts().limits().metaspaceBytes());
        return !isTold && isNear(lines, CLASS_SPACE, limit)
                ? ofClasses(lines, CLASS_SPACE, limit, "-XX:CompressedClassSpaceSize")
                : null;
    }

    private static Statement ofClasses(ResidentLines lines, List<String> components, long limit, String option) {
        long resident = lines.resident(components);
        long told = limit > 0 ? 0 : Math.min(lines.toldMetaspaceBytes(), resident);
        Draft draft = Draft.of(
                lines,
                limit > 0 ? Kind.LIMIT : Kind.HELD,
                components,
                changeBeside(lines, components, told),
                resident - told);
        draft.withSome(Basis.BESIDE_GROWING_BYTES, told);
        if (limit > 0) {
            draft.kind(Kind.LIMIT)
                    .with(Basis.LIMIT, limit, option)
                    .with(Basis.LIMIT_PERCENT, ResidentLines.percent(committed(lines, components), limit));
        }
        if (components.equals(CLASS_METADATA)) {
            draft.named(HistoryFigure.METASPACE.title());
        }
        // The JVM counts all classes.
        return draft.withSome(Basis.OWNERS, told > 0 ? 0 : lines.facts().jvm().classes(), "classes")
                .next(Next.CLASS_LOADERS)
                .make();
    }

    private static boolean isNear(ResidentLines lines, List<String> components, long limit) {
        return limit > 0 && committed(lines, components) >= FULL_SHARE * limit;
    }

    /** The JVM counts what is committed toward a limit. */
    private static long committed(ResidentLines lines, List<String> components) {
        return components.stream()
                .mapToLong(component -> lines.memory().line(component).committedBytes())
                .sum();
    }

    /** Returns null where compiled code is told to grow. */
    static Statement code(ResidentLines lines) {
        if (lines.isTold(HistoryFigure.CODE.title())) {
            return null;
        }
        return Draft.of(lines, Kind.HELD, List.of(Component.CODE_CACHE.label()))
                .next(Next.JVM_PARTS)
                .make();
    }

    static Statement malloc(ResidentLines lines) {
        boolean counted = lines.memory().hotSpotTracking();
        List<String> all = lines.jvmMalloc();
        // The estimate has what a library takes, too.
        boolean alone = lines.resident(Component.NATIVE_LIBRARIES) == 0;
        List<String> growing = counted || alone ? all : List.of();
        long resident = lines.resident(all);
        Draft draft = Draft.of(lines, Kind.HELD, all, lines.changeOfMalloc(growing), resident);
        String prefix = Component.JVM_MALLOC.label() + ", ";
        for (String line : all) {
            long bytes = lines.memory().line(line).residentBytes();
            if (line.startsWith(prefix)
                    && !line.equals(Component.JVM_ROUNDING.label())
                    && bytes >= resident / MIN_PART_DIVISOR) {
                draft.with(Basis.PART_BYTES, bytes, line.substring(prefix.length()));
                break;
            }
        }
        return counted
                ? draft.next(Next.JVM_MEMORY).make()
                : draft.with(Basis.ESTIMATE, 0)
                        .with(Basis.TOLD_WITH, 0, MallocStatements.HOTSPOT_TRACKING)
                        .make();
    }

    /** The collector's tables in mappings, which grow with the heap. Returns null where they are told to grow. */
    static Statement collector(ResidentLines lines) {
        return lines.isTold(HistoryFigure.COLLECTOR.title())
                ? null
                : steady(lines, Component.GC).make();
    }

    private static Draft steady(ResidentLines lines, Component component) {
        return Draft.of(lines, Kind.HELD, List.of(component.label()), LineChange.NONE, lines.resident(component));
    }

    /** Returns null where mappings grow that are not the JVM's. */
    static Statement ownMappings(ResidentLines lines) {
        return areOfOthers(lines)
                ? null
                : steady(lines, Component.JVM_MAPPINGS)
                        .with(Basis.MAY_BE_LIBRARY_BYTES, lines.resident(Component.JVM_MAPPINGS))
                        .make();
    }

    /** Mappings that may be the JVM's are filled first: what grows does not begin beyond them, and is not the JVM's. */
    private static boolean areOfOthers(ResidentLines lines) {
        LineChange change = lines.change(UNACCOUNTED_WITH_MAPPINGS);
        return change.perMinute() > 0 || change.bytes() >= ResidentJudge.MIN_BYTES;
    }

    static Statement unaccounted(ResidentLines lines) {
        boolean withMappings = areOfOthers(lines);
        List<String> all = withMappings ? UNACCOUNTED_WITH_MAPPINGS : UNACCOUNTED_WITH_MAPPINGS.subList(0, 1);
        Draft draft = Draft.of(lines, Kind.UNKNOWN, all);
        draft.withHugePages(HugePages.OTHER, lines.resident(all));
        if (withMappings) {
            draft.named(UNACCOUNTED_NAME).with(Basis.MAY_BE_JVM, 0);
        }
        return MallocStatements.withHandles(draft.withLibraries(), lines).make();
    }

    /** Returns null unless there are nearly as many as the system allows, or many more than before. */
    static Statement mappings(ResidentLines lines) {
        int mappings = lines.facts().mappings();
        long limit = lines.facts().limits().mappings();
        boolean isNear = limit > 0 && mappings >= NEAR_LIMIT_SHARE * limit;
        LineChange more = lines.since(mappings, ResidentPoint::mappings);
        boolean isMore = more.bytes() >= Math.max(MIN_MORE_MAPPINGS, mappings / MIN_PART_DIVISOR);
        if (!isNear && !isMore) {
            return null;
        }
        Draft draft = Draft.of(lines, SubjectType.COUNT, isNear ? Kind.LIMIT : Kind.HELD, "Mappings", mappings);
        if (isMore) {
            draft.withMore(more);
        }
        if (limit > 0) {
            draft.withLimit(limit, "vm.max_map_count");
        }
        CategoryUsage files = lines.facts().snapshot().category(Category.MAPPED_FILE.name());
        boolean areFiles = files.count() >= mappings / 2;
        return draft.next(areFiles ? Next.SITES : Next.NONE).make();
    }
}
