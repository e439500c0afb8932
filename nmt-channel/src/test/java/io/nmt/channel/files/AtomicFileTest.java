package io.nmt.channel.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void setUp() {
        file = directory.resolve("out.txt");
    }

    private static void write(AtomicFile to, String text) throws IOException {
        to.out().write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void itHasItsNameWhenItIsComplete() throws IOException {
        Files.writeString(file, "before");
        try (AtomicFile atomic = AtomicFile.begin(file, true)) {
            write(atomic, "after");
            assertThat(file).hasContent("before");
            atomic.sync();
            atomic.complete();
            assertThat(file).hasContent("after");
            write(atomic, ", more");
            atomic.out().close();
        }
        assertThat(file).hasContent("after, more");
        assertThat(directory.toFile().list()).containsExactly("out.txt");
    }

    @Test
    void nothingIsLeftOfOneThatIsGivenUp() throws IOException {
        try (AtomicFile atomic = AtomicFile.begin(file, true)) {
            write(atomic, "half");
        }
        assertThat(directory).isEmptyDirectory();
    }

    /** A process of another container may have the same id, and write to the same directory. */
    @Test
    void twoWritersDoNotMix() throws IOException {
        try (AtomicFile one = AtomicFile.begin(file, true);
                AtomicFile other = AtomicFile.begin(file, true)) {
            write(one, "one, ");
            write(other, "other, ");
            write(one, "whole");
            write(other, "whole");
            one.out().close();
            one.complete();
            assertThat(file).hasContent("one, whole");
            other.out().close();
            other.complete();
            assertThat(file).hasContent("other, whole");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void itIsForItsOwnerAloneIfAsked() throws IOException {
        try (AtomicFile atomic = AtomicFile.begin(file, true)) {
            assertThat(Files.getPosixFilePermissions(atomic.temporary()))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Test
    void whatWasAbandonedIsDeletedAfterAnHour() throws IOException {
        Path old = Files.createFile(directory.resolve(".out.txt.17-abc.tmp"));
        Path recent = Files.createFile(directory.resolve(".out.txt.17-abd.tmp"));
        Path others = Files.createFile(directory.resolve(".out.txt.backup.tmp"));
        FileTime time = FileTime.from(Instant.now().minus(2, ChronoUnit.HOURS));
        Files.setLastModifiedTime(old, time);
        Files.setLastModifiedTime(others, time);

        AtomicFile.deleteAbandoned(file);

        assertThat(old).doesNotExist();
        assertThat(recent).exists();
        assertThat(others).exists();
    }
}
