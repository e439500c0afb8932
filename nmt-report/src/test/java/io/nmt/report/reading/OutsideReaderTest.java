package io.nmt.report.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of {@code /proc} and answers to jcmd of a program that holds 30 MB of direct buffers, on three JDKs, as they
 * were saved. Its memory cannot be read, so malloc's marks are not there. HotSpot's tracking is on with JDK 25.
 */
class OutsideReaderTest {
    private static final long KB = 1 << 10;
    private static final long MB = 1 << 20;

    @TempDir
    private Path process;

    private OutsideReader.Reading read(int jdk, boolean answers, String... files) throws IOException {
        Path saved = saved(jdk);
        for (String file : files) {
            Files.copy(saved.resolve(file), process.resolve(file));
        }
        for (int thread = 1; thread <= 39; thread++) {
            Files.createDirectories(process.resolve("task").resolve(Integer.toString(thread)));
        }
        return OutsideReader.read(process.toFile(), command -> answers ? text(saved, command) : "");
    }

    private static Path saved(int jdk) {
        return Path.of("src/test/resources/outside/jdk" + jdk);
    }

    private static String text(Path saved, String command) {
        Path file = saved.resolve(command.split(" ")[0] + ".txt");
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertSum(ResidentMemory memory, int jdk) throws IOException {
        long rss = Files.readAllLines(saved(jdk).resolve("smaps")).stream()
                .filter(line -> line.startsWith("Rss:"))
                .mapToLong(line -> Long.parseLong(line.split(" ")[1]) * KB)
                .sum();
        assertThat(memory.rssBytes()).isEqualTo(rss);
        assertThat(memory.lines().stream()
                        .mapToLong(ResidentLine::residentBytes)
                        .sum())
                .isEqualTo(rss);
    }

    private static long kilobytes(ResidentMemory memory, Component component) {
        return memory.line(component).residentBytes() / KB;
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 21, 25})
    void linesOfAJvmThatAnswers(int jdk) throws IOException {
        OutsideReader.Reading reading = read(jdk, true, "smaps", "status");

        ResidentMemory memory = reading.memory();
        assertSum(memory, jdk);
        assertThat(reading.answered()).isTrue();
        assertThat(reading.limitBytes()).isZero();
        assertThat(memory.threads()).isEqualTo(39);
        assertThat(memory.peakRssBytes()).isGreaterThanOrEqualTo(memory.rssBytes());
        assertThat(memory.malloc().inUseBytes()).isGreaterThan(40 * MB);
        assertThat(memory.hotSpotTracking()).isEqualTo(jdk == 25);
        assertThat(memory.line(Component.JAVA_HEAP).committedBytes()).isEqualTo(256 * MB);
        assertThat(memory.line(Component.THREAD_STACKS).accuracy()).isEqualTo(Accuracy.EXACT);
        assertThat(kilobytes(memory, Component.METASPACE)).isEqualTo(jdk == 21 ? 4544 : 256);
        assertThat(kilobytes(memory, Component.JAVA_HEAP)).isBetween(500L, 1500L);
        assertThat(kilobytes(memory, Component.CODE_CACHE)).isBetween(500L, 1000L);
        assertThat(kilobytes(memory, Component.THREAD_STACKS)).isBetween(2300L, 2500L);
        assertThat(kilobytes(memory, Component.LIBRARIES)).isBetween(19_000L, 22_000L);
        assertThat(kilobytes(memory, Component.MAPPED_FILES)).isBetween(1000L, 1200L);
        // Lines that take a tracker.
        assertThat(memory.lines())
                .noneMatch(line -> List.of(
                                Component.TRACKING,
                                Component.NATIVE_LIBRARIES,
                                Component.MALLOC_OVERHEAD,
                                Component.UNACCOUNTED,
                                Component.BEFORE_TRACKING,
                                Component.OTHER_FILES)
                        .contains(line.kind()));
        assertThat(reading.reading().files()).anyMatch(file -> file.path().equals("/opt/jdk" + jdk + "/lib/modules"));
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 21})
    void buffersAreUnknown(int jdk) throws IOException {
        ResidentMemory memory = read(jdk, true, "smaps", "status").memory();

        ResidentLine unknown = memory.line(Component.OTHER_ANONYMOUS);
        // The rest of what malloc has: off by the error of the estimate of the JVM's part.
        assertThat(unknown.residentBytes()).isCloseTo(30 * MB, within(3 * MB));
        assertThat(unknown.accuracy()).isEqualTo(Accuracy.UNKNOWN);
        assertThat(memory.line(Component.JVM_MALLOC).residentBytes()).isGreaterThan(8 * MB);
    }

    @Test
    void buffersAreHotSpotsOtherWhereItsTrackingIsOn() throws IOException {
        ResidentMemory memory = read(25, true, "smaps", "status").memory();

        assertThat(memory.line(Component.UNSAFE_BY_HOTSPOT).committedBytes()).isEqualTo(30 * MB);
        assertThat(memory.line(Component.OTHER_ANONYMOUS).residentBytes()).isLessThan(2 * MB);
        assertThat(memory.line("JVM malloc, GC").residentBytes()).isEqualTo(4319 * KB);
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 21, 25})
    void procAloneWhereTheJvmDoesNotAnswer(int jdk) throws IOException {
        OutsideReader.Reading reading = read(jdk, false, "smaps", "status");

        assertSum(reading.memory(), jdk);
        assertThat(reading.answered()).isFalse();
        assertThat(reading.memory().malloc()).isNull();
        assertThat(reading.memory().lines().stream().map(ResidentLine::kind))
                .isSubsetOf(
                        Component.CDS,
                        Component.CODE_CACHE,
                        Component.THREAD_STACKS,
                        Component.LIBRARIES,
                        Component.MAPPED_FILES,
                        Component.OTHER_ANONYMOUS);
        assertThat(reading.memory().line(Component.OTHER_ANONYMOUS).note()).startsWith("the Java heap");
    }

    @Test
    void statusAloneOfAnotherUsersProcess() throws IOException {
        ResidentMemory memory = read(17, false, "status").memory();

        assertThat(memory.rssBytes()).isEqualTo(75_428 * KB);
        assertThat(kilobytes(memory, Component.MAPPED_FILES)).isEqualTo(21_416);
        assertThat(kilobytes(memory, Component.OTHER_ANONYMOUS)).isEqualTo(54_012);
        assertThat(memory.lines()).hasSize(2);
        assertThat(memory.threads()).isEqualTo(40);
    }

    @Test
    void aProcessThatHasEnded() {
        assertThatThrownBy(() -> read(17, false)).isInstanceOf(IOException.class);
    }

    @Test
    void preloadedMalloc() throws IOException {
        List<String> smaps = Files.readAllLines(saved(17).resolve("smaps"));
        Files.write(
                process.resolve("environ"),
                "A=B\0LD_PRELOAD=/usr/lib/libjemalloc.so.2\0".getBytes(StandardCharsets.US_ASCII));
        Files.writeString(
                process.resolve("smaps"),
                String.join("\n", smaps)
                        + "\n7fff00000000-7fff00010000 r-xp 00000000 fe:00 1 /usr/lib/libjemalloc.so.2\nRss: 64 kB\n");

        ResidentMemory memory = read(17, true, "status").memory();

        assertThat(memory.allocator()).isEqualTo("jemalloc");
        assertThat(memory.malloc()).isNull();
    }
}
