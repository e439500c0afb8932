package io.nmt.jfr.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.jfr.WrittenRecording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process of a real recording of this JVM. */
class RecordedProcessTest {
    @TempDir
    private Path directory;

    @Test
    void tellsOfItsProcessAndOfThePropertiesThatAreAskedFor() throws IOException {
        Path file = directory.resolve("process.jfr");
        write(file);

        ProcessRecording recording = RecordingReader.readProcess(file, Set.of("java.home", "not.there"));

        RecordedProcess process = recording.process();
        assertThat(process.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(process.jdkVersion())
                .startsWith(Integer.toString(Runtime.version().feature()));
        assertThat(process.started()).isBefore(recording.memory().begin());
        assertThat(process.host()).isEqualTo(System.getenv("HOSTNAME"));
        assertThat(process.properties()).containsOnlyKeys("java.home");
        assertThat(process.properties()).containsValue(System.getProperty("java.home"));
        assertThat(recording.memory().last().snapshot().category("Unsafe").committed())
                .isEqualTo(100);
    }

    /** Events that every chunk has are in it if any recording has enabled them. */
    private static void write(Path file) throws IOException {
        try (Recording process = new Recording()) {
            for (String event : List.of("JVMInformation", "InitialSystemProperty", "InitialEnvironmentVariable")) {
                process.enable("jdk." + event);
            }
            process.start();
            try (WrittenRecording recording = new WrittenRecording(file)) {
                recording.usage("Unsafe", 100, 100, 1);
            }
        }
    }
}
