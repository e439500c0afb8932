package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class EvidenceFileTest {
    @TempDir
    private Path directory;

    @Test
    void theLastThreeStay() throws IOException {
        EvidenceFile file = new EvidenceFile(directory.resolve("a-%p.txt").toString());
        Path path = directory.resolve("a-" + ProcessHandle.current().pid() + ".txt");
        for (int i = 1; i <= 4; i++) {
            assertThat(file.write("report " + i)).isEqualTo(path.toString());
            file.append(", more");
        }

        assertThat(path).hasContent("report 4, more");
        assertThat(path.resolveSibling(path.getFileName() + ".1")).hasContent("report 3, more");
        assertThat(path.resolveSibling(path.getFileName() + ".2")).hasContent("report 2, more");
        try (var files = Files.list(directory)) {
            assertThat(files).hasSize(3);
        }
    }

    /** In a directory that all may write to, another user may have made a link of that name. */
    @Test
    void aLinkInTheWayIsNotFollowed() throws IOException {
        Path target = Files.writeString(directory.resolve("target"), "another user's");
        Files.createSymbolicLink(directory.resolve("a.txt.tmp"), target);
        Files.createSymbolicLink(directory.resolve("a.txt"), target);

        EvidenceFile file = new EvidenceFile(directory.resolve("a.txt").toString());
        file.write("report");
        file.append(", more");

        assertThat(target).hasContent("another user's");
        assertThat(directory.resolve("a.txt")).hasContent("report, more").isRegularFile();
    }

    /** Stacks and paths are in it. It must be so from the first moment on, whatever the umask. */
    @Test
    void itIsForItsOwnerAlone() throws IOException {
        EvidenceFile file = new EvidenceFile(directory.resolve("a.txt").toString());
        file.write("report");

        assertThat(Files.getPosixFilePermissions(directory.resolve("a.txt")))
                .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        file.close();
    }

    /** Shared memory is a directory as others are: its files are no devices. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void sharedMemoryIsNoDevice() throws IOException {
        Path shared = Files.createTempDirectory(Path.of("/dev/shm"), "nmt");
        Path path = shared.resolve("a.txt");
        try {
            Path target = Files.writeString(shared.resolve("target"), "another user's");
            Files.createSymbolicLink(path, target);
            EvidenceFile file = new EvidenceFile(path.toString());
            file.write("report 1");
            file.write("report 2");
            file.append(", more");
            file.close();

            assertThat(target).hasContent("another user's");
            assertThat(path).hasContent("report 2, more").isRegularFile();
            assertThat(Files.getPosixFilePermissions(path)).hasSize(2);
        } finally {
            try (var files = Files.list(shared)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(shared);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDeviceIsWrittenTo() throws IOException {
        EvidenceFile file = new EvidenceFile("/dev/null");

        assertThat(file.write("report")).isEqualTo("/dev/null");
        file.append(", more");
        file.close();
    }

    @Test
    void aDirectoryThatIsNotThere() throws IOException {
        String name = "evidence-of-" + System.nanoTime();
        Path missing = directory.resolve("missing").resolve(name);
        EvidenceFile file = new EvidenceFile(missing.toString());
        String written = file.write("report");

        assertThat(file.problem()).isEqualTo(missing + " cannot be written: no such directory");
        assertThat(written)
                .isEqualTo(Path.of(System.getProperty("java.io.tmpdir"), name).toString());
        Files.createDirectory(missing.getParent());
        assertThat(file.write("another")).isEqualTo(missing.toString());
        assertThat(file.problem()).isEmpty();
        file.close();
        Files.delete(Path.of(written));
    }

    /** To open it would wait for a reader. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aPipeIsLeftAlone() throws IOException, InterruptedException {
        Path pipe = directory.resolve("evidence-of-" + System.nanoTime());
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        EvidenceFile file = new EvidenceFile(pipe.toString());
        String written = file.write("report");
        file.close();

        assertThat(written).isNotEqualTo(pipe.toString());
        assertThat(file.problem()).isEqualTo(pipe + " cannot be written: " + pipe + " is not a file");
        assertThat(Path.of(written)).hasContent("report");
        assertThat(Files.isRegularFile(pipe)).isFalse();
        Files.delete(Path.of(written));
    }
}
