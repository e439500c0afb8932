package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminationLogTest {
    @TempDir
    private Path directory;

    @Test
    void aLongTextEndsWithAWholeCharacter() throws IOException {
        Path file = Files.createFile(directory.resolve("log"));
        new TerminationLog(file.toString()).write("x" + "…".repeat(2000), false, true);

        assertThat(Files.size(file)).isEqualTo(4096 - 4096 % 3 + 1);
        assertThat(Files.readString(file, StandardCharsets.UTF_8)).isEqualTo("x" + "…".repeat(1365));
    }

    @Test
    void aShorterTextLeavesNothingOfTheOneBefore() throws IOException {
        Path file = Files.createFile(directory.resolve("log"));
        TerminationLog log = new TerminationLog(file.toString());
        log.write("a long one", false, true);
        log.write("short", false, true);

        assertThat(file).hasContent("short");
    }

    @Test
    void whatHasGoneIsNotMadeAgain() throws IOException {
        Path file = Files.createFile(directory.resolve("log"));
        TerminationLog log = new TerminationLog(file.toString());
        Files.delete(file);
        log.write("text", false, true);

        assertThat(file).doesNotExist();
    }

    @Test
    void whatFitsIsNotCut() {
        byte[] bytes = "ä".repeat(4).getBytes(StandardCharsets.UTF_8);
        assertThat(TerminationLog.wholeCharacters(bytes, 8)).isEqualTo(8);
        assertThat(TerminationLog.wholeCharacters(bytes, 7)).isEqualTo(6);
        assertThat(TerminationLog.wholeCharacters(bytes, 0)).isZero();
    }
}
