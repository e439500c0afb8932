package io.nmt.agent.pressure;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The file of the last report; the two before it have {@code .1} and {@code .2} at the end of their names. That also keeps what an
 * earlier process with the same id has left: in a container that is each one before the restart. It writes by streams: channels
 * take direct buffers. Not thread-safe.
 */
final class EvidenceFile {
    private final String pattern;
    private File written;

    /** Where it may be written; {@code %p} in the name is the process's id. */
    EvidenceFile(String pattern) {
        this.pattern = pattern;
    }

    /**
     * Writes a new file, under its name only when it is complete: where it should be, or else to the directory for temporary
     * files.
     *
     * @return its absolute path
     * @throws IOException if it can be written to neither
     */
    String write(String text) throws IOException {
        String name =
                pattern.replace("%p", Long.toString(ProcessHandle.current().pid()));
        written = null;
        File file = new File(name).getAbsoluteFile();
        try {
            write(file, text);
        } catch (IOException e) {
            File other = new File(System.getProperty("java.io.tmpdir"), file.getName()).getAbsoluteFile();
            try {
                write(other, text);
            } catch (IOException again) {
                throw new IOException(file + " cannot be written (" + e.getMessage() + "), nor " + other, again);
            }
            file = other;
        }
        written = file;
        return file.getPath();
    }

    /** Whether there is something to add to. */
    boolean isWritten() {
        return written != null;
    }

    /** Adds to what was written. */
    void append(String text) throws IOException {
        try (OutputStream out = new FileOutputStream(written, true)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void write(File file, String text) throws IOException {
        if (isDevice(file)) {
            try (OutputStream out = new FileOutputStream(file, true)) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            return;
        }
        File temporary = withSuffix(file, ".tmp");
        // Not through a link that somebody has put into a directory that all may write to.
        if ((temporary.exists() && !temporary.delete()) || !temporary.createNewFile()) {
            throw new IOException(temporary + " is there");
        }
        // Stacks and paths are nobody else's business.
        boolean restricted = temporary.setReadable(false, false) && temporary.setReadable(true, true);
        if (!restricted) {
            throw new IOException(temporary + " cannot be kept to its owner");
        }
        try (OutputStream out = new FileOutputStream(temporary)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        rename(withSuffix(file, ".1"), withSuffix(file, ".2"));
        rename(file, withSuffix(file, ".1"));
        if (file.isDirectory() || !rename(temporary, file)) {
            boolean gone = temporary.delete();
            throw new IOException(file + (gone ? " is in the way" : " and its temporary file are in the way"));
        }
    }

    /** {@code /dev/stderr} and its like: to be written to, not replaced. */
    private static boolean isDevice(File file) {
        String path = file.getPath();
        return path.startsWith("/dev/")
                || path.startsWith("/proc/")
                || (file.exists() && !file.isFile() && !file.isDirectory());
    }

    /** In place of what is there. */
    private static boolean rename(File from, File to) {
        return from.isFile() && (from.renameTo(to) || (to.delete() && from.renameTo(to)));
    }

    private static File withSuffix(File file, String suffix) {
        return new File(file.getPath().concat(suffix));
    }
}
