package io.nmt.report.reading.division;

import io.nmt.core.mappings.PageMap;
import io.nmt.core.model.BlockVisitor;
import io.nmt.core.model.Category;
import io.nmt.report.model.Component;
import io.nmt.report.reading.division.Piece.Place;
import io.nmt.report.reading.sources.GlibcChunk;

/** Looks up for each live block how much of it is in memory, and of which part of the process. Not thread-safe. */
public final class TrackedBlocks implements BlockVisitor {
    private static final long PAGE = PageMap.PAGE_BYTES;
    private static final long SMALLEST_MAPPED_BYTES = 64L << 10;
    // HotSpot's native memory tracking: a header before and a mark after.
    private static final long HOTSPOT_BYTES = 18;

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

    public TrackedBlocks(Pieces pieces, boolean hotSpotTracks) {
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
        long added = category.isByUnsafe() ? addedByHotSpot : 0;
        if (!file) {
            mallocBytes += bytes;
        }
        if (category.isByUnsafe()) {
            unsafeBytes += bytes;
        }
        long at = address;
        long end = address + bytes;
        Piece first = pieceOf(at);
        if (first != null && first.place() == Place.MALLOC_HEAP) {
            long chunk = GlibcChunk.bytes(bytes + added);
            // What HotSpot adds is the JVM's.
            inHeapsBytes += chunk - added;
            overheadInHeapsBytes += chunk - bytes - added;
        } else if (first != null && first.place() != Place.KNOWN && bytes >= SMALLEST_MAPPED_BYTES) {
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

    /** The part of them in memory. */
    long anonymousMappedResidentBytes() {
        return anonymousMappedResidentBytes;
    }

    /** Bytes of blocks in arenas, with glibc's headers and rounding, without HotSpot's. */
    long inHeapsBytes() {
        return inHeapsBytes;
    }

    /** Bytes of {@link #inHeapsBytes} that were not requested. */
    long overheadInHeapsBytes() {
        return overheadInHeapsBytes;
    }

    /** Bytes that glibc adds to untracked blocks of that many bytes, if they are as large as tracked ones. */
    long overheadOf(long bytes) {
        long asked = inHeapsBytes - overheadInHeapsBytes;
        return asked <= 0 ? 0 : Math.round((double) bytes * overheadInHeapsBytes / asked);
    }

    /** Bytes of blocks with mappings of their own that were not requested: the header, and up to whole pages. */
    long overheadOfPagesBytes() {
        return overheadOfPagesBytes;
    }

    /** Bytes of {@link #overheadOfPagesBytes} in memory. */
    long overheadOfPagesResidentBytes() {
        return overheadOfPagesResidentBytes;
    }

    /** Taken from malloc, in whatever way, without what HotSpot adds. */
    long mallocBytes() {
        return mallocBytes;
    }

    /** Taken through Unsafe. */
    long unsafeBytes() {
        return unsafeBytes;
    }
}
