package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcessStatusTest {
    private static final long UNKNOWN = ProcessStatus.UNKNOWN;
    private static final String USUAL = """
            Name:\tjava
            VmPeak:\t 5000000 kB
            VmSize:\t 4800000 kB
            VmHWM:\t  150000 kB
            VmRSS:\t  140000 kB
            RssAnon:\t  100000 kB
            RssFile:\t   39000 kB
            RssShmem:\t    1000 kB
            VmData:\t  300000 kB
            VmSwap:\t       0 kB
            Threads:\t23
            """;
    private static final String ROLLUP = """
            7f0000000000-7fff00000000 ---p 00000000 00:00 0    [rollup]
            Rss:              131072 kB
            Pss:              120000 kB
            Anonymous:         98304 kB
            """;

    @TempDir
    private Path directory;

    private ProcessStatus read(String status, String rollup) throws IOException {
        Files.writeString(directory.resolve("status"), status);
        if (rollup != null) {
            Files.writeString(directory.resolve("smaps_rollup"), rollup);
        }
        ProcessStatus read = new ProcessStatus(directory.toFile());
        read.read();
        return read;
    }

    @Test
    void theUsualOne() throws IOException {
        try (ProcessStatus status = read(USUAL, ROLLUP)) {
            assertThat(status.residentBytes()).isEqualTo(140_000L << 10);
            assertThat(status.peakBytes()).isEqualTo(150_000L << 10);
            assertThat(status.anonymousBytes()).isEqualTo(100_000L << 10);
            assertThat(status.fileBytes()).isEqualTo(40_000L << 10);
            assertThat(status.swappedBytes()).isZero();
            assertThat(status.addressBytes()).isEqualTo(4_800_000L << 10);
            assertThat(status.dataBytes()).isEqualTo(300_000L << 10);
            assertThat(status.threads()).isEqualTo(23);
        }
    }

    /** A kernel with many processors: the pages tell. */
    @Test
    void zeroIsUnknownAndThePagesTell() throws IOException {
        try (ProcessStatus status = read(zero("VmHWM", "VmRSS", "RssAnon", "RssFile", "RssShmem"), ROLLUP)) {
            assertThat(status.residentBytes()).isEqualTo(131_072L << 10);
            assertThat(status.anonymousBytes()).isEqualTo(98_304L << 10);
            assertThat(status.fileBytes()).isEqualTo(32_768L << 10);
            assertThat(status.peakBytes()).isEqualTo(UNKNOWN);
        }
    }

    @Test
    void oneCounterOfZeroMakesTheSumTooLow() throws IOException {
        try (ProcessStatus status = read(zero("RssAnon"), ROLLUP)) {
            assertThat(status.residentBytes()).isEqualTo(131_072L << 10);
            assertThat(status.anonymousBytes()).isEqualTo(98_304L << 10);
        }
    }

    @Test
    void zeroWithoutPagesIsUnknown() throws IOException {
        try (ProcessStatus status = read(zero("VmHWM", "VmRSS", "RssAnon", "RssFile", "RssShmem"), null)) {
            assertThat(status.residentBytes()).isEqualTo(UNKNOWN);
            assertThat(status.anonymousBytes()).isEqualTo(UNKNOWN);
            assertThat(status.fileBytes()).isEqualTo(UNKNOWN);
        }
        try (ProcessStatus status = read(zero("VmRSS", "RssAnon", "RssFile", "RssShmem"), "Rss: 0 kB\n")) {
            assertThat(status.residentBytes()).isEqualTo(UNKNOWN);
        }
    }

    /** On tmpfs, the JVM's own code is shared memory. */
    @Test
    void sharedMemoryAloneIsOfFiles() throws IOException {
        try (ProcessStatus status = read(zero("RssFile"), null)) {
            assertThat(status.residentBytes()).isEqualTo(140_000L << 10);
            assertThat(status.fileBytes()).isEqualTo(1_000L << 10);
        }
    }

    @Test
    void missingLines() throws IOException {
        try (ProcessStatus status = read("Name:\tjava\nVmRSS:\t140000 kB\n", null)) {
            assertThat(status.residentBytes()).isEqualTo(140_000L << 10);
            assertThat(status.anonymousBytes()).isEqualTo(UNKNOWN);
            assertThat(status.fileBytes()).isEqualTo(UNKNOWN);
            assertThat(status.swappedBytes()).isEqualTo(UNKNOWN);
            assertThat(status.threads()).isEqualTo(UNKNOWN);
        }
        try (ProcessStatus status = read("", null)) {
            assertAllUnknown(status);
        }
    }

    @Test
    void garbageAndHugeNumbers() throws IOException {
        for (String number :
                new String[] {"many kB", "-5 kB", "", "99999999999999999999999 kB", "9007199254740993 kB"}) {
            String garbage = USUAL.replaceAll("\\s+\\d+ kB", "\t" + number).replace("\t23", "\tmany");
            try (ProcessStatus status = read(garbage, null)) {
                assertAllUnknown(status);
            }
        }
        byte[] noise = new byte[100_000];
        Files.write(directory.resolve("status"), noise);
        try (ProcessStatus status = new ProcessStatus(directory.toFile())) {
            status.read();
            assertAllUnknown(status);
        }
    }

    private static void assertAllUnknown(ProcessStatus status) {
        assertThat(new long[] {
                    status.residentBytes(),
                    status.peakBytes(),
                    status.anonymousBytes(),
                    status.fileBytes(),
                    status.swappedBytes(),
                    status.addressBytes(),
                    status.dataBytes(),
                    status.threads()
                })
                .containsOnly(UNKNOWN);
    }

    @Test
    void unreadable() {
        assertThatThrownBy(() -> new ProcessStatus(directory.resolve("none").toFile()))
                .isInstanceOf(IOException.class);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void ofThisProcess() {
        assertThat(ProcessStatus.residentNow()).isBetween(10L << 20, 1L << 40);
        assertThat(ProcessStatus.peakNow()).isPositive();
        assertThat(ProcessStatus.threadsNow()).isPositive();
    }

    private static String zero(String... fields) {
        String status = USUAL;
        for (String field : fields) {
            status = status.replaceFirst("(?m)^" + field + ":\\s+\\d+ kB", field + ":\t       0 kB");
        }
        return status;
    }
}
