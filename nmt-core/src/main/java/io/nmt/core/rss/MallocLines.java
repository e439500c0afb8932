package io.nmt.core.rss;

import io.nmt.core.categories.Category;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides what malloc has in memory, less the tracked blocks, by what allocated it, and what is free. Of what is in
 * use, only of tracked blocks it is known how much is in memory: the rest is taken to be.
 */
final class MallocLines {
    private final MallocUsage malloc;
    private final Allocator allocator;
    private final HotSpotUsage hotSpot;
    private final TrackedBlocks blocks;

    private final List<ResidentLine> lines = new ArrayList<>();

    /** What is in use and not yet in a line. */
    private long left;

    /** Takes {@code malloc} and {@code hotSpot} as null where they do not tell. */
    MallocLines(MallocUsage malloc, Allocator allocator, HotSpotUsage hotSpot, TrackedBlocks blocks) {
        this.malloc = malloc;
        this.allocator = allocator;
        this.hotSpot = hotSpot;
        this.blocks = blocks;
    }

    /**
     * Makes the lines. To be called once.
     *
     * @param arenas glibc's
     * @param mapped its blocks with mappings of their own
     * @param unknown anonymous memory; what another malloc has of it is taken out
     * @param mappingBound how much of that the JVM may have mapped
     * @param jvmBytes what the JVM has allocated
     * @param zipBytes what zlib streams have
     * @return lines that have together what is resident in arenas and mapped blocks, and what was taken out
     */
    List<ResidentLine> divide(
            PieceSum arenas, PieceSum mapped, PieceSum unknown, long mappingBound, long jvmBytes, long zipBytes) {
        long overhead = Math.min(blocks.overheadBytes(), arenas.resident);
        long inArenas = arenas.resident - overhead;
        long large = mapped.resident;
        if (!allocator.isGlibc()) {
            // It has its blocks in anonymous pages, that cannot be told from the JVM's own mappings.
            long others = Math.max(0, unknown.resident - mappingBound);
            unknown.resident -= others;
            inArenas += others + large;
            large = 0;
        }
        long inUse = malloc == null ? inArenas : Math.min(inArenas, Math.max(0, inUseByOthers(mapped)));
        left = inUse + large;
        addJvm(jvmBytes);
        add(Category.ZIP.name(), zipBytes);
        if (hotSpot != null) {
            add(Component.BEFORE_TRACKING.label(), hotSpot.unsafeBytes() - blocks.unsafeBytes());
        }
        lines.add(new ResidentLine(
                Component.NATIVE_LIBRARIES.label(),
                left,
                left,
                left,
                hotSpot != null && malloc != null ? Accuracy.BOUNDED : Accuracy.ESTIMATE,
                malloc == null ? "with what malloc keeps free: not told apart" : ""));
        lines.add(new ResidentLine(
                Component.MALLOC_OVERHEAD.label(), 0, overhead, overhead, Accuracy.ESTIMATE, "of tracked blocks"));
        if (malloc != null) {
            lines.add(new ResidentLine(
                    Component.MALLOC_FREE.label(),
                    arenas.reserved,
                    malloc.freeBytes(),
                    inArenas - inUse,
                    Accuracy.BOUNDED,
                    ""));
        }
        return lines;
    }

    /** In arenas, or with another malloc than glibc anywhere: in use, and of no tracked block. */
    private long inUseByOthers(PieceSum mapped) {
        if (!allocator.isGlibc()) {
            return malloc.inUseBytes() - blocks.mallocBytes();
        }
        long own = malloc.mappedBytes() >= 0 ? malloc.mappedBytes() : mapped.committed;
        return malloc.inUseBytes() - own - blocks.inHeapsBytes();
    }

    private void addJvm(long bytes) {
        if (hotSpot == null) {
            add(Component.JVM_MALLOC.label(), bytes);
        } else {
            long resident = Math.min(bytes, left);
            lines.addAll(hotSpot.mallocLines(resident));
            left -= resident;
            if (allocator.isGlibc()) {
                add(Component.JVM_ROUNDING.label(), hotSpot.roundingBytes());
            }
        }
    }

    /** Adds an estimate, if it is one of anything. */
    private void add(String component, long bytes) {
        if (bytes > 0) {
            long resident = Math.min(bytes, left);
            lines.add(new ResidentLine(component, bytes, bytes, resident, Accuracy.ESTIMATE, ""));
            left -= resident;
        }
    }
}
