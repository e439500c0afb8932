package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.channel.Request;
import io.nmt.cli.commands.SitesCommand;
import io.nmt.core.NativeMemory;
import io.nmt.jfr.NativeMemoryEvents;
import io.nmt.report.document.SafeText;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import org.junit.jupiter.api.Test;

/**
 * Names of this project's classes that stand in its code as text, since they are called by bytecode, looked up in
 * another loader or left out of stacks, name classes that there are.
 */
class ClassNamesTest {
    private static final Pattern CLASS_NAME = Pattern.compile("io[./]nmt([./][a-z]+)+[./][A-Z][A-Za-z$]*");
    private static final int STRING = 8; // its tag in a constant pool

    @Test
    void eachNamesAClass() throws IOException, URISyntaxException {
        Set<String> names = new TreeSet<>();
        for (Class<?> of : List.of(
                NativeMemory.class,
                SafeText.class,
                Request.class,
                NativeMemoryEvents.class,
                SitesCommand.class,
                Agent.class)) {
            Path place = Path.of(
                    of.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(place)) {
                addNames(place, names);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(place)) {
                    addNames(jar.getPath("/"), names);
                }
            }
        }
        assertThat(names)
                .hasSizeGreaterThan(10)
                .allSatisfy(name -> assertThat(getClass().getResource("/" + name.replace('.', '/') + ".class"))
                        .isNotNull());
    }

    private static void addNames(Path classes, Set<String> names) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file :
                    (Iterable<Path>) files.filter(path -> path.toString().endsWith(".class"))::iterator) {
                ClassReader reader = new ClassReader(Files.readAllBytes(file));
                char[] buffer = new char[reader.getMaxStringLength()];
                for (int i = 1; i < reader.getItemCount(); i++) {
                    int item = reader.getItem(i);
                    if (item > 0 && reader.readByte(item - 1) == STRING) {
                        String text = reader.readUTF8(item, buffer);
                        if (CLASS_NAME.matcher(text).matches()) {
                            names.add(text);
                        }
                    }
                }
            }
        }
    }
}
