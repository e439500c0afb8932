package io.nmt.core.mappings;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.TreeMap;

/**
 * The regions of a process's memory, from {@code /proc/self/smaps} at one moment; empty where there is none. For
 * this library's own use.
 *
 * <p>To read it takes some 10 µs per region, and more for many pages. The kernel lets go of its lock every few regions:
 * another thread's {@code mmap} waits for these at the most. Not thread-safe.
 */
public final class AddressSpace {
    /** The directory of this process in {@code /proc}. */
    public static final File OWN = new File("/proc/self");

    private final TreeMap<Long, Region> byStart = new TreeMap<>();

    private AddressSpace() {}

    /**
     * Reads them.
     *
     * @return the regions of this moment
     */
    public static AddressSpace read() {
        return read(OWN);
    }

    /**
     * Reads those of any process.
     *
     * @param process its directory in {@code /proc}
     * @return the regions of this moment; none where the system does not tell this user
     */
    public static AddressSpace read(File process) {
        AddressSpace space = new AddressSpace();
        try (SmapsReader in = new SmapsReader(new FileInputStream(new File(process, "smaps")))) {
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

    /** Resident bytes of the pages from {@code address} on; -1 if the system does not tell. */
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
            return pages.presentBytes(start, end);
        } catch (IOException e) {
            return -1;
        }
    }
}
