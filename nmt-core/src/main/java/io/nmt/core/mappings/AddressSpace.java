package io.nmt.core.mappings;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

/** The regions of this process's memory, from {@code /proc/self/smaps}; empty where there is none. */
final class AddressSpace {
    private static final int ENTRIES_AT_ONCE = 4096;
    private static final int HIGHEST_BYTE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Long.BYTES - 1 : 0;

    private final TreeMap<Long, Region> byStart = new TreeMap<>();

    private AddressSpace() {}

    /** From {@code start} up to {@code end}. */
    record Region(long start, long end, String permissions, String path, long pageBytes, long residentBytes) {}

    static AddressSpace read() {
        AddressSpace space = new AddressSpace();
        try (BufferedReader in = new BufferedReader(new FileReader("/proc/self/smaps", StandardCharsets.UTF_8))) {
            String header = null;
            long pageBytes = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (isHeader(line)) {
                    header = line;
                } else if (line.startsWith("KernelPageSize:")) {
                    pageBytes = bytes(line);
                } else if (line.startsWith("Rss:") && header != null) {
                    space.add(header, pageBytes, bytes(line));
                }
            }
        } catch (IOException e) {
            return new AddressSpace();
        }
        return space;
    }

    /** Headers begin with an address in lower-case hexadecimal digits, what follows one with a name. */
    private static boolean isHeader(String line) {
        return !line.isEmpty() && Character.digit(line.charAt(0), 16) >= 0 && !Character.isUpperCase(line.charAt(0));
    }

    /** For example of {@code Rss:   4 kB}. */
    private static long bytes(String line) {
        int colon = line.indexOf(':');
        return Long.parseLong(
                        line.substring(colon + 1, line.length() - "kB".length()).trim())
                * 1024;
    }

    /** For example {@code 7f00-7f10 r--s 00000000 fd:01 4711   /a path}. */
    private void add(String header, long pageBytes, long residentBytes) {
        String[] fields = header.split(" +", 6);
        int dash = fields[0].indexOf('-');
        long start = Long.parseUnsignedLong(fields[0], 0, dash, 16);
        long end = Long.parseUnsignedLong(fields[0], dash + 1, fields[0].length(), 16);
        String path = fields.length > 5 ? fields[5] : "";
        byStart.put(start, new Region(start, end, fields[1], path, pageBytes, residentBytes));
    }

    /** Returns the region of an address, or null. */
    Region at(long address) {
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
                long pages = residentPages(address / pageBytes, end / pageBytes);
                return pages < 0 ? -1 : pages * pageBytes;
            }
            bytes += region.residentBytes();
            next = region.end();
        }
        return bytes;
    }

    private static long residentPages(long first, long end) {
        long pages = 0;
        byte[] entries = new byte[ENTRIES_AT_ONCE * Long.BYTES];
        try (RandomAccessFile pagemap = new RandomAccessFile("/proc/self/pagemap", "r")) {
            pagemap.seek(first * Long.BYTES);
            for (long page = first; page < end; page += ENTRIES_AT_ONCE) {
                int count = (int) Math.min(ENTRIES_AT_ONCE, end - page);
                pagemap.readFully(entries, 0, count * Long.BYTES);
                for (int i = 0; i < count; i++) {
                    // The entry's highest bit: whether the page is present.
                    if (entries[i * Long.BYTES + HIGHEST_BYTE] < 0) {
                        pages++;
                    }
                }
            }
        } catch (IOException e) {
            return -1;
        }
        return pages;
    }
}
