package io.nmt.it.future;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The class files of a JDK, by module and by name with slashes. */
final class JdkClasses {
    private static final String SUFFIX = ".class";

    private final Map<String, Map<String, byte[]>> modules = new HashMap<>();

    /** Reads the modules of a JDK. */
    static JdkClasses of(Path home, String... names) {
        JdkClasses classes = new JdkClasses();
        try (FileSystem image = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()))) {
            for (String name : names) {
                classes.modules.put(name, read(image.getPath("/modules", name)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return classes;
    }

    private static Map<String, byte[]> read(Path module) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(module)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = module.relativize(file).toString();
                if (name.endsWith(SUFFIX) && !name.equals("module-info.class")) {
                    classes.put(name.substring(0, name.length() - SUFFIX.length()), Files.readAllBytes(file));
                }
            }
        }
        return classes;
    }

    Map<String, Map<String, byte[]>> modules() {
        return modules;
    }

    /** True if a name may be in a class file: of most classes this says that it is not. */
    static boolean mentions(byte[] classFile, String name) {
        byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
        outer:
        for (int i = 0; i <= classFile.length - wanted.length; i++) {
            for (int j = 0; j < wanted.length; j++) {
                if (classFile[i + j] != wanted[j]) {
                    continue outer;
                }
            }
            return true;
        }
        return false;
    }
}
