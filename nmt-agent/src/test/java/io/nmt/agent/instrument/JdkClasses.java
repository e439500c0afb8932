package io.nmt.agent.instrument;

import io.nmt.testkit.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;

/**
 * The content of a JDK's classes, read from its image, whichever JDK runs this.
 *
 * @param uses all methods of all its modules that have to do with native memory
 * @param hooked the bytes of those of its classes that the table has a row for, by name
 */
record JdkClasses(Set<NativeMemoryUse> uses, Map<String, byte[]> hooked) {
    private static final Map<Jdk, JdkClasses> READ = new ConcurrentHashMap<>();

    static JdkClasses of(Jdk jdk) {
        return READ.computeIfAbsent(jdk, JdkClasses::read);
    }

    private static JdkClasses read(Jdk jdk) {
        Set<NativeMemoryUse> uses = new LinkedHashSet<>();
        Map<String, byte[]> hooked = new HashMap<>();
        NativeMemoryUses visitor = new NativeMemoryUses(uses);
        Map<String, String> home = Map.of("java.home", jdk.home().toString());
        Set<String> rows = HookTable.rows().stream().map(Hook::className).collect(Collectors.toSet());
        try (FileSystem image = FileSystems.newFileSystem(URI.create("jrt:/"), home);
                Stream<Path> files = Files.walk(image.getPath("/modules"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (file.toString().endsWith(".class") && !file.endsWith("module-info.class")) {
                    byte[] bytes = Files.readAllBytes(file);
                    ClassReader reader = new ClassReader(bytes);
                    reader.accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
                    if (rows.contains(reader.getClassName())) {
                        hooked.put(reader.getClassName(), bytes);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new JdkClasses(Collections.unmodifiableSet(uses), hooked);
    }
}
