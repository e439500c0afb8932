package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.SiteUsage;
import io.nmt.jfr.recordings.RecordingReader;
import io.nmt.libraries.programs.NettyBuffers;
import io.nmt.report.model.MemoryReading;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** The queries of {@code docs/sql.md} on a real recording, run by DuckDB: its figures are those of the reader. */
class SqlIT {
    /** Without the samples of buffers, which are many, and of which no query asks. */
    private static final String EVENTS = "nmt.NativeMemoryUsage,nmt.NativeMemorySite,nmt.NativeAllocationSample,"
            + "nmt.NativeFreeSample,nmt.PoolUsage,nmt.PooledBufferSite,nmt.ResidentMemory";

    private static final Pattern BLOCK = Pattern.compile("(?s)```sql\n(.*?)\n```");

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void queriesOfTheDocumentation(Jdk jdk) throws Exception {
        Path recording = directory.resolve("app.jfr");
        ChildJvm.on(jdk)
                .options("-Xmx256m", "-XX:MaxDirectMemorySize=2g")
                .options("-XX:StartFlightRecording:settings=default,filename=" + recording)
                .options(LibraryOptions.unsafe(jdk).toArray(String[]::new))
                .classPath(ClassPath.jars("netty-buffer", "netty-common").toArray(Path[]::new))
                .agent("sample=1")
                .run(NettyBuffers.class, "pooled", "1", "5")
                .expectExit(0);
        Path json = directory.resolve("app.json");
        Files.writeString(
                json,
                ChildJvm.runTool(
                                jdk,
                                "jfr",
                                "print",
                                "--json",
                                "--stack-depth",
                                "0",
                                "--events",
                                EVENTS,
                                recording.toString())
                        .expectSuccess()
                        .out());
        MemoryReading last = RecordingReader.read(List.of(recording)).last();
        List<String> queries = queries(Path.of("..", "..", "docs"), json);

        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (String query : queries) {
                assertThat(rows(statement, query)).as(query).isNotEmpty();
            }
            SiteUsage largest = last.sites().get(0);
            assertThat(rows(
                            statement,
                            "SELECT top_frame, live_bytes FROM sites"
                                    + " WHERE time >= (SELECT max(time) FROM sites WHERE rank = 1)"
                                    + " ORDER BY live_bytes DESC LIMIT 1"))
                    .containsExactly(List.of(largest.site().toString(), Long.toString(largest.liveBytes())));
            assertThat(rows(statement, "SELECT in_use FROM pools ORDER BY time DESC LIMIT 1"))
                    .containsExactly(List.of(
                            Long.toString(last.pools().pools().get(0).pool().inUseBytes())));
            assertThat(rows(
                            statement,
                            "SELECT sum(live_bytes)::BIGINT FROM pooled_sites"
                                    + " WHERE time >= (SELECT max(time) FROM pooled_sites WHERE rank = 1)"))
                    .containsExactly(List.of(
                            Long.toString(last.pools().sites().get(0).usage().liveBytes())));
        }
    }

    /** The views and the statements of the page, on these files. */
    private static List<String> queries(Path documents, Path json) throws Exception {
        StringBuilder text = new StringBuilder(Files.readString(documents.resolve("events.sql")));
        Matcher block = BLOCK.matcher(Files.readString(documents.resolve("sql.md")));
        while (block.find()) {
            text.append(block.group(1)).append('\n');
        }
        String onFiles = text.toString().replace("before.json", "app.json").replace("app.json", json.toString());
        List<String> queries = Stream.of(onFiles.split(";\n"))
                .filter(query -> !query.isBlank())
                .toList();
        assertThat(queries).hasSizeGreaterThan(15);
        return queries;
    }

    /** The rows of a query; one row for a statement that creates something. */
    private static List<List<String>> rows(Statement statement, String query) throws Exception {
        if (!statement.execute(query)) {
            return List.of(List.of("done"));
        }
        List<List<String>> rows = new ArrayList<>();
        try (ResultSet result = statement.getResultSet()) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getString(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }
}
