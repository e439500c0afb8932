package io.nmt.channel.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.channel.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
    @TempDir
    private Path directory;

    private Path file;
    private int expectedFiles;

    @BeforeEach
    void setUp() {
        file = directory.resolve("out.txt");
        expectedFiles = 1;
    }

    @AfterEach
    void nothingElseIsLeft() throws IOException {
        try (var files = Files.list(directory)) {
            assertThat(files).hasSize(expectedFiles);
        }
    }

    @Test
    void whatFailsLeavesTheFileAsItWas() throws IOException {
        Files.writeString(file, "before");

        assertThatThrownBy(() -> OutputFile.write(file, out -> {
                    out.write(1);
                    throw new CommandException("no more");
                }))
                .isInstanceOf(CommandException.class)
                .hasMessage("no more");
        assertThatIOException()
                .isThrownBy(() -> OutputFile.write(file, out -> {
                    out.write(1);
                    throw new IOException("No space left on device");
                }))
                .withMessage("cannot write " + file + ": No space left on device");
        assertThat(file).hasContent("before");
    }

    @Test
    void contentMayCloseItsFile() throws IOException, CommandException {
        OutputFile.write(file, out -> {
            out.write('x');
            out.close();
            return 0;
        });

        assertThat(file).hasContent("x");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void permissionsStay() throws IOException, CommandException {
        Files.writeString(file, "before");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        OutputFile.write(file, "after");

        assertThat(file).hasContent("after");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLinkStays() throws IOException, CommandException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        Files.writeString(file, "before");
        expectedFiles = 2;

        OutputFile.write(link, "after");

        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("after");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDevice() throws IOException, CommandException {
        expectedFiles = 0;
        OutputFile.write(Path.of("/dev/null"), "x");
        assertThatIOException()
                .isThrownBy(() -> OutputFile.write(Path.of("/dev/full"), "x"))
                .withMessage("cannot write /dev/full: No space left on device");
    }

    /** The report at exit has call stacks and paths in it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aReportIsForItsOwnerAlone() throws IOException, CommandException {
        OutputFile.writeInPlaceIfNeeded(file, "report");

        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
}
