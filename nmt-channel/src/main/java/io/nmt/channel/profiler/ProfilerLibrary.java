package io.nmt.channel.profiler;

import io.nmt.channel.files.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/**
 * The native library of async-profiler for this platform: which entry of the jar it is, and what its content must be.
 * To take another version, change the version in the build and the hashes here.
 */
public final class ProfilerLibrary {
    /** The file's name, in the jar and when it is extracted. */
    public static final String FILE = "libasyncProfiler.so";

    /** The library's version that the hashes belong to. */
    public static final String VERSION = "4.6";

    private static final List<ProfilerLibrary> ALL = List.of(
            new ProfilerLibrary("linux-x64", "1aa55af4645fafb7b70fe78b8bcc8d32a1a2fce1a278ce04318224df68694fb2"),
            new ProfilerLibrary("linux-arm64", "45895af951d172126819552f5e2762b1a71c4db2a95ab8def791becb9ce7e35d"),
            new ProfilerLibrary("macos", "bf3f48291999c1d97ae7e7102bc75f458eec91f5e70f2c23c032c24f9a575c8b"));

    private final String platform;
    private final String sha256;

    private ProfilerLibrary(String platform, String sha256) {
        this.platform = platform;
        this.sha256 = sha256;
    }

    /**
     * The library for a platform.
     *
     * @param osName as the property {@code os.name}
     * @param architecture as the property {@code os.arch}
     * @return its library
     * @throws IOException if the jar has none, with a message for people
     */
    public static ProfilerLibrary of(String osName, String architecture) throws IOException {
        String platform = platform(osName, architecture);
        for (ProfilerLibrary library : ALL) {
            if (library.platform.equals(platform)) {
                return library;
            }
        }
        throw new IOException(
                "this jar has no async-profiler for " + osName + " on " + architecture + "; --library PATH names one");
    }

    private static String platform(String osName, String architecture) {
        if (osName.startsWith("Mac")) {
            return "macos";
        }
        return switch (osName + " " + architecture) {
            case "Linux amd64", "Linux x86_64" -> "linux-x64";
            case "Linux aarch64" -> "linux-arm64";
            default -> "";
        };
    }

    /** All platforms that there is one for. */
    static List<ProfilerLibrary> all() {
        return ALL;
    }

    /** Its entry in the jar. */
    String entry() {
        return platform + "/" + FILE;
    }

    /**
     * Makes a file of it. One that is there already, and is the same, stays: to load it again is then not to load
     * another one. Thread-safe.
     *
     * @param directory that only this user can write to
     * @return the file
     * @throws IOException if it cannot be written, or is not what it should be
     */
    public Path extractTo(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        // Of two that extract it at once, the second would replace what the JVM has mapped for the first.
        synchronized (ProfilerLibrary.class) {
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && sha256.equals(hashOf(file))) {
                return file;
            }
            try (AtomicFile extracted = AtomicFile.begin(file, true)) {
                copyTo(extracted.out());
                extracted.sync();
                extracted.out().close();
                // A library that is cut short ends the process that loads it.
                if (!hashOf(extracted.temporary()).equals(sha256)) {
                    throw new IOException("async-profiler was not written as it is in the agent's jar");
                }
                extracted.complete();
            }
            return file;
        }
    }

    private void copyTo(OutputStream out) throws IOException {
        List<URL> places =
                Collections.list(ProfilerLibrary.class.getClassLoader().getResources(entry()));
        // An application that uses async-profiler has it earlier on the class path, maybe another version.
        for (URL place : places) {
            if (hashOf(open(place)).equals(sha256)) {
                try (InputStream in = open(place)) {
                    in.transferTo(out);
                }
                return;
            }
        }
        throw new IOException(
                places.isEmpty()
                        ? "the agent's jar lacks " + entry()
                        : "async-profiler in the agent's jar is not the one of version " + VERSION);
    }

    /** Without a cache, which would keep the jar open. */
    private static InputStream open(URL place) throws IOException {
        URLConnection connection = place.openConnection();
        connection.setUseCaches(false);
        return connection.getInputStream();
    }

    /** The hash of a stream's bytes, to its end. */
    static String hashOf(InputStream stream) throws IOException {
        MessageDigest digest = sha256Digest();
        try (DigestInputStream in = new DigestInputStream(stream, digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The hash that it must have. */
    String expectedHash() {
        return sha256;
    }

    private static String hashOf(Path file) throws IOException {
        return hashOf(Files.newInputStream(file));
    }

    private static MessageDigest sha256Digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // each Java platform has it
        }
    }
}
