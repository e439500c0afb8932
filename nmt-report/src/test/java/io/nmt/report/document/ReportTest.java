package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Pool;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0          | B  | 0
                    1234567    | B  | 1,234,567
                    0          | KB | 0KB
                    1          | KB | <1KB
                    511        | KB | <1KB
                    512        | KB | 1KB
                    1024       | KB | 1KB
                    1535       | KB | 1KB
                    1536       | KB | 2KB
                    1048575    | KB | 1,024KB
                    1048576    | MB | 1MB
                    1572863    | MB | 1MB
                    1572864    | MB | 2MB
                    1          | GB | <1GB
                    1610612736 | GB | 2GB
                    -1         | KB | >-1KB
                    -1024      | KB | -1KB
                    -1234567   | B  | -1,234,567
                    999        | B  | 999
                    1000       | B  | 1,000
                    """)
    void roundsToNearestAndNeverShowsZeroForSomething(long bytes, Scale scale, String shown) {
        assertThat(scale.format(bytes)).isEqualTo(shown);
    }

    @Test
    void aScaleIsFoundByName() {
        assertThat(Scale.named("kb")).isEqualTo(Scale.KB);
        assertThat(Scale.named("GB")).isEqualTo(Scale.GB);
        assertThat(Scale.named("TB")).isNull();
    }

    private static Snapshot snapshot(CategoryUsage... categories) {
        CategoryUsage total = new CategoryUsage("Total", 5_120, 5_120, 12, 10_240, 10_240, 20);
        return new Snapshot(Instant.EPOCH, List.of(categories), total, false, 0, 3, 100_000);
    }

    @Test
    void columnsAreAligned() {
        Snapshot snapshot = snapshot(
                new CategoryUsage("Direct Buffer", 4_096, 4_096, 2, 8_192, 8_192, 4),
                new CategoryUsage("Unsafe", 1_024, 1_024, 10, 2_048, 2_048, 16));

        assertThat(TextReport.of(snapshot, Scale.B)).isEqualTo("""
                        Native memory outside the Java heap, in bytes
                        Category        Current   Count     Peak   Count at peak
                        --------------------------------------------------------
                        Direct Buffer     4,096       2    8,192               4
                        Unsafe            1,024      10    2,048              16
                        --------------------------------------------------------
                        Total             5,120      12   10,240              20
                        Current figures: exact (while threads are busy, low by a moment's allocations).
                        Peaks: at least. Low by at most 1 %, or 64 KB per thread that was active since the last look.
                        Untracked blocks: 0. Unknown frees: 3 (NORMAL: of blocks from before the agent's start).
                        Tracking itself: 97.7 KB of Java heap.
                        """);
    }

    @Test
    void reservedIsShownWhereItDiffers() {
        Snapshot snapshot = snapshot(
                new CategoryUsage("Direct Buffer", 4_096, 4_096, 2, 8_192, 8_192, 4),
                new CategoryUsage("Pool", 100_000, 1_024, 1, 100_000, 1_024, 1));

        assertThat(TextReport.of(snapshot, Scale.KB))
                .contains("Category        Committed   Reserved   Count   Peak committed   Peak reserved   Count"
                        + " at peak\n")
                .contains("Pool                  1KB       98KB       1              1KB            98KB         "
                        + "      1\n");
    }

    @Test
    void anEstimateIsMarked() throws Exception {
        Snapshot snapshot = snapshot(
                new CategoryUsage("Unsafe", 1_024, 1_024, 10, 2_048, 2_048, 16),
                new CategoryUsage("Zip", 4_096, 4_096, 2, 8_192, 8_192, 4));

        assertThat(TextReport.of(snapshot, Scale.KB)).contains("\nZip: an estimate, within 15 %, also in the total.\n");
        JsonNode categories =
                new ObjectMapper().readTree(JsonReport.of(snapshot)).get("categories");
        assertThat(categories.get(0).has("estimate")).isFalse();
        assertThat(categories.get(1).get("estimate").asBoolean()).isTrue();
    }

    @Test
    void jsonHoldsTheSameFigures() throws Exception {
        Snapshot snapshot = snapshot(new CategoryUsage("a \"quoted\\\" \t name", 4_096, 1_096, 2, 8_192, 8_191, 4));

        JsonNode json = new ObjectMapper().readTree(JsonReport.of(snapshot));

        assertThat(Instant.parse(json.get("time").asText())).isEqualTo(Instant.EPOCH);
        JsonNode category = json.get("categories").get(0);
        assertThat(category.get("type").asText()).isEqualTo("a \"quoted\\\" \t name");
        assertThat(category.get("reserved").asLong()).isEqualTo(4_096);
        assertThat(category.get("committed").asLong()).isEqualTo(1_096);
        assertThat(category.get("count").asLong()).isEqualTo(2);
        assertThat(category.get("peakReserved").asLong()).isEqualTo(8_192);
        assertThat(category.get("peakCommitted").asLong()).isEqualTo(8_191);
        assertThat(category.get("countAtPeak").asLong()).isEqualTo(4);
        assertThat(json.get("total").get("committed").asLong()).isEqualTo(5_120);
        assertThat(json.get("exactPeaks").asBoolean()).isFalse();
        assertThat(json.get("unknownFrees").asLong()).isEqualTo(3);
        assertThat(json.get("untrackedBlocks").asLong()).isZero();
        assertThat(json.get("overheadBytes").asLong()).isEqualTo(100_000);
    }

    @Test
    void jsonHoldsPoolsIfThereAreAny() throws Exception {
        Snapshot snapshot = snapshot();
        List<Pool> pools = List.of(
                new Pool("a.A", "Direct Buffer", 3, 12_000, 5_000),
                new Pool("a.B", null, Pool.UNKNOWN, 7, Pool.UNKNOWN));

        assertThat(new ObjectMapper().readTree(JsonReport.of(snapshot, pools)).get("pools"))
                .isEqualTo(new ObjectMapper().readTree("""
                        [
                          {"allocator":"a.A","type":"Direct Buffer","chunks":3,"chunkBytes":12000,"inUseBytes":5000},
                          {"allocator":"a.B","chunkBytes":7}
                        ]
                        """));
        assertThat(JsonReport.of(snapshot, List.of())).isEqualTo(JsonReport.of(snapshot));
    }
}
