package io.nmt.report.reading.sources;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;

/**
 * A file of the kernel that is read again and again, into the same array. That takes neither heap nor native memory: up
 * to 8 KiB the JDK reads through the stack. Not thread-safe.
 */
public final class SmallFile implements AutoCloseable {
    private static final int MOST_BYTES = 8192;

    private final byte[] bytes = new byte[MOST_BYTES];
    private final RandomAccessFile file;
    private int length;

    /**
     * Opens it.
     *
     * @param path of the file
     * @throws IOException if it cannot be read
     */
    public SmallFile(File path) throws IOException {
        file = new RandomAccessFile(path, "r");
    }

    /**
     * Reads it anew.
     *
     * @throws IOException if that is not possible
     */
    public void read() throws IOException {
        file.seek(0);
        length = 0;
        int count = file.read(bytes, 0, bytes.length);
        while (count > 0) {
            length += count;
            count = length == bytes.length ? 0 : file.read(bytes, length, bytes.length - length);
        }
    }

    /**
     * Reads one field of a file.
     *
     * @param path of the file
     * @param begin of the line
     * @return the number that follows; -1 also if the file cannot be read
     */
    public static long field(File path, String begin) {
        try (SmallFile file = new SmallFile(path)) {
            file.read();
            return file.field(begin);
        } catch (IOException e) {
            return -1;
        }
    }

    /**
     * Reads a file of any length as text.
     *
     * @param path of the file
     * @return a character for each byte; nothing if it cannot be read
     */
    public static String text(File path) {
        // By a stream: a channel would take a direct buffer.
        try (FileInputStream in = new FileInputStream(path)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * The number that it begins with.
     *
     * @return -1 if that is something else
     */
    public long number() {
        return numberAt(0);
    }

    /**
     * The number that follows, in a line of its own, what it begins with.
     *
     * @param begin of the line
     * @return -1 if there is no such line
     */
    public long field(String begin) {
        int line = 0;
        while (line < length) {
            if (beginsAt(line, begin)) {
                return numberAt(line + begin.length());
            }
            while (line < length && bytes[line] != '\n') {
                line++;
            }
            line++;
        }
        return -1;
    }

    private boolean beginsAt(int start, String begin) {
        if (start + begin.length() > length) {
            return false;
        }
        for (int i = 0; i < begin.length(); i++) {
            if (bytes[start + i] != begin.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private long numberAt(int start) {
        int at = start;
        while (at < length && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
        int first = at;
        long number = 0;
        while (at < length && bytes[at] >= '0' && bytes[at] <= '9') {
            // The kernel's "none" is near the largest long; what is above it is as good.
            number = number > (Long.MAX_VALUE - 9) / 10 ? Long.MAX_VALUE - 9 : number * 10 + bytes[at] - '0';
            at++;
        }
        return at == first ? -1 : number;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
