package io.nmt.report.reading.sources;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads this process's own memory through the system, where an address that is not there, or not any more, is an error
 * and not the end of the process. Not thread-safe.
 */
public final class OwnMemory implements AutoCloseable {
    /** How many can be read at once. */
    static final int MOST_LONGS = 1024;

    private final byte[] bytes = new byte[MOST_LONGS * Long.BYTES];
    private final ByteBuffer longs = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    private final RandomAccessFile file;

    public OwnMemory() throws IOException {
        file = new RandomAccessFile("/proc/self/mem", "r");
    }

    /** Reads some longs at an address, into where {@link #get} finds them. Returns whether they are there. */
    boolean read(long address, int count) {
        try {
            file.seek(address);
            file.readFully(bytes, 0, count * Long.BYTES);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    int getInt(int index) {
        return longs.getInt(index * Integer.BYTES);
    }

    long get(int index) {
        return longs.getLong(index * Long.BYTES);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
