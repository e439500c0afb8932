package io.nmt.report.reading.division;

import io.nmt.core.mappings.Region;
import io.nmt.core.model.Category;
import io.nmt.core.model.Snapshot;
import io.nmt.report.document.Amounts;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.reading.sources.Allocator;
import io.nmt.report.reading.sources.HotSpotUsage;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.MallocCheck;
import io.nmt.report.reading.sources.ThreadStacks;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Divides what is resident by use.
 *
 * <p>First by place: pieces of the address space of which HotSpot, the kernel or malloc's own marks say whose they are,
 * and the tracked blocks within them. What is left then are malloc's arenas less the tracked blocks, and anonymous
 * pages. These are divided by amounts: malloc tells how much is in use, HotSpot's tracking (or an estimate) how much of
 * that is the JVM's own, and its beans how much metaspace is committed. An amount is never more than what is left of
 * the pages it can be in; so the sum is RSS, and what is not explained is what remains. Reads nothing itself. Not
 * thread-safe.
 */
public final class Waterfall {
    // Beside the collector's tables, the JVM's own mappings are at the most this, where its tracking is off.
    private static final long FEW_MAPPINGS_BYTES = 8L << 20;
    private static final long HEAP_BYTES_PER_TABLE_BYTE = 128;
    // What HotSpot's tracking rounds, or does not see: the index of the code cache, guard pages, the polling page.
    private static final long ROUNDED_BYTES = 2L << 20;

    private final List<ResidentLine> lines = new ArrayList<>();
    private final Map<Component, PieceSum> known = new EnumMap<>(Component.class);

    private final Sources sources;
    private final HotSpotUsage hotSpot;
    private final JvmFigures jvm;
    private final Snapshot snapshot;
    private final ThreadStacks stacks;
    private final Pieces pieces;
    private final TrackedBlocks blocks;
    private final MallocUsage malloc;
    private final Allocator allocator;

    public Waterfall(Sources sources) {
        this.sources = sources;
        hotSpot = sources.hotSpot();
        jvm = sources.jvm();
        snapshot = sources.snapshot();
        stacks = sources.stacks();
        pieces = sources.pieces();
        blocks = sources.blocks();
        malloc = sources.malloc();
        allocator = sources.allocator();
    }

    /** The lines, in the order of a report. To be called once. */
    public List<ResidentLine> divide() {
        PieceSum arenas = new PieceSum();
        PieceSum mapped = new PieceSum();
        PieceSum files = new PieceSum();
        PieceSum unknown = new PieceSum();
        long mappedTwice = 0;
        for (Piece piece : pieces.list()) {
            switch (piece.place()) {
                case MALLOC_HEAP -> arenas.add(piece);
                case MALLOC_MAPPING -> mapped.add(piece);
                case FILE -> files.add(piece);
                case UNKNOWN -> unknown.add(piece);
                case KNOWN -> {
                    known.computeIfAbsent(piece.component(), component -> new PieceSum())
                            .add(piece);
                    if (piece.component() == Component.JAVA_HEAP) {
                        Region region = piece.region();
                        mappedTwice += region.residentBytes() - region.proportionalBytes();
                    }
                }
            }
        }
        addHeap(mappedTwice);
        addOfJvm(unknown);
        addTracked(unknown);
        lines.addAll(new MallocLines(
                        malloc,
                        allocator,
                        hotSpot,
                        blocks,
                        sources.direct(),
                        sources.memoryRead(),
                        isMallocOfJvmAlone())
                .divide(arenas, mapped, unknown, mappingBound(), jvmMallocBytes(), zipBytes()));
        addKnown(Component.LIBRARIES, String.join(", ", pieces.libraries()));
        add(Component.OTHER_FILES, files, Accuracy.EXACT, "");
        addRest(unknown);
        return lines;
    }

    private void addHeap(long mappedTwice) {
        long again = sharedWithinProcess() ? mappedTwice : 0;
        long tracking = snapshot.overheadBytes();
        PieceSum young = known.get(Component.JAVA_HEAP_YOUNG);
        PieceSum old = known.get(Component.JAVA_HEAP_OLD);
        PieceSum heap = known.get(Component.JAVA_HEAP);
        PieceSum first = old != null ? old : heap;
        long inHeap = first == null ? 0 : Math.min(tracking, first.resident - again);
        if (first != null) {
            first.resident -= inHeap + again;
            first.committed -= Math.min(first.committed, inHeap);
        }
        if (heap != null && young == null) {
            lines.add(new ResidentLine(
                    Component.JAVA_HEAP.label(),
                    Component.JAVA_HEAP,
                    again > 0 ? Math.max(jvm.heapMaxBytes(), jvm.heapCommittedBytes()) : heap.reserved,
                    Math.max(heap.resident, jvm.heapCommittedBytes() - inHeap),
                    heap.resident,
                    Accuracy.EXACT,
                    views() > 0 ? "ZGC maps it from a memfd, so that it counts as shared memory" : ""));
        } else {
            addKnown(Component.JAVA_HEAP, "");
        }
        addKnown(Component.JAVA_HEAP_YOUNG, "");
        addKnown(Component.JAVA_HEAP_OLD, "");
        if (again > 0) {
            lines.add(new ResidentLine(
                    Component.JAVA_HEAP_AGAIN.label(),
                    Component.JAVA_HEAP_AGAIN,
                    0,
                    0,
                    again,
                    Accuracy.EXACT,
                    "ZGC has mapped these pages more than once: no memory"));
        }
        lines.add(new ResidentLine(
                Component.TRACKING.label(),
                Component.TRACKING,
                0,
                inHeap,
                inHeap,
                Accuracy.BOUNDED,
                "the agent's own tables, in the Java heap"));
    }

    /** True if the heap's pages have several mappings in this process: ZGC before it had generations. */
    private boolean sharedWithinProcess() {
        return views() > 1;
    }

    /** The number of mappings of shared memory that the heap has and that are not empty. */
    private int views() {
        int views = 0;
        for (Piece piece : pieces.list()) {
            if (piece.component() == Component.JAVA_HEAP
                    && piece.region().permissions().endsWith("s")
                    && piece.residentBytes() > 0) {
                views++;
            }
        }
        return views;
    }

    private void addOfJvm(PieceSum unknown) {
        long metaspace = Math.min(jvm.metaspaceBytes(), unknown.resident);
        unknown.resident -= metaspace;
        unknown.takeCommitted(jvm.metaspaceBytes());
        lines.add(new ResidentLine(
                Component.METASPACE.label(),
                Component.METASPACE,
                jvm.metaspaceBytes(),
                jvm.metaspaceBytes(),
                metaspace,
                Accuracy.BOUNDED,
                jvm.classes() > 0 ? jvm.classes() + " classes" : ""));
        addKnown(Component.CLASS_SPACE, "");
        addKnown(Component.CDS, "");
        addKnown(Component.CODE_CACHE, "");
        addStacks();
        addKnown(Component.GC, "card table, mark bits");
    }

    /** Exact, if all are found. */
    private void addStacks() {
        PieceSum sum = known.get(Component.THREAD_STACKS);
        String threads = stacks.threads() + " threads";
        if (sum != null && stacks.unknown() > 0) {
            String missing = threads + ", of which " + stacks.unknown()
                    + " ran and were not found: other lines include their stacks";
            add(Component.THREAD_STACKS, sum, Accuracy.ESTIMATE, missing);
        } else {
            addKnown(Component.THREAD_STACKS, threads);
        }
    }

    private void addTracked(PieceSum unknown) {
        boolean disproved = malloc != null
                && MallocCheck.disproves(
                        Math.min(sources.liveBeforeBytes(), blocks.mallocBytes()), malloc.inUseBytes());
        for (Category category : Category.all()) {
            long committed = blocks.committedBytes(category);
            if (committed > 0) {
                long reserved = snapshot.category(category.name()).reserved();
                // Reserved by the application, and not yet to be used.
                unknown.takeReserved(reserved - committed);
                lines.add(new ResidentLine(
                        Component.lineOf(category),
                        Component.CATEGORY,
                        Math.max(reserved, committed),
                        committed,
                        blocks.residentBytes(category),
                        disproved && category.isMalloced() ? Accuracy.BOUNDED : Accuracy.EXACT,
                        disproved && category.isMalloced()
                                ? "malloc has only " + Amounts.format(malloc.inUseBytes())
                                        + " in use: native code has freed blocks"
                                : ""));
            }
        }
    }

    /** Tells whether only the JVM can have what malloc has in use and tracking has not seen. */
    private boolean isMallocOfJvmAlone() {
        return snapshot.coverage().fromStart()
                && snapshot.coverage().notTracked().isEmpty()
                && pieces.libraries().isEmpty();
    }

    private long jvmMallocBytes() {
        return hotSpot != null
                ? hotSpot.mallocBytes()
                : JvmEstimate.mallocBytes(jvm, sources.scale(), stacks.threads());
    }

    private long zipBytes() {
        return snapshot.category(Category.ZIP.name()).committed();
    }

    /** Nothing where the JVM's mappings cannot be told from malloc's. */
    private long mappingBound() {
        if (!sources.memoryRead()) {
            return 0;
        }
        PieceSum gc = known.get(Component.GC);
        long told = gc == null ? 0 : gc.committed;
        return hotSpot != null
                ? Math.max(0, hotSpot.mappingBytes() - told) + ROUNDED_BYTES
                : jvm.heapCommittedBytes() / HEAP_BYTES_PER_TABLE_BYTE + FEW_MAPPINGS_BYTES;
    }

    private void addRest(PieceSum unknown) {
        long bound = mappingBound();
        long mappings = Math.min(unknown.resident, bound);
        lines.add(new ResidentLine(
                Component.JVM_MAPPINGS.label(),
                Component.JVM_MAPPINGS,
                Math.min(unknown.reserved, bound),
                Math.min(unknown.committed, bound),
                mappings,
                hotSpot != null ? Accuracy.BOUNDED : Accuracy.ESTIMATE,
                mappings > 0 ? "mappings without a known owner: the JVM's by estimate, perhaps a library's" : ""));
        lines.add(new ResidentLine(
                Component.UNACCOUNTED.label(),
                Component.UNACCOUNTED,
                Math.max(0, unknown.reserved - bound),
                Math.max(0, unknown.committed - bound),
                unknown.resident - mappings,
                unknown.resident > 0 ? Accuracy.ESTIMATE : Accuracy.EXACT,
                "anonymous mappings of an unknown owner" + (mappings > 0 ? "; at least that much" : "")));
    }

    private void addKnown(Component component, String note) {
        PieceSum sum = known.get(component);
        if (sum != null) {
            add(component, sum, Accuracy.EXACT, note);
        }
    }

    private void add(Component component, PieceSum sum, Accuracy accuracy, String note) {
        lines.add(new ResidentLine(
                component.label(), component, sum.reserved, sum.committed, sum.resident, accuracy, note));
    }
}
