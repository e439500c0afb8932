package io.nmt.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The name of a file that was not given one. */
class FreshNameTest {
    @Test
    void ofAProcess() {
        assertThat(FreshName.of("flamegraph", "4711", ".html")).isEqualTo(Path.of("flamegraph-4711.html"));
    }

    @Test
    void ofAFileInAnotherFolder() {
        assertThat(FreshName.of("nmt", "/data/app.1.jfr", ".pb.gz")).isEqualTo(Path.of("nmt-app.1.pb.gz"));
    }

    @Test
    void filesThatAreThereStay(@TempDir Path directory) throws IOException {
        Files.createFile(directory.resolve("dump-7.csv.gz"));
        Files.createFile(directory.resolve("dump-7-2.csv.gz"));
        Path here = Path.of("").toAbsolutePath();

        Path name = FreshName.of(here.relativize(directory.resolve("dump")).toString(), "7", ".csv.gz");

        assertThat(here.resolve(name).normalize()).isEqualTo(directory.resolve("dump-7-3.csv.gz"));
    }
}
