package io.nmt.channel.files;

import java.io.Closeable;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A new file that gets its name only when it is complete. Until then it has a name of its own beside it, which no other
 * writer uses: other processes and threads see either all of it, or what was there before.
 *
 * <p>It follows no link, and writes by a stream: channels take direct buffers, of which there may be none left. Not
 * thread-safe; any number of these may be made for one name at a time, of which the last that is complete stays.
 */
public final class AtomicFile implements Closeable {
    private static final String SUFFIX = ".tmp";
    private static final long ABANDONED_MILLIS = 3_600_000;
    private static final int RADIX = 16;

    private final Path file;
    private final Path temporary;
    private final FileOutputStream out;
    private boolean ended; // complete, or given up

    private AtomicFile(Path file, Path temporary, FileOutputStream out) {
        this.file = file;
        this.temporary = temporary;
        this.out = out;
    }

    /**
     * Begins a file.
     *
     * @param file to be replaced, or new
     * @param ownerOnly whether it has mode 0600 from the first moment on; else the user's umask decides
     * @return to be closed
     * @throws IOException if no file can be made beside it
     */
    public static AtomicFile begin(Path file, boolean ownerOnly) throws IOException {
        String prefix = prefix(file) + ProcessHandle.current().pid() + "-";
        while (true) {
            Path temporary = file.resolveSibling(prefix + Long.toString(System.nanoTime(), RADIX) + SUFFIX);
            try {
                create(temporary, ownerOnly);
            } catch (FileAlreadyExistsException e) {
                continue; // another thread, or a process of another container, at the same nanosecond
            }
            return open(file, temporary);
        }
    }

    private static AtomicFile open(Path file, Path temporary) throws IOException {
        FileOutputStream out = null;
        try {
            out = new FileOutputStream(temporary.toFile(), true);
            return new AtomicFile(file, temporary, out);
        } finally {
            if (out == null) {
                deleteIfThere(temporary);
            }
        }
    }

    /**
     * Creates an empty file.
     *
     * @param file that is not there; a link is
     * @param ownerOnly whether it has mode 0600, where the system knows modes; else the user's umask decides
     * @throws IOException if it cannot be created
     */
    public static void create(Path file, boolean ownerOnly) throws IOException {
        boolean hasModes =
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] attributes = ownerOnly && hasModes
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        Files.createFile(file, attributes);
    }

    private static String prefix(Path file) {
        return "." + file.getFileName() + ".";
    }

    /**
     * The temporary file, until it is complete.
     *
     * @return its path then
     */
    public Path temporary() {
        return temporary;
    }

    /**
     * Takes its content; what is written once it has its name is added there.
     *
     * @return a stream without a buffer; the caller that completes the file closes it
     */
    public FileOutputStream out() {
        return out;
    }

    /**
     * Waits until the system has stored what was written, which finds out if the disk is full or broken. It may take
     * seconds where pages are scarce.
     *
     * @throws IOException if that fails
     */
    public void sync() throws IOException {
        out.getFD().sync();
    }

    /**
     * Gives it its name, in place of what has it. Its stream stays as it is, open or closed.
     *
     * @throws IOException if what is there cannot be replaced
     */
    public void complete() throws IOException {
        Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        ended = true;
    }

    /** Gives it up, unless it is complete: closes and deletes it. */
    @Override
    public void close() throws IOException {
        if (!ended) {
            ended = true;
            try {
                out.close();
            } finally {
                deleteIfThere(temporary);
            }
        }
    }

    /** Says nothing if it cannot, not to hide what has gone wrong before. */
    private static void deleteIfThere(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // It stays, under a name of its own.
        }
    }

    /**
     * Deletes what writers of a file have left beside it that were killed, more than an hour ago.
     *
     * @param file that they wrote
     */
    public static void deleteAbandoned(Path file) {
        File directory = file.toAbsolutePath().getParent().toFile();
        String prefix = prefix(file);
        File[] left = directory.listFiles((in, name) -> name.startsWith(prefix) && name.endsWith(SUFFIX));
        for (File one : left == null ? new File[0] : left) {
            String ours = one.getName().substring(prefix.length(), one.getName().length() - SUFFIX.length());
            long age = System.currentTimeMillis() - one.lastModified();
            if (ours.matches("\\d+-[-0-9a-f]+") && age > ABANDONED_MILLIS) {
                one.delete();
            }
        }
    }
}
