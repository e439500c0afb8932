package io.nmt.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMemoryTest {
    @TempDir
    private Path directory;

    private long read(String status, String rollup) throws IOException {
        Path statusFile = Files.writeString(directory.resolve("status"), status);
        Path rollupFile = Files.writeString(directory.resolve("smaps_rollup"), rollup);
        return ProcessMemory.residentBytes(statusFile.toString(), rollupFile.toString());
    }

    @Test
    void theKernelsCounter() throws IOException {
        assertThat(read("Name:\tjava\nVmRSS:\t  2048 kB\n", "")).isEqualTo(2048 << 10);
    }

    /** With many processors the counter shows 0. */
    @Test
    void ofZeroThePagesTell() throws IOException {
        assertThat(read("VmRSS:\t     0 kB\n", "Rss:     1024 kB\n")).isEqualTo(1024 << 10);
    }

    @Test
    void unknown() throws IOException {
        assertThat(read("VmRSS:\t     0 kB\n", "")).isZero();
        assertThat(read("VmRSS:\tmany kB\n", "Rss:     many kB\n")).isZero();
        assertThat(ProcessMemory.residentBytes(directory + "/none", directory + "/none"))
                .isZero();
    }
}
