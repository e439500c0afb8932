package io.nmt.libraries;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.libraries.programs.KeptBuffers;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code dump} has each buffer of a pool, and adding up the blocks counts none of them. */
class DumpedBuffersIT {
    private static final String HEADER = "address,bytes,category,ageMillis,thread,site,allocatedAt,"
            + "bufferBytes,estimatedBytes,lastIn,retainedBy,lost";
    private static final String PROGRAM = KeptBuffers.class.getName();

    @TempDir
    private Path directory;

    static Stream<Arguments> pools() {
        return Jdks.ends().flatMap(jdk -> Stream.of("pooled", "adaptive").map(kind -> Arguments.of(jdk, kind)));
    }

    /** A line of the dump. */
    private record Row(List<String> cells) {
        static Row of(String line) {
            return new Row(List.of(line.split(",", -1)));
        }

        String get(String column) {
            return cells.get(List.of(HEADER.split(",")).indexOf(column));
        }

        boolean isBuffer() {
            return !get("bufferBytes").isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("pools")
    void hasEachBufferBesideTheBlocks(Jdk jdk, String kind) throws IOException {
        try (Child child = ChildJvm.on(jdk)
                .agent("sample=1")
                .allowAttach()
                .options("-XX:MaxDirectMemorySize=1g")
                // One buffer in 128 would have a wrapper of Netty's leak detector, which passes no touch() on.
                .options("-Dio.netty.leakDetection.level=disabled")
                .options(LibraryOptions.unsafe(jdk).toArray(String[]::new))
                .classPath(ClassPath.jars("netty-buffer", "netty-common").toArray(Path[]::new))
                .start(KeptBuffers.class, kind)) {
            String theirs = child.awaitLineWith("theirs ");
            child.awaitLine("ready");
            Path file = directory.resolve("blocks.csv");
            runCommand(jdk, "dump", child, "-o", file.toString()).expectSuccess();
            String summary =
                    runCommand(jdk, "summary", child, "--json").expectSuccess().out();
            child.say("finish");
            child.await().expectSuccess();

            List<String> lines = Files.readAllLines(file);
            assertThat(lines.get(0)).isEqualTo(HEADER);
            List<Row> rows = lines.stream().skip(1).map(Row::of).toList();
            assertThat(rows).allSatisfy(row -> assertThat(row.cells).hasSize(12));
            checkBuffers(rows.stream().filter(Row::isBuffer).toList(), Long.parseLong(theirs.split(" ")[1]));
            checkBlocks(rows, summary);
        }
    }

    private static void checkBuffers(List<Row> buffers, long theirs) {
        assertThat(sum(buffers, "bufferBytes")).isEqualTo(theirs);
        assertThat(sum(buffers, "estimatedBytes")).isEqualTo(theirs);
        assertThat(buffers).allSatisfy(row -> {
            assertThat(row.get("address")).isEmpty();
            assertThat(row.get("bytes")).isEmpty();
            assertThat(row.get("category")).startsWith("Netty ");
            assertThat(Long.parseLong(row.get("ageMillis"))).isNotNegative();
        });
        List<Row> kept =
                buffers.stream().filter(row -> row.get("lost").equals("false")).toList();
        assertThat(kept).hasSize(3 * KeptBuffers.KEPT + 1).allSatisfy(row -> {
            assertThat(row.get("thread")).isEqualTo("'=keeper");
            assertThat(row.get("allocatedAt")).startsWith(PROGRAM + ".keep(");
        });
        String retainer = PROGRAM + "$Retainer";
        assertThat(kept)
                .filteredOn(row ->
                        !row.get("lastIn").isEmpty() || !row.get("retainedBy").isEmpty())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.get("lastIn")).isEqualTo(retainer);
                    assertThat(row.get("retainedBy")).isEqualTo(retainer);
                });
        assertThat(buffers)
                .filteredOn(row -> row.get("lost").equals("true"))
                .hasSize(KeptBuffers.LOST)
                .allSatisfy(row -> assertThat(row.get("allocatedAt")).startsWith(PROGRAM + ".lose("));
    }

    /** The column of bytes, added up as it is, is what is allocated. */
    private static void checkBlocks(List<Row> rows, String summary) {
        long direct = sum(
                rows.stream()
                        .filter(row -> row.get("category").equals("Direct Buffer"))
                        .toList(),
                "bytes");
        long unsafe = sum(
                rows.stream()
                        .filter(row -> row.get("category").equals("Unsafe"))
                        .toList(),
                "bytes");
        for (Row row : rows) {
            assertThat(row.get("address").isEmpty()).isEqualTo(row.isBuffer());
        }
        assertThat(direct + unsafe).isPositive();
        for (String category : List.of("Direct Buffer", "Unsafe")) {
            long bytes = category.equals("Unsafe") ? unsafe : direct;
            if (bytes > 0) {
                assertThat(summary).containsPattern("\"type\":\"" + category + "\"[^}]*\"reserved\":" + bytes + ",");
            }
        }
    }

    private static long sum(List<Row> rows, String column) {
        return rows.stream()
                .map(row -> row.get(column))
                .filter(cell -> !cell.isEmpty())
                .mapToLong(Long::parseLong)
                .sum();
    }
}
