package io.nmt.core.internal.blocks;

import io.nmt.core.internal.concurrent.FullHeap;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The part of a {@link BlockTable} for small blocks that lie close together: a word each, in the order of their
 * addresses. What is not near enough to others, or does not fit, stays in the levels.
 */
final class DenseRegions {
    /*
     * A tree of addresses: 2,048 areas of 64 GiB, each of 2,048 spans of 32 MiB, each of 512 regions of 64 KiB. A part
     * of it comes when so many small blocks of that part are in the levels that it costs few bytes a block. A region's
     * chunk has slots for what fits into the region at the mean distance of recent small blocks, and an eighth more. It
     * comes when blocks for half of its slots are in the levels; or at the first block, if the chunk that the span
     * got last is more than half full, which is so while malloc goes through fresh memory.
     *
     * One thread at a time adds to the tree. What another one sees of that plainly is whole: a fence stands between a
     * part and the write that adds it, and nothing is ever taken out of the tree but chunks.
     *
     * Blocks come and go at other addresses in the course of time, so a thread that adds a chunk looks at a few others,
     * and drops those that are empty: it claims each slot, and takes the chunk out of the tree. A thread that has seen
     * the chunk before finds no free slot in it.
     */

    /** The parts that are there, and the numbers of small blocks that the levels have for others. Counts are racy. */
    private static final class Tree {
        final Span[][] areas = new Span[AREAS_IN_ALL][];
        final int[] inLevelsByArea = new int[AREAS_IN_ALL];
        final int[][] inLevelsBySpan = new int[AREAS_IN_ALL][];
    }

    private static final VarHandle GROWING;

    static {
        try {
            GROWING = MethodHandles.lookup().findVarHandle(DenseRegions.class, "growing", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int AREA_BITS = 36;
    private static final int ADDRESS_BITS = 47;
    private static final int AREAS_IN_ALL = 1 << (ADDRESS_BITS - AREA_BITS);
    private static final int SPANS_OF_AREA = 1 << (AREA_BITS - Span.BITS);
    private static final long TREE_BYTES = AREAS_IN_ALL * 3L * Integer.BYTES;
    private static final long AREA_BYTES = SPANS_OF_AREA * 2L * Integer.BYTES;

    /** Set in addresses that belong into the levels. */
    private static final long NOT_HERE = -1L << ADDRESS_BITS | (1L << DenseWord.ALIGNMENT_BITS) - 1;

    private static final int BLOCKS_PER_AREA = 1024;
    private static final int BLOCKS_PER_SPAN = 256;

    // Malloc's: a word before each block, and no block is smaller.
    private static final long LEAST_DISTANCE_BYTES = 32;
    private static final long BYTES_BETWEEN = 8;
    private static final long MOST_DISTANCE_BYTES = 16 << 10;
    private static final int MEAN_OF_BITS = 3;
    private static final int SPARE_DIVISOR = 8;
    private static final int CHUNK_HEADER_BYTES = 16;
    private static final int REGIONS_LOOKED_AT = 64;
    private static final int CHUNKS_LOOKED_AT = 2;

    private final BlockTable table;
    private final int blocksPerArea;
    private final int blocksPerSpan;

    // Null until there are blocks for it. Read plainly: its fields are final, and it is set once.
    private Tree tree;

    // Racy, and benign: estimates.
    private int inLevels;
    private long meanDistanceBytes;

    // Written by the one thread that adds parts.
    private volatile Span lastSpan;
    private long sizeBytes; // which others read racily
    private Span handSpan;
    private int handRegion;

    /** True while a thread adds parts. Others do without meanwhile: their blocks go to the levels. */
    @SuppressWarnings("unused") // by its handle
    private volatile boolean growing;

    /** {@code atOnce}: without waiting for many blocks, for tests. */
    DenseRegions(BlockTable table, boolean atOnce) {
        this.table = table;
        this.blocksPerArea = atOnce ? 0 : BLOCKS_PER_AREA;
        this.blocksPerSpan = atOnce ? 0 : BLOCKS_PER_SPAN;
    }

    private static int area(long address) {
        return (int) (address >>> AREA_BITS);
    }

    private static int span(long address) {
        return (int) (address >>> Span.BITS) & (SPANS_OF_AREA - 1);
    }

    private Span spanOf(long address) {
        Tree known = tree;
        if (known == null || (address & NOT_HERE) != 0) {
            return null;
        }
        Span[] area = known.areas[area(address)];
        return area == null ? null : area[span(address)];
    }

    boolean insert(LastSlot last, long address, long entry) {
        Span span = spanOf(address);
        if (span == null) {
            return false;
        }
        if (span.chunk(address) == null && !addChunk(span, address, entry)) {
            return false;
        }
        return DenseWord.fits(entry) && span.insert(last, address, entry);
    }

    long find(long address, boolean remove) {
        Span span = spanOf(address);
        return span == null ? BlockRecord.NONE : span.find(address, remove);
    }

    /** As {@link Span#replace}; not for a block whose size does not fit. */
    long replace(LastSlot last, long address, long entry) {
        Span span = spanOf(address);
        return span == null || !DenseWord.fits(entry) ? BlockRecord.NONE : span.replace(last, address, entry);
    }

    /** Counts a block that went to the levels, and adds the part of the tree that such blocks deserve. */
    void insertedInLevels(long address, long entry) {
        long distance = distance(BlockRecord.bytes(entry));
        if ((address & NOT_HERE) != 0 || distance > MOST_DISTANCE_BYTES) {
            return;
        }
        Tree known = tree;
        if (known == null) {
            if (++inLevels > blocksPerArea) {
                grow(null, address, 0);
            }
            return;
        }
        int area = area(address);
        Span[] spans = known.areas[area];
        if (spans == null) {
            if (++known.inLevelsByArea[area] > blocksPerArea) {
                grow(null, address, 0);
            }
            return;
        }
        Span span = spans[span(address)];
        if (span != null) {
            span.countElsewhere(address, 1);
        } else {
            int[] ofArea = known.inLevelsBySpan[area];
            if (ofArea != null && ++ofArea[span(address)] > blocksPerSpan) {
                grow(null, address, 0);
            }
        }
    }

    void removedFromLevels(long address) {
        if ((address & NOT_HERE) != 0) {
            return;
        }
        Tree known = tree;
        if (known == null) {
            inLevels = Math.max(0, inLevels - 1);
            return;
        }
        int area = area(address);
        Span[] spans = known.areas[area];
        if (spans == null) {
            known.inLevelsByArea[area] = Math.max(0, known.inLevelsByArea[area] - 1);
            return;
        }
        Span span = spans[span(address)];
        if (span != null) {
            span.countElsewhere(address, -1);
        } else {
            int[] ofArea = known.inLevelsBySpan[area]; // may be seen later than the spans
            if (ofArea != null) {
                ofArea[span(address)] = Math.max(0, ofArea[span(address)] - 1);
            }
        }
    }

    private static long distance(long bytes) {
        long unit = 1L << DenseWord.ALIGNMENT_BITS;
        return Math.max(LEAST_DISTANCE_BYTES, (bytes + BYTES_BETWEEN + unit - 1) & -unit);
    }

    /** True if the address's region has a chunk now. */
    private boolean addChunk(Span span, long address, long entry) {
        long distance = distance(BlockRecord.bytes(entry));
        if (distance > MOST_DISTANCE_BYTES) {
            return false;
        }
        long mean = meanDistanceBytes;
        mean = mean == 0 ? distance : mean + ((distance - mean) >> MEAN_OF_BITS);
        meanDistanceBytes = mean;
        long fitting = (1L << DenseWord.REGION_BITS) / Math.max(LEAST_DISTANCE_BYTES, mean);
        int slots = span.slotsOfNext(address, (int) (fitting + fitting / SPARE_DIVISOR) + 1);
        return (blocksPerSpan == 0 || span.isDense(address, slots) || span.isFilling()) && grow(span, address, slots);
    }

    /** Adds a chunk to a span or, without one, the next part of the tree that the address lacks, if there is room. */
    private boolean grow(Span span, long address, int slots) {
        if (FullHeap.isExpected() || !GROWING.compareAndSet(this, false, true)) {
            return false;
        }
        try {
            long roomBytes = table.roomBytes();
            if (span == null) {
                growTree(address, roomBytes);
                return false;
            }
            long bytes = CHUNK_HEADER_BYTES + (long) slots * Long.BYTES;
            if (bytes > roomBytes) {
                return false;
            }
            if (span.chunk(address) == null) {
                span.add(address, slots);
                sizeBytes += bytes;
                dropEmptyChunks();
            }
            return true;
        } catch (OutOfMemoryError e) {
            FullHeap.meet();
            return false;
        } finally {
            growing = false;
        }
    }

    private void growTree(long address, long roomBytes) {
        Tree known = tree;
        int area = area(address);
        if (known == null) {
            if (TREE_BYTES <= roomBytes) {
                Tree added = new Tree();
                VarHandle.releaseFence();
                tree = added;
                sizeBytes += TREE_BYTES;
            }
        } else if (known.areas[area] == null) {
            if (AREA_BYTES <= roomBytes) {
                Span[] spans = new Span[SPANS_OF_AREA];
                known.inLevelsBySpan[area] = new int[SPANS_OF_AREA];
                VarHandle.releaseFence();
                known.areas[area] = spans;
                sizeBytes += AREA_BYTES;
            }
        } else if (known.areas[area][span(address)] == null && Span.SIZE_BYTES <= roomBytes) {
            Span added = new Span(address, lastSpan);
            lastSpan = added; // first into the list: a block that is found is met by a walk
            VarHandle.releaseFence();
            known.areas[area][span(address)] = added;
            sizeBytes += Span.SIZE_BYTES;
        }
    }

    /** Looks at few, from where the last look ended. */
    private void dropEmptyChunks() {
        int chunks = 0;
        for (int n = 0; n < REGIONS_LOOKED_AT && chunks < CHUNKS_LOOKED_AT; n++) {
            if (handSpan == null || handRegion == Span.REGIONS) {
                handSpan = handSpan == null || handSpan.next == null ? lastSpan : handSpan.next;
                handRegion = 0;
            }
            if (handSpan.hasChunk(handRegion)) {
                chunks++;
                int dropped = handSpan.drop(handRegion);
                sizeBytes -= dropped == 0 ? 0 : CHUNK_HEADER_BYTES + (long) dropped * Long.BYTES;
            }
            handRegion++;
        }
    }

    void forEach(BlockTable.RawVisitor visitor) {
        for (Span span = lastSpan; span != null; span = span.next) {
            span.forEach(visitor);
        }
    }

    long sizeBytes() {
        return sizeBytes;
    }
}
