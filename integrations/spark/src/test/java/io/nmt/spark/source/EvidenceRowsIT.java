package io.nmt.spark.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report that a real agent leaves when direct buffers reach their limit. */
class EvidenceRowsIT {
    @TempDir
    private Path directory;

    @Test
    void aReportOfMemoryPressure() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:MaxDirectMemorySize=8m",
                        "-javaagent:" + System.getProperty("nmt.agent.jar") + "=sample=1,pressure-file=" + directory
                                + "/nmt-pressure-%p.txt",
                        "-cp",
                        System.getProperty("nmt.test.classes"),
                        Service.class.getName(),
                        "16384",
                        "0")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        String file =
                directory.resolve("nmt-pressure-" + process.pid() + ".json").toString();
        try {
            while (!Files.exists(Path.of(file))) {
                assertThat(process.waitFor(20, TimeUnit.MILLISECONDS))
                        .as("has ended")
                        .isFalse();
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        SourceOptions options = SourceOptions.of(new CaseInsensitiveStringMap(Map.of("path", file)));

        List<Map<Column, Object>> rows = new FileRows(options, new Configuration()).read(file);

        assertThat(rows).allMatch(row -> row.get(Column.PROBLEM) == null);
        assertThat(rows).allMatch(row -> row.get(Column.PID).equals(process.pid()));
        assertThat(rows)
                .filteredOn(row -> "com.acme.Service.cache".equals(row.get(Column.METHOD)))
                .singleElement()
                .satisfies(row -> assertThat((Long) row.get(Column.BYTES)).isEqualTo(8L << 20))
                .satisfies(row -> assertThat(row.get(Column.BLOCKS)).isEqualTo(128L))
                .satisfies(row -> assertThat(row.get(Column.STANDARD_ERROR)).isEqualTo(0L))
                .satisfies(row -> assertThat((String[]) row.get(Column.FRAMES)).isNotEmpty());
        assertThat(rows)
                .filteredOn(row -> "nmt.NativeMemoryUsage".equals(row.get(Column.EVENT)))
                .anyMatch(row ->
                        "Direct Buffer".equals(row.get(Column.CATEGORY)) && (Long) row.get(Column.BYTES) >= 8L << 20);
    }
}
