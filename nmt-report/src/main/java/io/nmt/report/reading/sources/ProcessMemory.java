package io.nmt.report.reading.sources;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads a process's memory through the system, where an address that is not there, or not any more, is an error and not
 * the end of the process. Not thread-safe.
 */
public final class ProcessMemory implements AutoCloseable {
    /** The bytes that can be read at once. */
    static final int MOST_LONGS = 1024;

    private final byte[] bytes = new byte[MOST_LONGS * Long.BYTES];
    private final ByteBuffer longs = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    private final RandomAccessFile file;

    private ProcessMemory(RandomAccessFile file) {
        this.file = file;
    }

    /**
     * Opens the memory of a process.
     *
     * @param process its directory in {@code /proc}
     * @throws IOException if the system does not let this user read it
     */
    public static ProcessMemory of(File process) throws IOException {
        return new ProcessMemory(new RandomAccessFile(new File(process, "mem"), "r"));
    }

    /**
     * Stands for memory that must not be read: no address is there.
     *
     * @return another each time, to be closed as well
     */
    public static ProcessMemory none() {
        return new ProcessMemory(null);
    }

    /** Tells whether any address can be read. */
    public boolean isReadable() {
        return file != null;
    }

    /** Reads some longs at an address, into where {@link #get} finds them. Returns whether they are there. */
    boolean read(long address, int count) {
        if (file == null) {
            return false;
        }
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
        if (file != null) {
            file.close();
        }
    }
}
