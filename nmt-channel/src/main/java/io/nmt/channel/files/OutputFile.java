package io.nmt.channel.files;

import io.nmt.channel.CommandException;
import io.nmt.channel.Reason;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;

/**
 * Writes a file that is either complete or as it was before ({@link AtomicFile}). A new file has the permissions that
 * the user's umask gives, unless it is to be its owner's alone; one that is replaced keeps its own.
 */
public final class OutputFile {
    private OutputFile() {}

    /** Writes the content of a file. */
    public interface Content {
        /**
         * Writes it.
         *
         * @param file which it need not close
         * @return the exit code; of another than 0 nothing is replaced
         * @throws IOException if the file cannot be written; {@link UncheckedIOException} says the same
         * @throws CommandException if there is no content
         */
        int writeTo(OutputStream file) throws IOException, CommandException;
    }

    /**
     * Writes a text.
     *
     * @param file to be replaced, or new
     * @param text its content
     * @throws IOException if that is not possible, with a message for people
     * @throws CommandException never
     */
    public static void write(Path file, String text) throws IOException, CommandException {
        write(file, content(text));
    }

    private static Content content(String text) {
        return out -> {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            return 0;
        };
    }

    /**
     * Writes beside the file, then moves over it. What is no regular file, such as a pipe, is written to.
     *
     * @param file to be replaced, or new
     * @param content of the file
     * @return what the content returned
     * @throws IOException if that is not possible, with a message for people
     * @throws CommandException as the content
     */
    public static int write(Path file, Content content) throws IOException, CommandException {
        return write(file, content, false);
    }

    private static int write(Path file, Content content, boolean ownerOnly) throws IOException, CommandException {
        requireName(file);
        try {
            if (isStandardStream(file.toString())) {
                try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
                    return content.writeTo(out);
                }
            }
            if (Files.isDirectory(file)) {
                throw new IOException("it is a directory");
            }
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                try (OutputStream out = Files.newOutputStream(file)) {
                    return content.writeTo(out);
                }
            }
            // A link stays, what it points to is replaced.
            return replace(target(file), content, ownerOnly);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        } catch (UncheckedIOException e) {
            throw cannotWrite(file, e.getCause());
        }
    }

    /**
     * Refuses an empty name, which to the system is the current directory.
     *
     * @param file to be written
     * @throws IOException if it has no name
     */
    public static void requireName(Path file) throws IOException {
        if (file.toString().isEmpty()) {
            throw new IOException("the name of the file to write is empty");
        }
    }

    /** The target of a link, also if it does not exist. */
    private static Path target(Path file) throws IOException {
        if (Files.exists(file)) {
            return file.toRealPath();
        }
        return Files.isSymbolicLink(file) ? file.resolveSibling(Files.readSymbolicLink(file)) : file;
    }

    /**
     * Writes a text for the file's owner alone, and where a file cannot be replaced, since another must not be made
     * beside it or since it is mounted, writes to the file itself.
     *
     * @param file to be replaced, or new
     * @param text its content
     * @throws IOException if that is not possible, with a message for people
     * @throws CommandException never
     */
    public static void writeInPlaceIfNeeded(Path file, String text) throws IOException, CommandException {
        try {
            write(file, content(text), true);
        } catch (IOException e) {
            if (!(e.getCause() instanceof FileSystemException)) {
                throw e;
            }
            writeInPlace(file, text);
        } catch (OutOfMemoryError e) {
            // Of direct buffers, which Files takes before JDK 24, and of which the report may be about. This takes
            // none.
            writeInPlace(file, text);
        }
    }

    private static void writeInPlace(Path file, String text) throws IOException {
        try (OutputStream out = new FileOutputStream(file.toFile())) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * True if a path is the name of a stream that this process has open anyway: output is added to it.
     *
     * @param path such as {@code /dev/stderr}
     * @return false for every other
     */
    public static boolean isStandardStream(String path) {
        return path.equals("/dev/stdout")
                || path.equals("/dev/stderr")
                || path.startsWith("/dev/fd/")
                || path.startsWith("/proc/self/fd/");
    }

    private static IOException cannotWrite(Path file, IOException e) {
        return new IOException("cannot write " + file + ": " + reason(e), e);
    }

    /**
     * The reason why a file cannot be written, in words.
     *
     * @param e what was thrown; its message may be the name of the file alone
     * @return never empty, without the name of the file where the JDK tells that apart
     */
    public static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such directory";
        } else if (e instanceof AccessDeniedException) {
            return "access denied";
        } else if (e instanceof FileSystemException failure && failure.getReason() != null) {
            return failure.getReason();
        }
        return Reason.of(e);
    }

    private static int replace(Path file, Content content, boolean ownerOnly) throws IOException, CommandException {
        int exitCode;
        try (AtomicFile replacement = AtomicFile.begin(file, ownerOnly || Files.exists(file))) {
            keepPermissions(file, replacement.temporary());
            exitCode = content.writeTo(keptOpen(replacement.out()));
            if (exitCode == 0) {
                replacement.sync();
                replacement.out().close();
                replacement.complete();
            }
        }
        AtomicFile.deleteAbandoned(file);
        return exitCode;
    }

    /** Content may close it, but what was written is still to be stored then. */
    private static OutputStream keptOpen(OutputStream stream) {
        return new FilterOutputStream(stream) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() throws IOException {
                flush();
            }
        };
    }

    private static void keepPermissions(Path from, Path to) throws IOException {
        PosixFileAttributeView old = Files.getFileAttributeView(from, PosixFileAttributeView.class);
        if (old != null && Files.exists(from)) {
            Files.setPosixFilePermissions(to, old.readAttributes().permissions());
        }
    }
}
