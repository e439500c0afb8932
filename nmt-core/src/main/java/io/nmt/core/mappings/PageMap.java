package io.nmt.core.mappings;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;

/** The resident pages of a process, from {@code /proc/self/pagemap}. For this library's own use. Not thread-safe. */
public final class PageMap implements AutoCloseable {
    /** The unit in which the system tells: bytes of a base page. */
    public static final long PAGE_BYTES = pageBytes();

    private static final int AT_PAGESZ = 6;
    private static final int USUAL_BYTES = 4096;

    private static final int ENTRIES_AT_ONCE = 1024; // 8 KB: for more, the JDK calls malloc
    private static final int HIGHEST_BYTE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Long.BYTES - 1 : 0;

    private final byte[] entries = new byte[ENTRIES_AT_ONCE * Long.BYTES];
    private final RandomAccessFile file;

    /** From the vector that the kernel hands to each program: pairs of a type and a value. */
    private static long pageBytes() {
        try (FileInputStream in = new FileInputStream("/proc/self/auxv")) {
            ByteBuffer vector = ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.nativeOrder());
            while (vector.remaining() >= 2 * Long.BYTES) {
                long type = vector.getLong();
                long value = vector.getLong();
                if (type == AT_PAGESZ && value > 0) {
                    return value;
                }
            }
        } catch (IOException e) {
            // As on most machines.
        }
        return USUAL_BYTES;
    }

    /**
     * Opens it.
     *
     * @throws IOException if the system does not tell
     */
    public PageMap() throws IOException {
        this(AddressSpace.OWN);
    }

    /**
     * Opens that of any process.
     *
     * @param process its directory in {@code /proc}
     * @throws IOException if the system does not tell this user
     */
    public PageMap(File process) throws IOException {
        file = new RandomAccessFile(new File(process, "pagemap"), "r");
    }

    /**
     * The pages that are resident now.
     *
     * @param start address at the start of a page
     * @param end address at the end of one
     * @return a bit for each page that is, the first being 0; null if the system does not tell
     */
    public BitSet present(long start, long end) {
        if ((end - start) / PAGE_BYTES > Integer.MAX_VALUE) {
            return null;
        }
        try {
            return presentPages(start / PAGE_BYTES, end / PAGE_BYTES);
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * The resident bytes of pages.
     *
     * @param start address at the start of a page
     * @param end address at the end of one
     * @return bytes; -1 if the system does not tell
     */
    public long presentBytes(long start, long end) {
        BitSet present = present(start, end);
        return present == null ? -1 : present.cardinality() * PAGE_BYTES;
    }

    private BitSet presentPages(long firstPage, long endPage) throws IOException {
        BitSet present = new BitSet((int) (endPage - firstPage));
        file.seek(firstPage * Long.BYTES);
        for (long page = firstPage; page < endPage; page += ENTRIES_AT_ONCE) {
            int count = (int) Math.min(ENTRIES_AT_ONCE, endPage - page);
            file.readFully(entries, 0, count * Long.BYTES);
            for (int i = 0; i < count; i++) {
                // The entry's highest bit: whether the page is present.
                if (entries[i * Long.BYTES + HIGHEST_BYTE] < 0) {
                    present.set((int) (page - firstPage) + i);
                }
            }
        }
        return present;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
