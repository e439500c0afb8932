package io.nmt.report.reading.sources;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.mappings.PageMap;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the pages of the Java heap that are in memory, by the kernel's page map: a megabyte of heap takes some
 * microseconds, and the address space is locked for two megabytes at a time. A heap with compressed references is below
 * 32 GB: nothing but classes of the JVM is mapped before it, or right behind. Another one is unknown. Not thread-safe.
 */
public final class HeapPages implements AutoCloseable {
    /** The figure of a heap of which the system does not tell. */
    public static final long UNKNOWN = -1;

    /** The most that is counted: of a larger heap, it takes tens of milliseconds. */
    static final long MOST_BYTES = 4L << 30;

    private static final long COMPRESSED_END = 32L << 30;
    private static final int MOST_READ_BYTES = 8192; // the JDK reads so many through the stack
    private static final long SLACK_BYTES = 1L << 20;
    private static final int SURVIVORS = 8; // a free survivor space is not counted as committed: an eighth at most
    private static final int HEX = 16;

    private final byte[] bytes = new byte[MOST_READ_BYTES];
    private final RandomAccessFile maps;
    private final PageMap pages;

    private HeapPages(File directory) throws IOException {
        maps = new RandomAccessFile(new File(directory, "maps"), "r");
        try {
            pages = new PageMap(directory);
        } catch (IOException e) {
            maps.close();
            throw e;
        }
    }

    /**
     * Opens the files of this process.
     *
     * @return null where the system has none, or does not let them be read
     */
    public static HeapPages open() {
        return System.getProperty("os.arch", "").equals("amd64") ? open(AddressSpace.OWN) : null;
    }

    /** The same of a directory that has the same files. */
    static HeapPages open(File directory) {
        try {
            return new HeapPages(directory);
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Counts.
     *
     * @param committedBytes of the heap, by the JVM
     * @param mostBytes that it may have: so much address space is its own
     * @return the bytes that are in memory; {@link #UNKNOWN} if the heap is too large, or cannot be told from other
     *     memory of the JVM, such as that of classes
     */
    public long residentBytes(long committedBytes, long mostBytes) {
        if (committedBytes > MOST_BYTES) {
            return UNKNOWN;
        }
        try {
            maps.seek(0);
            int length = Math.max(0, maps.read(bytes, 0, bytes.length));
            String first = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
            List<List<long[]>> found = new ArrayList<>();
            for (List<long[]> joined : joined(first)) {
                List<long[]> heap = heapOf(joined, committedBytes, mostBytes);
                if (!heap.isEmpty()) {
                    found.add(heap);
                }
            }
            if (found.size() != 1) {
                return UNKNOWN; // of several, each may be it
            }
            long resident = 0;
            for (long[] region : found.get(0)) {
                long present = pages.presentBytes(region[0], region[1]);
                if (present < 0) {
                    return UNKNOWN;
                }
                resident += present;
            }
            return resident;
        } catch (IOException | NumberFormatException e) {
            return UNKNOWN;
        }
    }

    /** The first regions of the process, those together between which there is no gap. */
    private static List<List<long[]>> joined(String maps) {
        List<List<long[]>> all = new ArrayList<>();
        long end = -1;
        for (String line : maps.substring(0, maps.lastIndexOf('\n') + 1).split("\n")) {
            long[] region = region(line);
            if (region == null) {
                break;
            }
            if (region[0] != end) {
                all.add(new ArrayList<>());
            }
            all.get(all.size() - 1).add(region);
            end = region[1];
        }
        return all;
    }

    /** The committed regions of the heap, if it begins these; none if these are not it. Classes may follow it. */
    private static List<long[]> heapOf(List<long[]> joined, long committedBytes, long mostBytes) {
        List<long[]> heap = new ArrayList<>();
        long mapped = 0;
        long end = joined.get(0)[0] + mostBytes;
        for (long[] region : joined) {
            long until = Math.min(end, region[1]);
            if (region[2] != 0 && until > region[0]) {
                heap.add(new long[] {region[0], until});
                mapped += until - region[0];
            }
        }
        boolean isHeap = joined.get(joined.size() - 1)[1] >= end
                && mapped >= committedBytes - SLACK_BYTES
                && mapped <= committedBytes + committedBytes / SURVIVORS + SLACK_BYTES;
        return isHeap ? heap : List.of();
    }

    /** From where to where, and whether it is committed; null if it is none of the heap's, nor of classes. */
    private static long[] region(String line) {
        String[] fields = line.split(" +");
        int dash = fields[0].indexOf('-');
        if (dash < 0 || fields.length < 5) {
            return null;
        }
        long start = Long.parseUnsignedLong(fields[0].substring(0, dash), HEX);
        long end = Long.parseUnsignedLong(fields[0].substring(dash + 1), HEX);
        boolean isLow = end > 0 && end <= COMPRESSED_END && (fields.length == 5 || fields[5].endsWith(".jsa"));
        return isLow ? new long[] {start, end, fields[1].startsWith("rw") ? 1 : 0} : null;
    }

    @Override
    public void close() throws IOException {
        maps.close();
        pages.close();
    }
}
