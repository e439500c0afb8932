package io.nmt.libraries;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;

/** The class path of a program under test: the programs' classes, and the jars of the library alone. */
final class ClassPath {
    private ClassPath() {}

    /**
     * The jars of those names ({@code netty-buffer}, or with a classifier {@code javacpp:linux-x86_64}), in the version
     * that the tests are compiled with.
     */
    static List<Path> jars(String... names) {
        List<Path> all = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
        return withPrograms(names, all);
    }

    /** The jars of those names in another version, which the build has copied to a directory of that name. */
    static List<Path> otherJars(String directory, String... names) {
        File[] files =
                Path.of(System.getProperty("nmt.libraries"), directory).toFile().listFiles();
        return withPrograms(
                names,
                files == null ? List.of() : Stream.of(files).map(File::toPath).toList());
    }

    private static List<Path> withPrograms(String[] names, List<Path> from) {
        List<Path> path = new ArrayList<>();
        path.add(programs());
        for (String name : names) {
            String[] parts = name.split(":");
            String file = parts[0] + "-[0-9].*" + (parts.length > 1 ? "-" + parts[1] : "") + "\\.jar";
            path.add(from.stream()
                    .filter(jar -> jar.getFileName().toString().matches(file))
                    .findFirst()
                    .orElseThrow(() -> new NoSuchElementException(name + " in " + from)));
        }
        return path;
    }

    private static Path programs() {
        try {
            return Path.of(ClassPath.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
