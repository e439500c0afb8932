package io.nmt.core.rss;

import io.nmt.core.blocks.BlockVisitor;
import io.nmt.core.categories.Category;
import io.nmt.core.mappings.PageMap;
import io.nmt.core.rss.Piece.Place;
import java.util.Set;

/** Looks up for each live block how much of it is in memory, and of which part of the process. Not thread-safe. */
final class TrackedBlocks implements BlockVisitor {
    private static final long PAGE = PageMap.PAGE_BYTES;
    private static final long SMALLEST_MAPPED = 64L << 10;
    // glibc's: a header of 8 bytes, sizes in steps of 16, 32 at the least.
    private static final long HEADER = 8;
    private static final long STEP = 16;
    private static final long SMALLEST = 32;
    private static final double ALIKE = 0.05;
    // HotSpot's native memory tracking: a header before and a mark after.
    private static final long HOTSPOT_BYTES = 18;
    private static final Set<Category> NOT_BY_UNSAFE =
            Set.of(Category.MAPPED_FILE, Category.FOREIGN_MALLOC, Category.JNA);

    private final Pieces pieces;
    private final long addedByHotSpot;
    private final long[] committedBytes = new long[Category.MAX_CATEGORIES + 1];
    private final long[] residentBytes = new long[Category.MAX_CATEGORIES + 1];
    private long inHeapsBytes;
    private long overheadInHeapsBytes;
    private long overheadOfPagesBytes;
    private long overheadOfPagesResidentBytes;
    private long unsafeBytes;
    private long mallocBytes;
    private long anonymousMappedBytes;
    private long anonymousMappedResidentBytes;
    private Piece last;

    TrackedBlocks(Pieces pieces, boolean hotSpotTracks) {
        this.pieces = pieces;
        this.addedByHotSpot = hotSpotTracks ? HOTSPOT_BYTES : 0;
    }

    @Override
    public void block(long address, long bytes, Category category) {
        if (category.equals(Category.ZIP)) {
            // Its address is that of a zlib stream, its size is estimated: where its parts are is not known.
            return;
        }
        int id = category.id();
        boolean file = category.equals(Category.MAPPED_FILE);
        committedBytes[id] += file ? wholePages(bytes) : bytes;
        long added = NOT_BY_UNSAFE.contains(category) ? 0 : addedByHotSpot;
        if (!file) {
            mallocBytes += bytes + added;
        }
        if (!NOT_BY_UNSAFE.contains(category)) {
            unsafeBytes += bytes;
        }
        long at = address;
        long end = address + bytes;
        Piece first = pieceOf(at);
        if (first != null && first.place() == Place.MALLOC_HEAP) {
            long chunk = Math.max(SMALLEST, (bytes + added + HEADER + STEP - 1) & -STEP);
            inHeapsBytes += chunk;
            overheadInHeapsBytes += chunk - bytes - added;
        } else if (first != null && first.place() != Place.KNOWN && bytes >= SMALLEST_MAPPED) {
            // Whole pages are its own: what the system gave for it.
            at = at & -PAGE;
            end = wholePages(end);
            if (!file) {
                overheadOfPagesBytes += end - at - bytes;
            }
        }
        long resident = 0;
        while (at < end) {
            Piece piece = pieceOf(at);
            if (piece == null) {
                break;
            }
            long to = Math.min(end, piece.end());
            if (piece.place() != Place.KNOWN || (file && isLibrary(piece))) {
                long taken = piece.takeTracked(at, to);
                resident += taken;
                if (piece.place() == Place.UNKNOWN && file) {
                    anonymousMappedBytes += to - at;
                    anonymousMappedResidentBytes += taken;
                }
            }
            at = to;
        }
        long own = Math.min(resident, file ? resident : bytes);
        residentBytes[id] += own;
        overheadOfPagesResidentBytes += resident - own;
    }

    private static long wholePages(long bytes) {
        return (bytes + PAGE - 1) & -PAGE;
    }

    /** By its name: Java code can map such a file, too. */
    private static boolean isLibrary(Piece piece) {
        return piece.component() == Component.LIBRARIES || piece.component() == Component.CDS;
    }

    /**
     * What glibc takes for a block more than asked for.
     *
     * @param meanBytes of many blocks: if that is a whole number, all are taken to be so large, otherwise to be of all
     *     sizes
     */
    static double meanRounding(double meanBytes) {
        if (meanBytes + HEADER <= SMALLEST) {
            return SMALLEST - meanBytes;
        }
        long size = Math.round(meanBytes);
        boolean alike = Math.abs(meanBytes - size) < ALIKE;
        return alike ? ((size + HEADER + STEP - 1) & -STEP) - meanBytes : HEADER + (STEP - 1) / 2.0;
    }

    private Piece pieceOf(long address) {
        if (last == null || address < last.start() || address >= last.end()) {
            last = pieces.at(address);
        }
        return last;
    }

    long committedBytes(Category category) {
        return committedBytes[category.id()];
    }

    long residentBytes(Category category) {
        return residentBytes[category.id()];
    }

    /** Mapped through the Linker without a file. */
    long anonymousMappedBytes() {
        return anonymousMappedBytes;
    }

    /** Of these, in memory. */
    long anonymousMappedResidentBytes() {
        return anonymousMappedResidentBytes;
    }

    /** What those in arenas take of these, with headers. */
    long inHeapsBytes() {
        return inHeapsBytes;
    }

    /** Of {@link #inHeapsBytes}, what was not asked for. */
    long overheadInHeapsBytes() {
        return overheadInHeapsBytes;
    }

    /** Of blocks with mappings of their own, what was not asked for: the header, and up to whole pages. */
    long overheadOfPagesBytes() {
        return overheadOfPagesBytes;
    }

    /** Of {@link #overheadOfPagesBytes}, in memory. */
    long overheadOfPagesResidentBytes() {
        return overheadOfPagesResidentBytes;
    }

    /** Taken from malloc, in whatever way, with what HotSpot adds. */
    long mallocBytes() {
        return mallocBytes;
    }

    /** Taken through Unsafe. */
    long unsafeBytes() {
        return unsafeBytes;
    }
}
