package io.nmt.cli.process;

import io.nmt.channel.CommandException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;

/** A process in Linux's {@code /proc/PID}: each time as it is then. */
public final class ProcFile {
    private static final Path PROC = Path.of("/proc");
    private static final String KERNEL_THREADS = "2"; // the parent of all of them; they have no memory of their own
    private static final int SIGQUIT = 3;
    private static final String JAVA_VERSION = "JAVA_VERSION=";
    private static final int EFFECTIVE = 1;
    private static final int MAX_RELEASE_BYTES = 1 << 16;

    private final Path directory;
    private final String status;

    private ProcFile(Path directory, String status) {
        this.directory = directory;
        this.status = status;
    }

    /** True if this system has it. */
    static boolean available() {
        return Files.exists(PROC.resolve("self").resolve("status"));
    }

    /**
     * Reads it.
     *
     * @throws CommandException if there is no such process
     */
    static ProcFile of(long pid) throws CommandException {
        return of(Long.toString(pid));
    }

    /** Reads that of this process. */
    static ProcFile own() throws CommandException {
        return of("self");
    }

    private static ProcFile of(String pid) throws CommandException {
        Path directory = PROC.resolve(pid);
        try {
            return new ProcFile(directory, Files.readString(directory.resolve("status")));
        } catch (IOException e) {
            throw new CommandException("there is no process " + pid);
        }
    }

    Path directory() {
        return directory;
    }

    boolean exists() {
        try {
            return !of(directory.getFileName().toString()).isDead();
        } catch (CommandException e) {
            return false;
        }
    }

    /** The id of the process, if this is one of its threads. */
    long threadGroup() {
        return Long.parseLong(words("Tgid")[0]);
    }

    /** The id that it has for itself, in its own namespace. */
    long namespacePid() {
        String[] pids = words("NSpid");
        return Long.parseLong(pids[pids.length - 1]);
    }

    /** The id of the user on whose behalf it acts. */
    int user() {
        return Integer.parseInt(words("Uid")[EFFECTIVE]);
    }

    /** The name of that user, or the id if it has none. */
    String userName() {
        try {
            return Files.getOwner(directory).getName();
        } catch (IOException | RuntimeException e) {
            return Integer.toString(user());
        }
    }

    /** True if it has been stopped, as by SIGSTOP: it does nothing until SIGCONT. */
    boolean isStopped() {
        return words("State")[0].equals("T");
    }

    /** True if it has ended and its parent has not noticed, or is ending: then its memory goes first. */
    boolean isDead() {
        String state = words("State")[0];
        boolean ofKernel = words("Tgid")[0].equals(KERNEL_THREADS) || words("PPid")[0].equals(KERNEL_THREADS);
        return state.equals("Z") || state.equals("X") || (!status.contains("\nVmSize:") && !ofKernel);
    }

    /** True if SIGQUIT does not end it. */
    boolean catchesSigquit() {
        return (Long.parseUnsignedLong(words("SigCgt")[0], 16) & 1L << (SIGQUIT - 1)) != 0;
    }

    private String[] words(String key) {
        int start = status.indexOf("\n".concat(key).concat(":\t"));
        if (start < 0) {
            return new String[] {"0", "0"};
        }
        int end = status.indexOf('\n', start + 1);
        return status.substring(start + key.length() + 2, end).trim().split("\\s+", -1);
    }

    /** True if it maps a file with such a path. */
    public boolean maps(Predicate<String> wanted) throws IOException {
        // Paths need not be in any encoding.
        try (BufferedReader maps = Files.newBufferedReader(directory.resolve("maps"), StandardCharsets.ISO_8859_1)) {
            for (String line = maps.readLine(); line != null; line = maps.readLine()) {
                int path = line.indexOf('/');
                if (path >= 0 && wanted.test(line.substring(path))) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The text of a file there, with spaces in place of zero bytes; nothing if it cannot be read. */
    String text(String file) {
        try {
            byte[] bytes = Files.readAllBytes(directory.resolve(file));
            return new String(bytes, StandardCharsets.ISO_8859_1).replace('\0', ' ');
        } catch (IOException e) {
            return "";
        }
    }

    /** Its resident memory; -1 where the system does not tell, or tells 0. */
    long rssBytes() {
        long kilobytes = Long.parseLong(words("VmRSS")[0]);
        return kilobytes > 0 ? kilobytes << 10 : -1;
    }

    /** The version of the JDK whose program it runs, such as 17.0.15; empty where no JDK says so beside the program. */
    String jdkVersion() {
        try {
            Path home =
                    Files.readSymbolicLink(directory.resolve("exe")).getParent().getParent();
            Path release = directory.resolve("root" + home).resolve("release");
            return startOf(release)
                    .lines()
                    .filter(line -> line.startsWith(JAVA_VERSION))
                    .map(line -> line.substring(JAVA_VERSION.length()).replaceAll("[^0-9.+_a-z-]", ""))
                    .findFirst()
                    .orElse("");
        } catch (IOException | RuntimeException e) {
            return ""; // another launcher, or another user's process
        }
    }

    /** Nothing where it is no file: to open a pipe would wait for who writes into it. */
    private static String startOf(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MAX_RELEASE_BYTES), StandardCharsets.ISO_8859_1);
        }
    }

    /** The name of the program that it runs, or nothing. */
    String program() {
        try {
            return Files.readSymbolicLink(directory.resolve("exe"))
                    .getFileName()
                    .toString();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}
