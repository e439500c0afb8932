package io.nmt.cli.postmortem;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.render.ReportText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that is killed right after it has begun the next part of its recording. */
class BegunRecordingTest {
    private static final int HEADER_BYTES = 68;

    @TempDir
    private Path directory;

    private String told(boolean withBegun) throws IOException {
        Path repository = Files.createDirectory(directory.resolve("2026_01_01_00_00_00_999999999"));
        Path first = repository.resolve("2026_01_01_00_00_00.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.GCHeapSummary"); // not what tells the process: it is this one
            recording.start();
            System.gc();
            recording.stop();
            recording.dump(first);
        }
        if (withBegun) {
            byte[] begun = Arrays.copyOf(Files.readAllBytes(first), HEADER_BYTES);
            Arrays.fill(begun, 8, 32, (byte) 0); // the size, where constants and metadata are: not known yet
            Files.write(repository.resolve("2026_01_01_00_01_00.jfr"), begun);
        }
        LeftFiles files = new LeftFiles(true);
        files.look(directory);
        return ReportText.of(PostmortemReport.of(Postmortem.of(files), files), null);
    }

    @Test
    void itWasKilled() throws IOException {
        assertThat(told(true))
                .contains(
                        ": killed (estimate)",
                        "2026_01_01_00_01_00.jfr has no events: its JVM had just begun it",
                        "The JVM did not end its recording");
    }

    @Test
    void aRecordingThatEndedTellsNoKill() throws IOException {
        assertThat(told(false)).doesNotContain("killed (estimate)");
    }
}
