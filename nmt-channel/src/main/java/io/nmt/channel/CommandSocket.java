package io.nmt.channel;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * The socket of a process: {@code /tmp/.nmt_pid123/socket}. Where another user, or a process with the same id that
 * shares {@code /tmp}, has made that directory, it is {@code /tmp/.nmt_pid123-NUMBER/socket}. Only those that may enter
 * the directory, the process's own user, can connect. It is in {@code /tmp} whatever {@code java.io.tmpdir} says, since
 * the command line, which looks for it there, cannot know that property; the attach mechanism of the JDK does the same.
 */
public final class CommandSocket {
    /** The prefix of the names of such directories; the process's id follows. */
    public static final String PREFIX = ".nmt_pid";

    private static final Path ROOT = Path.of("/");
    private static final Path SELF = Path.of("/proc/self");
    private static final char SEPARATOR = '-';
    private static final int RADIX = 16;

    private static volatile Path own; // null until it is made

    private CommandSocket() {}

    /**
     * The directory of a process's socket.
     *
     * @param root what is the root directory for that process
     * @param pid its id, as it sees it itself
     * @return the directory, which may not be there
     */
    public static Path directory(Path root, long pid) {
        return root.resolve("tmp").resolve(PREFIX + pid);
    }

    /**
     * The directories that a process's socket may be in.
     *
     * @param root what is the root directory for that process
     * @param pid its id, as it sees it itself
     * @return the usual one first, which may not be there; the others are there, whoever has made them
     */
    public static List<Path> directories(Path root, long pid) {
        List<Path> all = new ArrayList<>();
        Path usual = directory(root, pid);
        all.add(usual);
        String others = usual.getFileName().toString() + SEPARATOR + "*";
        try (DirectoryStream<Path> found = Files.newDirectoryStream(usual.getParent(), others)) {
            found.forEach(all::add);
        } catch (IOException | DirectoryIteratorException e) {
            return all; // not to be looked at from here
        }
        return all;
    }

    /**
     * The process whose directory it is.
     *
     * @param directory in {@code /tmp}
     * @return its id, as it sees it itself; text
     */
    public static String process(Path directory) {
        String name = directory.getFileName().toString().substring(PREFIX.length());
        int end = name.indexOf(SEPARATOR);
        return end < 0 ? name : name.substring(0, end);
    }

    /**
     * The socket.
     *
     * @param directory of the socket
     * @return its address in the file system
     */
    public static Path in(Path directory) {
        return directory.resolve("socket");
    }

    /** The start of this process. */
    static long ownStart() {
        return ProcessStart.of(SELF);
    }

    /**
     * The directory of this process's socket.
     *
     * @return the directory, which only this process's user may enter
     */
    public static Path ownDirectory() {
        Path made = own;
        return made != null ? made : usualDirectory();
    }

    private static Path usualDirectory() {
        return directory(ROOT, ProcessHandle.current().pid());
    }

    /**
     * Makes the socket of this process, in a new directory. Both are deleted when the JVM exits, after its shutdown
     * hooks.
     *
     * @throws IOException if that is not possible
     */
    static ServerSocketChannel open() throws IOException {
        Path directory = createDirectory(usualDirectory());
        own = directory;
        Path socket = in(directory);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(socket));
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
        // The last is deleted first. A shutdown hook would do it while other hooks are running. That may take long, and
        // a user may want to know why.
        directory.toFile().deleteOnExit();
        socket.toFile().deleteOnExit();
        return server;
    }

    private static void create(Path directory) throws IOException {
        Files.createDirectory(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private static Path createDirectory(Path usual) throws IOException {
        Path directory = usual;
        while (true) {
            try {
                create(directory);
                return directory;
            } catch (FileAlreadyExistsException e) {
                if (!directory.equals(usual) || !isRemoved(usual)) {
                    directory = usual.resolveSibling(
                            usual.getFileName().toString() + SEPARATOR + Long.toString(System.nanoTime(), RADIX));
                }
            }
        }
    }

    /** Removes what a process that had the same id has left when it was killed. Another user's stays. */
    private static boolean isRemoved(Path directory) throws IOException {
        if (!isOwn(directory) || isAnswered(in(directory))) {
            return false;
        }
        try {
            delete(directory);
            return true;
        } catch (IOException e) {
            return false; // no directory of this process's user
        }
    }

    /**
     * Deletes a directory that a process has left.
     *
     * @param directory with files alone: the socket, and what a profile needs
     * @throws IOException if it cannot be deleted
     */
    public static void delete(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    /** True if it is a directory, not a link to one, and of this process's user. */
    private static boolean isOwn(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Path own = Files.createTempDirectory(directory.getParent(), ".nmt");
        try {
            return Files.getOwner(own).equals(Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS));
        } finally {
            Files.delete(own);
        }
    }

    /**
     * True if a process listens. Never waits.
     *
     * @param socket of the process
     * @return true if it takes a connection, or has as many as it can take
     */
    public static boolean isAnswered(Path socket) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(socket));
            return true;
        } catch (ConnectException e) {
            return false; // refused
        } catch (IOException e) {
            // It has as many connections as it can take, which has no exception of its own, or there is none.
            return Files.exists(socket);
        }
    }
}
