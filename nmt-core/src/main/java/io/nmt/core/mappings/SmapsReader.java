package io.nmt.core.mappings;

import io.nmt.core.mappings.AddressSpace.Region;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads {@code /proc/self/smaps} byte by byte: in a process of thousands of regions, its lines as strings would be felt by the garbage
 * collector. Not thread-safe.
 */
final class SmapsReader implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 13;
    private static final int KIB = 1024;

    private static final byte[] PAGE = name("KernelPageSize:");
    private static final byte[] RESIDENT = name("Rss:");
    private static final byte[] PROPORTIONAL = name("Pss:");
    private static final byte[] SWAPPED = name("Swap:");

    private final FileInputStream in = new FileInputStream("/proc/self/smaps");
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;

    private byte[] line = new byte[KIB];
    private int length;
    private boolean headerIsRead;

    SmapsReader() throws IOException {}

    private static byte[] name(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns null at the end. */
    Region next() throws IOException {
        if (!headerIsRead && !readLine()) {
            return null;
        }
        String header = new String(line, 0, length, StandardCharsets.UTF_8);
        long page = 0;
        long resident = 0;
        long proportional = 0;
        long swapped = 0;
        headerIsRead = false;
        while (!headerIsRead && readLine()) {
            if (isHeader()) {
                headerIsRead = true;
            } else if (begins(RESIDENT)) {
                resident = bytes();
            } else if (begins(PROPORTIONAL)) {
                proportional = bytes();
            } else if (begins(SWAPPED)) {
                swapped = bytes();
            } else if (begins(PAGE)) {
                page = bytes();
            }
        }
        return region(header, page, resident, proportional, swapped);
    }

    /** For example {@code 7f00-7f10 r--s 00000000 fd:01 4711   /a path}. */
    private static Region region(String header, long page, long resident, long proportional, long swapped) {
        int dash = header.indexOf('-');
        int[] ends = new int[5];
        int at = 0;
        for (int i = 0; i < ends.length; i++) {
            int space = header.indexOf(' ', at);
            ends[i] = space < 0 ? header.length() : space;
            at = ends[i] + 1;
        }
        long start = Long.parseUnsignedLong(header, 0, dash, 16);
        long end = Long.parseUnsignedLong(header, dash + 1, ends[0], 16);
        String permissions = header.substring(ends[0] + 1, ends[1]);
        String path = at < header.length() ? header.substring(at).stripLeading() : "";
        return new Region(start, end, permissions, path, page, resident, proportional, swapped);
    }

    /** Headers begin with an address in lower-case hexadecimal digits, what follows one with a name. */
    private boolean isHeader() {
        return length > 0 && line[0] >= '0' && (line[0] <= '9' || line[0] >= 'a');
    }

    private boolean begins(byte[] name) {
        if (length < name.length) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (line[i] != name[i]) {
                return false;
            }
        }
        return true;
    }

    /** For example of {@code Rss:   4 kB}. */
    private long bytes() {
        long number = 0;
        for (int i = 0; i < length; i++) {
            if (line[i] >= '0' && line[i] <= '9') {
                number = number * 10 + line[i] - '0';
            }
        }
        return number * KIB;
    }

    private boolean readLine() throws IOException {
        length = 0;
        while (true) {
            if (position == limit) {
                limit = in.read(buffer);
                position = 0;
                if (limit <= 0) {
                    limit = 0;
                    return length > 0;
                }
            }
            byte next = buffer[position++];
            if (next == '\n') {
                return true;
            }
            if (length == line.length) {
                line = Arrays.copyOf(line, 2 * length);
            }
            line[length++] = next;
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
