package io.nmt.report.reading.division;

import io.nmt.core.model.Category;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.reading.sources.Allocator;
import io.nmt.report.reading.sources.DirectBuffers;
import io.nmt.report.reading.sources.HotSpotUsage;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides what malloc has in memory, less the tracked blocks, by what allocated it, and what is free. Of what is in
 * use, only of tracked blocks it is known how much is in memory: the rest is taken to be, as far as there is room, the
 * JVM's first. So what is free is the least that it can be, and where not all in use is in memory, what libraries have
 * is an estimate.
 */
final class MallocLines {
    private static final String NO_LIBRARY = "all that has no other owner: no native library is loaded";

    private final MallocUsage malloc;
    private final Allocator allocator;
    private final HotSpotUsage hotSpot;
    private final TrackedBlocks blocks;
    private final DirectBuffers direct;
    private final boolean isOfJvmAlone;

    /** Tells whether its blocks were found by the marks that glibc leaves. */
    private final boolean hasMarks;

    private final List<ResidentLine> lines = new ArrayList<>();

    /** Bytes in use that are not yet in a line: in memory, and in all. */
    private long left;

    private long leftCommitted;

    /**
     * Takes {@code malloc} and {@code hotSpot} as null where they do not tell. Where no library is there that may have
     * it, and Java code has nothing from before tracking, what is left is the JVM's, beyond its estimate.
     */
    MallocLines(
            MallocUsage malloc,
            Allocator allocator,
            HotSpotUsage hotSpot,
            TrackedBlocks blocks,
            DirectBuffers direct,
            boolean memoryRead,
            boolean isOfJvmAlone) {
        this.isOfJvmAlone = isOfJvmAlone && malloc != null && hotSpot == null;
        hasMarks = allocator.isGlibc() && memoryRead;
        this.malloc = malloc;
        this.allocator = allocator;
        this.hotSpot = hotSpot;
        this.blocks = blocks;
        this.direct = direct;
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
     * @return lines that have together what is in arenas and mapped blocks, and what was taken out
     */
    List<ResidentLine> divide(
            PieceSum arenas, PieceSum mapped, PieceSum unknown, long mappingBound, long jvmBytes, long zipBytes) {
        long inArenas = arenas.resident;
        long inArenasCommitted = arenas.committed;
        long large = mapped.resident;
        long largeCommitted = mapped.committed;
        if (!hasMarks) {
            // It has its blocks in anonymous pages, that cannot be told from the JVM's own mappings.
            long others = Math.max(0, unknown.resident - mappingBound);
            long othersCommitted = Math.max(0, unknown.committed - mappingBound);
            unknown.resident -= others;
            unknown.takeCommitted(othersCommitted);
            inArenas += others + large;
            inArenasCommitted += othersCommitted + largeCommitted;
            large = 0;
            largeCommitted = 0;
        }
        long overhead = Math.min(blocks.overheadInHeapsBytes(), inArenas);
        inArenas -= overhead;
        inArenasCommitted -= overhead;
        long used = malloc == null ? Long.MAX_VALUE : Math.max(0, inUseByOthers(mapped));
        // What malloc says to be free bounds what it keeps: sizes of blocks that are not tracked are not known.
        long leastInUse = malloc == null || !allocator.isGlibc() ? 0 : inArenas - Math.max(0, malloc.freeBytes());
        long inUse = Math.max(leastInUse, Math.min(inArenas, used));
        // Never less than is in memory of it.
        long inUseCommitted = malloc == null ? inUse : Math.min(inArenasCommitted, used);
        left = inUse + large;
        leftCommitted = inUseCommitted + largeCommitted;
        boolean allIsInMemory = leftCommitted <= left + left / 16;
        if (hotSpot == null) {
            // Before the estimate, which takes what it can get: this is counted.
            add(Component.BEFORE_TRACKING.label(), direct.untrackedBytes());
        }
        long zip = Math.min(zipBytes, Math.max(0, Math.max(left, leftCommitted) - jvmBytes));
        addJvm(isOfJvmAlone ? Math.max(jvmBytes, Math.max(left, leftCommitted) - zip) : jvmBytes);
        add(Category.ZIP.name(), zipBytes);
        if (hotSpot != null) {
            long before = hotSpot.unsafeBytes() - blocks.unsafeBytes();
            add(Component.BEFORE_TRACKING.label(), before + blocks.overheadOf(before));
        }
        long libraries = Math.max(left, leftCommitted);
        lines.add(new ResidentLine(
                Component.NATIVE_LIBRARIES.label(),
                Component.NATIVE_LIBRARIES,
                libraries,
                libraries,
                left,
                hotSpot != null && malloc != null && allIsInMemory ? Accuracy.BOUNDED : Accuracy.ESTIMATE,
                malloc == null
                        ? "includes memory that malloc keeps free"
                        : allIsInMemory ? "" : "a part is not in memory"));
        lines.add(new ResidentLine(
                Component.MALLOC_OVERHEAD.label(),
                Component.MALLOC_OVERHEAD,
                overhead + blocks.overheadOfPagesBytes(),
                overhead + blocks.overheadOfPagesBytes(),
                overhead + blocks.overheadOfPagesResidentBytes(),
                Accuracy.ESTIMATE,
                "of tracked blocks"));
        if (malloc != null) {
            long free = inArenasCommitted - inUseCommitted;
            lines.add(new ResidentLine(
                    Component.MALLOC_FREE.label(),
                    Component.MALLOC_FREE,
                    free + Math.max(0, arenas.reserved - arenas.committed),
                    free,
                    inArenas - inUse,
                    Accuracy.ESTIMATE,
                    "at least that much"));
        }
        return lines;
    }

    /** In arenas, or with another malloc than glibc anywhere: in use, and of no tracked block. */
    private long inUseByOthers(PieceSum mapped) {
        if (!hasMarks) {
            return malloc.inUseBytes() - blocks.mallocBytes();
        }
        long own = malloc.mappedBytes() >= 0 ? malloc.mappedBytes() : mapped.committedWithTracked();
        return malloc.inUseBytes() - own - blocks.inHeapsBytes();
    }

    private void addJvm(long bytes) {
        if (hotSpot == null) {
            add(Component.JVM_MALLOC.label(), bytes, isOfJvmAlone ? NO_LIBRARY : "");
        } else {
            long resident = Math.min(bytes, left);
            lines.addAll(hotSpot.mallocLines(resident));
            left -= resident;
            leftCommitted = Math.max(0, leftCommitted - bytes);
            if (allocator.isGlibc()) {
                add(Component.JVM_ROUNDING.label(), hotSpot.roundingBytes());
            }
        }
    }

    /** Adds an estimate, if it is one of anything. It is never more than what is in use. */
    private void add(String component, long bytes) {
        add(component, bytes, "");
    }

    private void add(String component, long bytes, String note) {
        if (bytes > 0) {
            long resident = Math.min(bytes, left);
            long committed = Math.max(resident, Math.min(bytes, leftCommitted));
            lines.add(new ResidentLine(
                    component, Component.named(component), committed, committed, resident, Accuracy.ESTIMATE, note));
            left -= resident;
            leftCommitted -= Math.min(committed, leftCommitted);
        }
    }
}
