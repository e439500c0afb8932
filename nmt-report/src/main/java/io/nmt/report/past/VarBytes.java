package io.nmt.report.past;

import java.io.ByteArrayOutputStream;

/** Numbers from 0 on, each in as many bytes as it takes: seven bits in each, the lowest first. */
final class VarBytes {
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream(512);
    private final byte[] bytes;
    private int position;

    VarBytes() {
        this(new byte[0]);
    }

    VarBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    void write(long number) {
        long left = number;
        while (left >= MORE || left < 0) {
            written.write((int) (left & (MORE - 1)) | MORE);
            left >>>= BITS;
        }
        written.write((int) left);
    }

    long read() {
        long number = 0;
        for (int shift = 0; ; shift += BITS) {
            int next = bytes[position++];
            number |= (long) (next & (MORE - 1)) << shift;
            if (next >= 0) {
                return number;
            }
        }
    }

    boolean hasMore() {
        return position < bytes.length;
    }

    byte[] toArray() {
        return written.toByteArray();
    }
}
