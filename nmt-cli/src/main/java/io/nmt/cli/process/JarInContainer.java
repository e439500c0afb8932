package io.nmt.cli.process;

import io.nmt.channel.CommandException;
import io.nmt.channel.Reason;
import io.nmt.cli.guard.RefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * The copy of the agent's jar for a process with another root directory, as in a container. Its name has the hash of
 * its content, and it stays for later commands. No link of the container is followed, since it could lead out of it.
 */
final class JarInContainer {
    private static final List<String> DIRECTORIES = List.of("tmp", "var/tmp", "dev/shm"); // the last is memory
    private static final int NAME_HASH_BYTES = 8;
    private static final Set<OpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final Set<PosixFilePermission> READABLE = PosixFilePermissions.fromString("rw-r--r--");

    private final byte[] content;
    private final byte[] hash;
    private final String name;

    private JarInContainer(byte[] content) {
        this.content = content;
        hash = hash(content);
        name = ".nmt-agent-" + HexFormat.of().formatHex(hash, 0, NAME_HASH_BYTES) + ".jar";
    }

    /**
     * Puts the jar where the process finds it, unless it is there, or has the same content at the same path.
     *
     * @param root the process's root directory, as this process sees it
     * @param jar to be copied
     * @return its path, as the process sees it
     * @throws CommandException if the process has no directory for it
     */
    static String put(Path root, Path jar) throws CommandException {
        IOException first = null;
        try {
            JarInContainer copy = new JarInContainer(Files.readAllBytes(jar));
            if (copy.isAt(root.resolve(jar.toString().substring(1)))) {
                return jar.toString();
            }
            for (String directory : DIRECTORIES) {
                try {
                    copy.put(root, directory);
                    return "/" + directory + "/" + copy.name;
                } catch (IOException e) {
                    first = first == null ? e : first;
                }
            }
        } catch (IOException e) {
            first = e;
        }
        throw new RefusedException("the process has another root directory (a container), and no copy of " + jar
                + " can be made in its /tmp: " + Reason.of(first));
    }

    /** Another version, or a link that leads elsewhere in the container, is not the jar. */
    private boolean isAt(Path file) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isRegularFile()
                    && attributes.size() == content.length
                    && Arrays.equals(hash, hash(Files.readAllBytes(file)));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private void put(Path root, String directory) throws IOException {
        try (DirectoryStream<Path> top = Files.newDirectoryStream(root)) {
            if (!(top instanceof SecureDirectoryStream<Path> place)) {
                throw new IOException("this system cannot open a file without following links");
            }
            put(place, Path.of(directory));
        }
    }

    /** Steps down by one name at a time; a path would follow links. */
    private void put(SecureDirectoryStream<Path> place, Path below) throws IOException {
        try (SecureDirectoryStream<Path> next = place.newDirectoryStream(below.getName(0), LinkOption.NOFOLLOW_LINKS)) {
            if (below.getNameCount() > 1) {
                put(next, below.subpath(1, below.getNameCount()));
            } else if (!isThere(next)) {
                write(next);
            }
        }
    }

    private boolean isThere(SecureDirectoryStream<Path> place) throws IOException {
        try {
            // A pipe would have its reader wait.
            PosixFileAttributes attributes = attributes(place, Path.of(name)).readAttributes();
            return attributes.isRegularFile() && attributes.permissions().containsAll(READABLE) && hasContent(place);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static PosixFileAttributeView attributes(SecureDirectoryStream<Path> place, Path file) {
        return place.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    private boolean hasContent(SecureDirectoryStream<Path> place) throws IOException {
        try (SeekableByteChannel file = place.newByteChannel(Path.of(name), READ)) {
            return file.size() == content.length
                    && Arrays.equals(hash, hash(Channels.newInputStream(file).readNBytes(content.length)));
        }
    }

    /** Complete before it has its name, since others may load it at once. */
    private void write(SecureDirectoryStream<Path> place) throws IOException {
        Path temporary = Path.of(
                name + "." + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime()) + ".tmp");
        boolean complete = false;
        try (SeekableByteChannel file = place.newByteChannel(temporary, NEW)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            attributes(place, temporary).setPermissions(READABLE); // whatever the umask is
            place.move(temporary, place, Path.of(name));
            complete = true;
        } finally {
            if (!complete) {
                deleteIfThere(place, temporary);
            }
        }
    }

    private static void deleteIfThere(SecureDirectoryStream<Path> place, Path file) {
        try {
            place.deleteFile(file);
        } catch (IOException e) {
            // It was not made, or stays under a name of its own.
        }
    }

    private static byte[] hash(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // each JDK has it
        }
    }
}
