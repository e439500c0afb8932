package io.nmt.core.mappings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the text of {@code /proc/self/smaps} byte by byte: in a process of thousands of regions, its lines as strings
 * would be felt by the garbage collector. Not thread-safe.
 */
final class SmapsReader implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 13;
    private static final int KIB = 1024;

    private static final byte[][] NAMES = {
        name("KernelPageSize:"),
        name("Rss:"),
        name("Pss:"),
        name("Shared_Dirty:"),
        name("Private_Dirty:"),
        name("Anonymous:"),
        name("AnonHugePages:"),
        name("ShmemPmdMapped:"),
        name("FilePmdMapped:"),
        name("Swap:")
    };
    private static final int PAGE = 0;
    private static final int RESIDENT = 1;
    private static final int PROPORTIONAL = 2;
    private static final int SHARED_DIRTY = 3;
    private static final int PRIVATE_DIRTY = 4;
    private static final int ANONYMOUS = 5;
    private static final int HUGE = 6;
    private static final int HUGE_SHARED = 7;
    private static final int HUGE_FILE = 8;
    private static final int SWAPPED = 9;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;

    private final long[] figures = new long[NAMES.length];
    private String device = "";
    private byte[] line = new byte[KIB];
    private int length;
    private boolean headerIsRead;

    /** Takes the place of the file, and closes it. */
    SmapsReader(InputStream smaps) {
        this.in = smaps;
    }

    private static byte[] name(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns null at the end. */
    Region next() throws IOException {
        if (!headerIsRead && !readLine()) {
            return null;
        }
        String header = new String(line, 0, length, StandardCharsets.UTF_8);
        headerIsRead = false;
        Arrays.fill(figures, 0);
        while (!headerIsRead && readLine()) {
            if (isHeader()) {
                headerIsRead = true;
            } else {
                readFigure();
            }
        }
        return region(header);
    }

    private void readFigure() {
        for (int i = 0; i < NAMES.length; i++) {
            if (begins(NAMES[i])) {
                figures[i] = bytes();
                return;
            }
        }
    }

    /** For example {@code 7f00-7f10 r--s 00000000 fd:01 4711   /a path}. */
    private Region region(String header) {
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
        boolean sameDevice = device.length() == ends[3] - ends[2] - 1 && header.startsWith(device, ends[2] + 1);
        if (!sameDevice) {
            device = header.substring(ends[2] + 1, ends[3]);
        }
        return new Region(
                start,
                end,
                permissions,
                device,
                path,
                figures[PAGE],
                figures[RESIDENT],
                figures[PROPORTIONAL],
                figures[SHARED_DIRTY] + figures[PRIVATE_DIRTY],
                figures[ANONYMOUS],
                figures[HUGE] + figures[HUGE_SHARED] + figures[HUGE_FILE],
                figures[SWAPPED],
                Long.parseUnsignedLong(header, ends[1] + 1, ends[2], 16),
                Long.parseUnsignedLong(header, ends[3] + 1, ends[4], 10));
    }

    /** Headers begin with an address in lower-case hexadecimal digits, what follows one with a name. */
    private boolean isHeader() {
        return length > 0 && line[0] >= '0' && (line[0] <= '9' || line[0] >= 'a');
    }

    private boolean begins(byte[] name) {
        if (length < name.length || line[0] != name[0] || line[2] != name[2]) {
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
