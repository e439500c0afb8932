package io.nmt.report.reading.sources;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.mappings.PageMap;
import io.nmt.core.mappings.Region;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The places of glibc's blocks, by their marks in memory.
 *
 * <p>A heap of an arena other than the main one is 64 MiB of address space at a multiple of that. It begins with a
 * pointer to its arena, which lies in the first heap of that arena; the heap before it; and how many bytes of it are
 * used (glibc, {@code malloc/arena.c}, {@code heap_info}). A block that has a mapping of its own begins with 0 and its
 * length, in which the second bit is set ({@code malloc/malloc.c}, {@code IS_MMAPPED}). Class metadata has pairs of
 * 16-bit numbers that look likewise, (2, n): a length of n times 64 KiB. Such a block counts only where its mapping
 * begins or ends, or behind another one; few have this length, since malloc adds a header to what is asked for.
 */
public final class MallocHeaps {
    private static final long HEAP_BYTES = 64L << 20;
    private static final long LARGEST_HEADER_BYTES = 256;
    private static final long PAGE = PageMap.PAGE_BYTES;
    private static final long SMALLEST_MAPPED_BYTES = 64L << 10;
    private static final long DOUBTFUL_BYTES = 64L << 10; // and its multiples
    private static final int FLAGS = 7;
    private static final int IS_MMAPPED = 2;
    private static final int MOST_PROBES = 200_000;

    private final List<Long> heaps = new ArrayList<>();
    private final Set<Long> arenas = new HashSet<>();
    private int probes;

    private MallocHeaps() {}

    /** A block's own mapping. */
    public record Mapped(long start, long end) {}

    /** Finds those of a process by its regions and its memory; by the regions alone where that must not be read. */
    public static MallocHeaps find(AddressSpace space, ProcessMemory memory) {
        MallocHeaps found = new MallocHeaps();
        for (Region region : space.regions()) {
            if (isPrivateAnonymous(region) && memory.isReadable()) {
                found.addHeaps(region, memory);
            } else if (isPrivateAnonymous(region) && hasShape(region, space)) {
                found.heaps.add(region.start());
            }
        }
        return found;
    }

    /** At a multiple of its length, with the rest of it not accessible yet. */
    private static boolean hasShape(Region region, AddressSpace space) {
        Region rest = space.at(region.end());
        return region.start() % HEAP_BYTES == 0
                && rest != null
                && rest.permissions().equals("---p")
                && rest.end() == region.start() + HEAP_BYTES;
    }

    public static boolean isPrivateAnonymous(Region region) {
        return region.path().isEmpty() && region.permissions().equals("rw-p");
    }

    private void addHeaps(Region region, ProcessMemory memory) {
        long first = (region.start() + HEAP_BYTES - 1) & -HEAP_BYTES;
        for (long heap = first; heap < region.end(); heap += HEAP_BYTES) {
            if (memory.read(heap, 4) && isHeap(heap, memory)) {
                heaps.add(heap);
            }
        }
    }

    private boolean isHeap(long heap, ProcessMemory memory) {
        long arena = memory.get(0);
        long usedBytes = memory.get(2);
        long accessibleBytes = memory.get(3);
        long ofArena = arena & -HEAP_BYTES;
        boolean plausible = arena - ofArena > 0
                && arena - ofArena < LARGEST_HEADER_BYTES
                && usedBytes > 0
                && usedBytes <= accessibleBytes
                && accessibleBytes <= HEAP_BYTES
                && accessibleBytes % PAGE == 0;
        if (plausible && (ofArena == heap || (memory.read(ofArena, 1) && memory.get(0) == arena))) {
            arenas.add(arena);
            return true;
        }
        return false;
    }

    /** The start of each heap but the main arena's. */
    public List<Long> heaps() {
        return heaps;
    }

    /** The number of arenas, with the main one. */
    public int arenas() {
        return arenas.size() + 1;
    }

    public static long heapBytes() {
        return HEAP_BYTES;
    }

    /**
     * Blocks with mappings of their own, in memory that the system joins: with each other, and with others' mappings.
     *
     * @param start of the memory
     * @param end of it
     * @param present which of its pages are in memory; no other is looked at, that would bring it in
     */
    public List<Mapped> mappedBlocks(long start, long end, BitSet present, ProcessMemory memory) {
        List<Mapped> blocks = new ArrayList<>();
        long behind = start;
        int page = present.nextSetBit(0);
        while (page >= 0 && probes++ < MOST_PROBES) {
            long at = start + page * PAGE;
            long bytes = memory.read(at, 2) ? mappedBytes(memory) : 0;
            boolean isBordered = at == start || at == behind || at + bytes == end;
            if (bytes > 0 && at + bytes <= end && (isBordered || bytes % DOUBTFUL_BYTES != 0)) {
                behind = at + bytes;
                blocks.add(new Mapped(at, behind));
                page = present.nextSetBit(page + (int) (bytes / PAGE));
            } else {
                page = present.nextSetBit(page + 1);
            }
        }
        return blocks;
    }

    /** The start of the first such block above an address; if there is none, the end of the region. */
    long firstMappedBlock(long address, Region region, PageMap pages, ProcessMemory memory) {
        long from = address & -PAGE;
        BitSet present = pages == null ? null : pages.present(from, region.end());
        List<Mapped> blocks = present == null ? List.of() : mappedBlocks(from, region.end(), present, memory);
        return blocks.isEmpty() ? region.end() : blocks.get(0).start();
    }

    private static long mappedBytes(ProcessMemory memory) {
        long before = memory.get(0);
        long size = memory.get(1);
        long bytes = size & ~FLAGS;
        boolean mapped =
                before == 0 && (size & FLAGS) == IS_MMAPPED && bytes >= SMALLEST_MAPPED_BYTES && bytes % PAGE == 0;
        return mapped ? bytes : 0;
    }
}
