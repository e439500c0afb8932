package io.nmt.agent.cli;

import io.nmt.agent.channel.CommandException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a file that is either complete or as it was before. */
final class OutputFile {
    private OutputFile() {}

    /** Writes the content of a file. */
    interface Content {
        /**
         * Writes it.
         *
         * @param file which it need not close
         * @return the exit code; of another than 0 nothing is replaced
         */
        int writeTo(OutputStream file) throws IOException, CommandException;
    }

    /**
     * Writes a text.
     *
     * @param file to be replaced, or new
     * @param text its content
     * @throws IOException if that is not possible, with a message for people
     */
    static void write(Path file, String text) throws IOException, CommandException {
        write(file, out -> {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            return 0;
        });
    }

    /**
     * Writes beside the file, then moves over it. What is no regular file, such as a pipe, is written to.
     *
     * @param file to be replaced, or new
     * @param content of the file
     * @return what the content returned
     * @throws IOException if that is not possible, with a message for people
     */
    static int write(Path file, Content content) throws IOException, CommandException {
        try {
            if (Files.isDirectory(file)) {
                throw new IOException(file + " is a directory");
            }
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                try (OutputStream out = Files.newOutputStream(file)) {
                    return content.writeTo(out);
                }
            }
            // A link stays, what it points to is replaced.
            return replace(Files.exists(file) ? file.toRealPath() : file, content);
        } catch (NoSuchFileException e) {
            throw new IOException("cannot write " + file + ": no such directory", e);
        } catch (AccessDeniedException e) {
            throw new IOException("cannot write " + file + ": access denied", e);
        }
    }

    private static int replace(Path file, Content content) throws IOException, CommandException {
        Path beside = file.resolveSibling(
                "." + file.getFileName() + "." + ProcessHandle.current().pid());
        try {
            int exitCode;
            try (OutputStream out =
                    Files.newOutputStream(beside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                exitCode = content.writeTo(out);
            }
            if (exitCode == 0) {
                Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
            }
            return exitCode;
        } finally {
            Files.deleteIfExists(beside);
        }
    }
}
