package io.nmt.libraries.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Files in the program's working directory, which is the build's. */
final class TemporaryFiles {
    private TemporaryFiles() {}

    static Path create(String name) throws IOException {
        return Files.createTempDirectory(Path.of("").toAbsolutePath(), name);
    }

    static void delete(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(directory)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
