package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.NativeMemory;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BootClassesTest {
    @Test
    void namesAreAllClassesOfTheCore() throws Exception {
        assertThat(names()).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(classesOfTheCore());
    }

    /** A class that is defined before its superclass or interface would bring that in from the wrong loader. */
    @Test
    void aClassStandsAfterThoseThatItExtends() throws Exception {
        List<String> names = names();
        for (int i = 0; i < names.size(); i++) {
            Class<?> type = Class.forName(
                    names.get(i).replace('/', '.'), false, getClass().getClassLoader());
            List<Class<?>> parents = Stream.concat(
                            Stream.of(type.getInterfaces()), Stream.ofNullable(type.getSuperclass()))
                    .filter(parent -> parent.getName().startsWith("io.nmt."))
                    .toList();
            for (Class<?> parent : parents) {
                assertThat(names.indexOf(parent.getName().replace('.', '/')))
                        .as("%s before %s", parent, type)
                        .isBetween(0, i - 1);
            }
        }
    }

    /** In the order in which they are defined. */
    private static List<String> names() {
        return Stream.of(BootClasses.NAMES, BootClasses.FOR_LINKER)
                .flatMap(Stream::of)
                .toList();
    }

    private static List<String> classesOfTheCore() throws IOException, URISyntaxException {
        Path core = Path.of(NativeMemory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        if (Files.isDirectory(core)) {
            return classesIn(core);
        }
        try (FileSystem jar = FileSystems.newFileSystem(core)) {
            return classesIn(jar.getPath("/"));
        }
    }

    private static List<String> classesIn(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
                    .filter(name -> !name.endsWith("package-info.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .toList();
        }
    }
}
