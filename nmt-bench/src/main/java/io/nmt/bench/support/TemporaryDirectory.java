package io.nmt.bench.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory that is deleted with all that is in it. */
public final class TemporaryDirectory implements AutoCloseable {
    private final Path path = Files.createTempDirectory("nmt-bench");

    /**
     * An empty directory.
     *
     * @throws IOException if it cannot be created
     */
    public TemporaryDirectory() throws IOException {}

    /**
     * The path of the directory.
     *
     * @return its path
     */
    public Path path() {
        return path;
    }

    /**
     * A file in it, which may not exist.
     *
     * @param name of the file
     * @return its path
     */
    public Path file(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            files.sorted(Comparator.reverseOrder()).forEach(TemporaryDirectory::delete);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
