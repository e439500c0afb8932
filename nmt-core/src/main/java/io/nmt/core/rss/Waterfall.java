package io.nmt.core.rss;

import io.nmt.core.NativeMemory;
import io.nmt.core.categories.Category;
import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.mappings.AddressSpace.Region;
import io.nmt.core.mappings.PageMap;
import io.nmt.core.snapshot.Snapshot;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Divides what is resident among who uses it.
 *
 * <p>First by place: pieces of the address space of which HotSpot, the kernel or malloc's own marks say whose they are, and the
 * tracked blocks within them. What is left then are malloc's arenas less the tracked blocks, and anonymous pages. These are divided by
 * amounts: malloc tells how much is in use, HotSpot's tracking (or an estimate) how much of that is the JVM's own, and its
 * beans how much metaspace is committed. An amount is never more than what is left of the pages it can be in; so the sum is
 * RSS, and what nobody explains is what remains.
 */
final class Waterfall {
    // Beside the collector's tables, the JVM's own mappings are at the most this, where its tracking is off.
    private static final long FEW_MAPPINGS = 8L << 20;
    private static final long HEAP_BYTES_PER_TABLE_BYTE = 128;
    // What HotSpot's tracking rounds, or does not see: the index of the code cache, guard pages, the polling page.
    private static final long ROUNDED = 2L << 20;

    private final List<ResidentLine> lines = new ArrayList<>();
    private final long startNanos = System.nanoTime();

    private HotSpotUsage hotSpot;
    private MallocUsage malloc;
    private Allocator allocator;
    private JvmFigures jvm;
    private Snapshot snapshot;
    private ThreadStacks stacks;
    private Pieces pieces;
    private TrackedBlocks blocks;

    private final Map<Component, PieceSum> known = new EnumMap<>(Component.class);

    ResidentMemory read() {
        String vmInfo = DiagnosticCommands.run("vmInfo");
        if (vmInfo.isEmpty()) {
            throw new UnsupportedOperationException(
                    "the JVM does not tell where its own memory is: that takes HotSpot, and its"
                            + " modules java.management and jdk.management");
        }
        hotSpot = HotSpotUsage.read();
        jvm = JvmFigures.read();
        HotSpotAreas areas = HotSpotAreas.read(vmInfo);
        malloc = MallocUsage.read(vmInfo);
        AddressSpace space = AddressSpace.read();
        if (space.regions().isEmpty()) {
            throw new UnsupportedOperationException("/proc/self/smaps cannot be read");
        }
        MallocHeaps heaps = MallocHeaps.find(space);
        try (PageMap pages = new PageMap();
                ProcessMemory processMemory = new ProcessMemory()) {
            stacks = ThreadStacks.find(space, heaps, pages, processMemory);
            pieces = new Pieces(space, areas, stacks, heaps, pages);
            snapshot = NativeMemory.snapshot();
            blocks = new TrackedBlocks(pieces, hotSpot != null);
            NativeMemory.forEachBlock(blocks);
        } catch (IOException e) {
            throw new UnsupportedOperationException("/proc/self/pagemap or mem cannot be read: " + e.getMessage(), e);
        }
        allocator = Allocator.of(space);
        if (!allocator.isGlibc()) {
            malloc = allocator.usage();
        }
        divide();
        long rss = 0;
        long swapped = 0;
        for (Region region : space.regions()) {
            rss += region.residentBytes();
            swapped += region.swappedBytes();
        }
        return new ResidentMemory(
                Instant.now(),
                rss,
                ProcessStatus.peakRssBytes(),
                swapped,
                stacks.threads(),
                lines,
                malloc,
                allocator.name(),
                allocator.isGlibc() ? heaps.arenas() : 0,
                hotSpot != null,
                System.nanoTime() - startNanos);
    }

    private void divide() {
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
        addTracked();
        lines.addAll(new MallocLines(malloc, allocator, hotSpot, blocks)
                .divide(arenas, mapped, unknown, mappingBound(), jvmMallocBytes(), zipBytes()));
        addKnown(Component.LIBRARIES, String.join(", ", pieces.libraries()));
        add(Component.OTHER_FILES, files, Accuracy.EXACT, "");
        addRest(unknown);
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
        }
        if (heap != null && young == null) {
            lines.add(new ResidentLine(
                    Component.JAVA_HEAP.label(),
                    again > 0 ? Math.max(jvm.heapMaxBytes(), jvm.heapCommittedBytes()) : heap.reserved,
                    jvm.heapCommittedBytes(),
                    heap.resident,
                    Accuracy.EXACT,
                    ""));
        } else {
            addKnown(Component.JAVA_HEAP, "");
        }
        addKnown(Component.JAVA_HEAP_YOUNG, "");
        addKnown(Component.JAVA_HEAP_OLD, "");
        if (again > 0) {
            lines.add(new ResidentLine(
                    Component.JAVA_HEAP_AGAIN.label(),
                    0,
                    0,
                    again,
                    Accuracy.EXACT,
                    "ZGC has mapped these pages more than once: no memory"));
        }
        lines.add(new ResidentLine(
                Component.TRACKING.label(), 0, tracking, inHeap, Accuracy.BOUNDED, "in the Java heap"));
    }

    /** Whether a heap whose pages have several mappings has them in this process: ZGC before it had generations. */
    private boolean sharedWithinProcess() {
        int views = 0;
        for (Piece piece : pieces.list()) {
            if (piece.component() == Component.JAVA_HEAP
                    && piece.region().permissions().endsWith("s")
                    && piece.residentBytes() > 0) {
                views++;
            }
        }
        return views > 1;
    }

    private void addOfJvm(PieceSum unknown) {
        long metaspace = Math.min(jvm.metaspaceBytes(), unknown.resident);
        unknown.resident -= metaspace;
        unknown.committed -= Math.min(unknown.committed, jvm.metaspaceBytes());
        lines.add(new ResidentLine(
                Component.METASPACE.label(),
                jvm.metaspaceBytes(),
                jvm.metaspaceBytes(),
                metaspace,
                Accuracy.BOUNDED,
                jvm.classes() + " classes"));
        addKnown(Component.CLASS_SPACE, "");
        addKnown(Component.CDS, "");
        addKnown(Component.CODE_CACHE, "");
        addKnown(Component.THREAD_STACKS, stacks.threads() + " threads");
        addKnown(Component.GC, "card table, mark bits");
    }

    private void addTracked() {
        for (Category category : Category.all()) {
            long committed = blocks.committedBytes(category);
            if (committed > 0) {
                long reserved = snapshot.category(category.name()).reserved();
                lines.add(new ResidentLine(
                        Component.lineOf(category),
                        Math.max(reserved, committed),
                        committed,
                        blocks.residentBytes(category),
                        Accuracy.EXACT,
                        ""));
            }
        }
    }

    private long jvmMallocBytes() {
        return hotSpot != null ? hotSpot.mallocBytes() : JvmEstimate.mallocBytes(jvm, stacks.threads());
    }

    private long zipBytes() {
        return snapshot.category(Category.ZIP.name()).committed();
    }

    private long mappingBound() {
        PieceSum gc = known.get(Component.GC);
        long told = gc == null ? 0 : gc.committed;
        return hotSpot != null
                ? Math.max(0, hotSpot.mappingBytes() - told) + ROUNDED
                : jvm.heapCommittedBytes() / HEAP_BYTES_PER_TABLE_BYTE + FEW_MAPPINGS;
    }

    private void addRest(PieceSum unknown) {
        long bound = mappingBound();
        long mappings = Math.min(unknown.resident, bound);
        lines.add(new ResidentLine(
                Component.JVM_MAPPINGS.label(),
                Math.min(unknown.reserved, bound),
                Math.min(unknown.committed, bound),
                mappings,
                hotSpot != null ? Accuracy.BOUNDED : Accuracy.ESTIMATE,
                ""));
        lines.add(new ResidentLine(
                Component.UNACCOUNTED.label(),
                Math.max(0, unknown.reserved - bound),
                Math.max(0, unknown.committed - bound),
                unknown.resident - mappings,
                Accuracy.EXACT,
                "anonymous mappings of nobody known"));
    }

    private void addKnown(Component component, String note) {
        PieceSum sum = known.get(component);
        if (sum != null) {
            add(component, sum, Accuracy.EXACT, note);
        }
    }

    private void add(Component component, PieceSum sum, Accuracy accuracy, String note) {
        lines.add(new ResidentLine(component.label(), sum.reserved, sum.committed, sum.resident, accuracy, note));
    }
}
