package io.nmt.report.reading.division;

import io.nmt.core.mappings.PageMap;
import io.nmt.core.mappings.Region;
import io.nmt.report.model.Component;
import java.util.BitSet;

/** A part of a region that is used for one thing. Not thread-safe. */
final class Piece {
    private static final long PAGE = PageMap.PAGE_BYTES;

    private final PageMap pages;
    private final Region region;
    private final long start;
    private final long end;
    private final Component component;
    private final Place place;
    private long residentBytes;
    private long trackedBytes;
    private long trackedResidentBytes;
    private boolean hasTracked;
    private BitSet present;
    private boolean presentRead;

    /** The place of a piece. */
    enum Place {
        /** It is of one component. */
        KNOWN,
        /** An arena of malloc. */
        MALLOC_HEAP,
        /** A block of malloc's with a mapping of its own. */
        MALLOC_MAPPING,
        /** A file. */
        FILE,
        /** Anonymous. */
        UNKNOWN
    }

    Piece(PageMap pages, Region region, long start, long end, Component component, Place place) {
        this.pages = pages;
        this.region = region;
        this.start = start;
        this.end = end;
        this.component = component;
        this.place = place;
    }

    Piece part(long from, long to, Component ofComponent, Place ofPlace) {
        Piece part = new Piece(pages, region, from, to, ofComponent, ofPlace);
        if (presentRead) {
            part.presentRead = true;
            part.present = present == null ? null : present.get(page(from), page(to));
        }
        return part;
    }

    private int page(long address) {
        return (int) ((address - start) / PAGE);
    }

    Region region() {
        return region;
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    long bytes() {
        return end - start;
    }

    /** Null unless it is known. */
    Component component() {
        return component;
    }

    Place place() {
        return place;
    }

    boolean isCommitted() {
        return region.isCommitted();
    }

    long residentBytes() {
        return residentBytes;
    }

    void setResidentBytes(long bytes) {
        residentBytes = bytes;
    }

    /** True if tracked blocks lie in it, also such as are not resident. */
    boolean hasTracked() {
        return hasTracked;
    }

    /** Bytes of no tracked block. */
    long untrackedBytes() {
        return bytes() - trackedBytes;
    }

    /** Resident, and of no tracked block. */
    long untrackedResidentBytes() {
        return residentBytes - trackedResidentBytes;
    }

    /** True if the region says it all: every page is there, or none. */
    private boolean isUniform() {
        return region.residentBytes() == 0 || region.residentBytes() >= region.bytes();
    }

    /** The present pages; null if the system does not tell. */
    BitSet present() {
        if (!presentRead) {
            presentRead = true;
            present = pages == null ? null : pages.present(start, end);
        }
        return present;
    }

    /** Bytes of present pages. */
    long presentBytes() {
        if (isUniform()) {
            return region.residentBytes() == 0 ? 0 : bytes();
        }
        BitSet there = present();
        return there == null ? share(bytes()) : there.cardinality() * PAGE;
    }

    private long share(long bytes) {
        return (long) ((double) bytes * region.residentBytes() / region.bytes());
    }

    /** Takes a tracked block out of it, and tells how much of that is resident. */
    long takeTracked(long from, long to) {
        hasTracked = true;
        long bytes;
        if (from == start && to == end) {
            bytes = residentBytes;
        } else if (isUniform()) {
            bytes = region.residentBytes() == 0 ? 0 : to - from;
        } else if (present() == null) {
            bytes = share(to - from);
        } else {
            bytes = presentBytes(from, to);
        }
        trackedBytes += Math.min(to - from, untrackedBytes());
        long taken = Math.min(bytes, untrackedResidentBytes());
        trackedResidentBytes += taken;
        return taken;
    }

    private long presentBytes(long from, long to) {
        long bytes = 0;
        for (long at = from; at < to; ) {
            long endOfPage = (at / PAGE + 1) * PAGE;
            long next = Math.min(endOfPage, to);
            if (present.get(page(at))) {
                bytes += next - at;
            }
            at = next;
        }
        return bytes;
    }
}
