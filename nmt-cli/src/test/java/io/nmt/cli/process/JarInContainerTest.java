package io.nmt.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.channel.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Copies of the jar in a container, also one that plays tricks with names. */
@EnabledOnOs(OS.LINUX)
class JarInContainerTest {
    private static final String CONTENT = "the agent";

    @TempDir
    private Path root;

    @TempDir
    private Path own;

    private Path jar;

    @BeforeEach
    void makeJar() throws IOException {
        jar = Files.writeString(own.resolve("nmt-agent.jar"), CONTENT);
        Files.createDirectories(root.resolve("tmp"));
    }

    @Test
    void isMadeOnce() throws Exception {
        String path = JarInContainer.put(root, jar);
        assertThat(path).startsWith("/tmp/.nmt-agent-").endsWith(".jar");
        Object first = key(path);
        assertThat(JarInContainer.put(root, jar)).isEqualTo(path);
        assertThat(key(path)).isEqualTo(first);
        assertThat(files("tmp")).hasSize(1);
    }

    @Test
    void takesThePlaceOfADamagedOne() throws Exception {
        String path = JarInContainer.put(root, jar);
        Files.writeString(root.resolve(path.substring(1)), "the ageny");
        assertThat(JarInContainer.put(root, jar)).isEqualTo(path);
        assertThat(root.resolve(path.substring(1))).hasContent(CONTENT);
    }

    @Test
    void isReadableForOtherUsers() throws Exception {
        Path copy = root.resolve(JarInContainer.put(root, jar).substring(1));
        assertThat(Files.getPosixFilePermissions(copy)).contains(PosixFilePermission.OTHERS_READ);
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-------"));
        JarInContainer.put(root, jar);
        assertThat(Files.getPosixFilePermissions(copy)).contains(PosixFilePermission.OTHERS_READ);
    }

    @Test
    void theSameContentAtTheSamePathIsEnough() throws Exception {
        Path there = root.resolve(jar.toString().substring(1));
        Files.createDirectories(there.getParent());
        Files.writeString(there, "another version");
        assertThat(JarInContainer.put(root, jar)).startsWith("/tmp/");
        Files.writeString(there, CONTENT);
        assertThat(JarInContainer.put(root, jar)).isEqualTo(jar.toString());
    }

    @Test
    void followsNoLink() throws Exception {
        Files.delete(root.resolve("tmp"));
        Files.createSymbolicLink(root.resolve("tmp"), own);
        assertThatThrownBy(() -> JarInContainer.put(root, jar))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("no copy of " + jar + " can be made");
        Files.createDirectories(root.resolve("var/tmp"));
        assertThat(JarInContainer.put(root, jar)).startsWith("/var/tmp/");
        assertThat(own).isDirectoryNotContaining("glob:**.nmt-agent*");
    }

    @Test
    void replacesALinkThatHasItsName() throws Exception {
        String path = JarInContainer.put(root, jar);
        Path outside = Files.writeString(own.resolve("outside"), "kept");
        Files.delete(root.resolve(path.substring(1)));
        Files.createSymbolicLink(root.resolve(path.substring(1)), outside);
        assertThat(JarInContainer.put(root, jar)).isEqualTo(path);
        assertThat(outside).hasContent("kept");
        assertThat(root.resolve(path.substring(1))).isRegularFile().hasContent(CONTENT);
    }

    private Object key(String path) throws IOException {
        return Files.getAttribute(root.resolve(path.substring(1)), "unix:ino");
    }

    private Path[] files(String directory) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(directory))) {
            return files.toArray(Path[]::new);
        }
    }
}
