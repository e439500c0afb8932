package io.nmt.cli.malloc;

import java.io.OutputStream;
import java.util.Arrays;

/** Takes the lines of a dump of all live blocks, and keeps their addresses, which they begin with. */
final class BlockAddresses extends OutputStream {
    private static final int HEX = 16;
    private static final int HOTSPOT_HEADER_BYTES = 16; // services/mallocHeader.hpp

    private long[] addresses = new long[1 << 12];
    private int count;
    private long address;
    private boolean inAddress = true;

    @Override
    public void write(int b) {
        if (b == '\n') {
            inAddress = true;
            address = 0;
        } else if (inAddress) {
            int digit = Character.digit(b, HEX);
            if (digit >= 0) {
                address = address << 4 | digit;
            } else if (b == 'x') {
                address = 0; // 0x, and not a word of the header
            } else {
                inAddress = false;
                add();
            }
        }
    }

    private void add() {
        if (address != 0) {
            if (count == addresses.length) {
                addresses = Arrays.copyOf(addresses, count * 2);
            }
            addresses[count++] = address;
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            write(bytes[i]);
        }
    }

    /** To be called once, when all lines are there. */
    void sort() {
        Arrays.sort(addresses, 0, count);
    }

    /**
     * True if malloc has returned that address for a block: with HotSpot's tracking on, the block begins behind a
     * header. Without it none can begin there, as no block of malloc's is that small. Without it none can begin there,
     * as no block of malloc's is that small.
     */
    boolean contains(long malloced) {
        return isBlock(malloced) || isBlock(malloced + HOTSPOT_HEADER_BYTES);
    }

    private boolean isBlock(long wanted) {
        return Arrays.binarySearch(addresses, 0, count, wanted) >= 0;
    }
}
