package io.nmt.agent.instrument;

import io.nmt.testkit.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The functions that a JDK's own native libraries call: the name of a function is then among their symbols. This finds
 * what the name of a native method does not tell.
 */
final class NativeLibraries {
    private static final Set<String> MAPPING = Set.of("mmap", "mmap64", "mremap", "shmat");
    private static final Set<String> ZLIB = Set.of("deflateInit_", "deflateInit2_", "inflateInit_", "inflateInit2_");

    private NativeLibraries() {}

    /** Returns the libraries that map memory. */
    static Set<String> thatMap(Jdk jdk) {
        return thatCallAnyOf(MAPPING, jdk);
    }

    /** Returns the libraries that open streams of zlib. */
    static Set<String> thatZip(Jdk jdk) {
        return thatCallAnyOf(ZLIB, jdk);
    }

    private static Set<String> thatCallAnyOf(Set<String> functions, Jdk jdk) {
        try (Stream<Path> files = Files.walk(jdk.home().resolve("lib"))) {
            Set<String> names = new TreeSet<>();
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString();
                if (name.endsWith(".so") && calls(functions, Files.readAllBytes(file))) {
                    names.add(name);
                }
            }
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean calls(Set<String> functions, byte[] library) {
        // In the table of strings that symbols refer to, each ends with a zero. One character for each byte.
        String bytes = new String(library, StandardCharsets.ISO_8859_1);
        return functions.stream().anyMatch(function -> bytes.contains("\0" + function + "\0"));
    }
}
