package io.nmt.core.mappings;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.TreeMap;

/**
 * The regions of this process's memory, from {@code /proc/self/smaps} at one moment; empty where there is none. For this
 * library's own use.
 *
 * <p>To read it costs about 10 µs per region, and time for each page that is resident; the kernel lets go of its lock between
 * regions, so another thread's {@code mmap} waits for one at the most. Not thread-safe.
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
     * @param path of the file, or the system's name for it, such as {@code [heap]}; empty for anonymous memory
     * @param pageBytes of its pages
     * @param residentBytes in memory on behalf of this process
     * @param proportionalBytes the same, each page divided by the number of its mappings, in whichever process
     * @param swappedBytes moved out of memory
     */
    public record Region(
            long start,
            long end,
            String permissions,
            String path,
            long pageBytes,
            long residentBytes,
            long proportionalBytes,
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
        try (BufferedReader in = new BufferedReader(new FileReader("/proc/self/smaps", StandardCharsets.UTF_8))) {
            String header = null;
            Figures figures = new Figures();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (isHeader(line)) {
                    space.add(header, figures);
                    header = line;
                    figures = new Figures();
                } else {
                    figures.read(line);
                }
            }
            space.add(header, figures);
        } catch (IOException e) {
            return new AddressSpace();
        }
        return space;
    }

    private static final class Figures {
        private long page;
        private long resident;
        private long proportional;
        private long swapped;

        void read(String line) {
            if (line.startsWith("KernelPageSize:")) {
                page = bytes(line);
            } else if (line.startsWith("Rss:")) {
                resident = bytes(line);
            } else if (line.startsWith("Pss:")) {
                proportional = bytes(line);
            } else if (line.startsWith("Swap:")) {
                swapped = bytes(line);
            }
        }

        /** For example of {@code Rss:   4 kB}. */
        private static long bytes(String line) {
            int colon = line.indexOf(':');
            return Long.parseLong(line.substring(colon + 1, line.length() - "kB".length())
                            .trim())
                    * 1024;
        }
    }

    /** Headers begin with an address in lower-case hexadecimal digits, what follows one with a name. */
    private static boolean isHeader(String line) {
        return !line.isEmpty() && Character.digit(line.charAt(0), 16) >= 0 && !Character.isUpperCase(line.charAt(0));
    }

    /** For example {@code 7f00-7f10 r--s 00000000 fd:01 4711   /a path}. */
    private void add(String header, Figures figures) {
        if (header == null) {
            return;
        }
        String[] fields = header.split(" +", 6);
        int dash = fields[0].indexOf('-');
        long start = Long.parseUnsignedLong(fields[0], 0, dash, 16);
        long end = Long.parseUnsignedLong(fields[0], dash + 1, fields[0].length(), 16);
        String path = fields.length > 5 ? fields[5] : "";
        byStart.put(
                start,
                new Region(
                        start,
                        end,
                        fields[1],
                        path,
                        figures.page,
                        figures.resident,
                        figures.proportional,
                        figures.swapped));
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
                BitSet present = presentPages(address, end, pageBytes);
                return present == null ? -1 : present.cardinality() * pageBytes;
            }
            bytes += region.residentBytes();
            next = region.end();
        }
        return bytes;
    }

    /**
     * Which pages are in memory now.
     *
     * @param start address at the begin of a page
     * @param end address at the end of one
     * @param pageBytes of each
     * @return a bit for each page that is, the first being 0; null if the system does not tell
     */
    public static BitSet presentPages(long start, long end, long pageBytes) {
        try (PageMap pages = new PageMap()) {
            return pages.present(start / pageBytes, end / pageBytes);
        } catch (IOException e) {
            return null;
        }
    }
}
