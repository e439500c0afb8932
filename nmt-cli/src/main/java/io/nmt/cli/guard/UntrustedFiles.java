package io.nmt.cli.guard;

import io.nmt.channel.CommandException;
import io.nmt.channel.Reason;
import io.nmt.cli.options.ProcessId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Files that a stranger may have written: whatever is in them, to read them ends, and what fails is one line. Bytes
 * that make no sense can have the parser of recordings throw anything, ask for all memory, or never end.
 */
public final class UntrustedFiles {
    private static final long LEAST_SECONDS = 60;

    // A fiftieth of what a slow machine reads.
    private static final long BYTES_PER_SECOND = 1 << 20;

    private UntrustedFiles() {}

    /**
     * Does something with files.
     *
     * @param files which must be regular ones
     * @param use reads them
     * @return what that returned
     * @throws CommandException if it cannot be done
     * @throws IOException the same, with a message for people
     */
    public static <T> T read(List<Path> files, Callable<T> use) throws CommandException, IOException {
        long bytes = 0;
        for (Path file : files) {
            check(file);
            bytes += Files.size(file);
        }
        long seconds = LEAST_SECONDS + bytes / BYTES_PER_SECOND;
        try {
            return BoundedCall.call(
                    use, seconds * 1000, () -> names(files) + " cannot be read in " + seconds + " s; damaged?");
        } catch (ArithmeticException | DateTimeException | NullPointerException e) {
            throw new CommandException(names(files) + " cannot be read: its figures make no sense; damaged?");
        } catch (RuntimeException | Error e) {
            throw new CommandException(names(files) + " cannot be read: " + Reason.of(e));
        }
    }

    /**
     * Refuses an output that is one of the inputs, which would be gone.
     *
     * @param output to be written; null for none
     */
    public static void refuseAsOutput(Path output, List<Path> files) throws CommandException {
        for (Path file : files) {
            if (output != null && isSame(output, file)) {
                throw new CommandException(output + " is what is read: give the output another name");
            }
        }
    }

    private static boolean isSame(Path output, Path file) {
        try {
            return Files.isSameFile(output, file);
        } catch (IOException e) {
            return false; // one of them is not there
        }
    }

    /** The path of that name, which need not be one; null if there is no file. */
    public static Path existing(String name) {
        try {
            Path path = Path.of(name);
            return !name.isBlank() && Files.exists(path) ? path : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** If there is no such file, but a process of that id: a part of the complaint. Nothing otherwise. */
    public static String butAProcess(Path file) {
        String name = file.toString();
        boolean isProcess = ProcessId.isNumber(name)
                && ProcessHandle.of(Long.parseLong(name)).isPresent();
        return isProcess ? "; files are read here, of process " + name + " tell 'summary " + name + "' and others" : "";
    }

    /** A device may have no end, and a pipe may have no writer. */
    private static void check(Path file) throws CommandException {
        if (file.toString().isEmpty()) {
            // To the system that is the current directory.
            throw new CommandException("the name of a file is empty");
        }
        if (Files.isDirectory(file)) {
            throw new CommandException(file + " is a directory; name the file in it, or see 'postmortem DIR'");
        }
        if (!Files.exists(file)) {
            throw new CommandException(file + " does not exist" + butAProcess(file));
        }
        if (!Files.isRegularFile(file)) {
            throw new CommandException(file + " is not a regular file");
        }
    }

    private static String names(List<Path> files) {
        if (files.isEmpty()) {
            return "the answer";
        }
        return files.size() == 1 ? files.get(0).toString() : files.get(0) + " and " + (files.size() - 1) + " more";
    }
}
