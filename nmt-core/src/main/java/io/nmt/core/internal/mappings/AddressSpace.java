package io.nmt.core.internal.mappings;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.TreeMap;

/**
 * The regions of this process's memory, from {@code /proc/self/smaps} at one moment; empty where there is none. For
 * this library's own use.
 *
 * <p>To read it takes some 10 µs per region, and more for many pages. The kernel lets go of its lock every few regions:
 * another thread's {@code mmap} waits for these at the most. Not thread-safe.
 */
public final class AddressSpace {
    private final TreeMap<Long, Region> byStart = new TreeMap<>();

    private AddressSpace() {}

    /**
     * Pages that follow each other and were mapped alike. The system joins neighbours.
     *
     * @param start address of the first byte
     * @param end address after the last
     * @param permissions as the system shows them: {@code rw-p} and the like, the last letter for shared or private
     * @param device on which the file is, as {@code /proc} writes it: {@code fe:00}
     * @param path of the file, or the system's name for it, such as {@code [heap]}; empty for anonymous memory
     * @param pageBytes of its pages
     * @param residentBytes in memory on behalf of this process
     * @param proportionalBytes the same, each page divided by the number of its mappings, in whichever process
     * @param dirtyBytes of the resident ones, changed since they were read or last written
     * @param anonymousBytes of the resident ones, those that belong to no file, also where they were copied from one
     * @param hugeBytes of the resident ones, in huge pages that the system has chosen itself ("transparent")
     * @param swappedBytes moved out of memory
     */
    public record Region(
            long start,
            long end,
            String permissions,
            String device,
            String path,
            long pageBytes,
            long residentBytes,
            long proportionalBytes,
            long dirtyBytes,
            long anonymousBytes,
            long hugeBytes,
            long swappedBytes) {
        /**
         * Its length.
         *
         * @return bytes of address space
         */
        public long bytes() {
            return end - start;
        }

        /**
         * Whether it can be used at all: the rest is reserved.
         *
         * @return whether it is readable, writable or executable
         */
        public boolean isCommitted() {
            return !permissions.startsWith("---");
        }
    }

    /**
     * Reads them.
     *
     * @return the regions of this moment
     */
    public static AddressSpace read() {
        AddressSpace space = new AddressSpace();
        try (SmapsReader in = new SmapsReader(new FileInputStream("/proc/self/smaps"))) {
            for (Region region = in.next(); region != null; region = in.next()) {
                space.byStart.put(region.start(), region);
            }
        } catch (IOException e) {
            return new AddressSpace();
        }
        return space;
    }

    /**
     * All regions.
     *
     * @return by address; not to be changed
     */
    public Collection<Region> regions() {
        return Collections.unmodifiableCollection(byStart.values());
    }

    /**
     * The region of an address.
     *
     * @param address any
     * @return the region, or null
     */
    public Region at(long address) {
        var entry = byStart.floorEntry(address);
        return entry != null && address < entry.getValue().end() ? entry.getValue() : null;
    }

    /** What is resident in the pages from {@code address} on; -1 if the system does not tell. */
    long residentBytes(long address, long lengthBytes) {
        Region region = at(address);
        if (region == null) {
            return -1;
        }
        long pageBytes = region.pageBytes();
        long end = (address + lengthBytes + pageBytes - 1) / pageBytes * pageBytes;
        long bytes = 0;
        for (long next = address; region != null && next < end; region = at(next)) {
            if (region.start() < address || region.end() > end) {
                // The system joins neighbours that continue each other in the same file.
                return presentBytes(address, end);
            }
            bytes += region.residentBytes();
            next = region.end();
        }
        return bytes;
    }

    private static long presentBytes(long start, long end) {
        try (PageMap pages = new PageMap()) {
            BitSet present = pages.present(start, end);
            return present == null ? -1 : present.cardinality() * PageMap.PAGE_BYTES;
        } catch (IOException e) {
            return -1;
        }
    }
}
