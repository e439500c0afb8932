package io.nmt.report.document;

import static io.nmt.report.document.Compared.line;
import static io.nmt.report.document.Compared.resident;
import static io.nmt.report.document.Compared.site;
import static io.nmt.report.document.Compared.snapshot;
import static io.nmt.report.document.Compared.usage;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.ResidentMemory;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonReportTest {
    private static final Snapshot BASELINE =
            snapshot("2026-01-02T03:04:05.678Z", usage("A", 5000, 5), usage("B", 100, 1));
    private static final ResidentMemory BEFORE =
            resident(20, line("Heap", 9000), line("Stacks", 500), line("Files", 70));
    private static final ResidentMemory AFTER = resident(23, line("Heap", 4000), line("Stacks", 900));

    private static String text(Snapshot now, Scale scale) {
        return text(new MemoryReading(BASELINE, List.of(), null), new MemoryReading(now, List.of(), null), scale);
    }

    private static String text(MemoryReading before, MemoryReading after, Scale scale) {
        Comparison comparison = Comparison.ofMoments(before, List.of(), after, 1);
        return ComparisonReport.ofMoments(comparison, 119_900_000_000L, bytes -> scale, 10);
    }

    private static String residentText(ResidentMemory before, ResidentMemory after) {
        return text(
                new MemoryReading(BASELINE, List.of(), before), new MemoryReading(BASELINE, List.of(), after), Scale.B);
    }

    @Test
    void figuresOfNowAndTheirChange() {
        Snapshot now = snapshot("2026-01-02T03:06:05Z", usage("A", 3000, 5), usage("B", 100, 1), usage("C", 1200, 7));

        assertThat(text(now, Scale.B).lines().map(String::stripTrailing))
                .containsExactly(
                        "Native memory outside the Java heap, and its change since the baseline of 2026-01-02T03:04:05Z"
                                + " (119 s ago), in bytes",
                        "Category   Current      +/-   Count   +/-",
                        "-----------------------------------------",
                        "A            3,000   -2,000       5",
                        "B              100                1",
                        "C            1,200   +1,200       7    +7",
                        "-----------------------------------------",
                        "Total        4,300     -800      13    +7");
    }

    /** A category may be in one of the two snapshots only: none of its bytes is lost from the rows or the total. */
    @Test
    void whatIsGoneIsARowWithItsLoss() {
        Snapshot now = snapshot("2026-01-02T03:06:05Z", usage("B", 0, 0), usage("C", 1200, 7));

        assertThat(text(now, Scale.B).lines().skip(3).map(String::stripTrailing))
                .containsExactly(
                        "B                0     -100       0    -1",
                        "C            1,200   +1,200       7    +7",
                        "A                0   -5,000       0    -5",
                        "-----------------------------------------",
                        "Total        1,200   -3,900       7    +1");
    }

    @Test
    void reservedIsShownWhereItDiffers() {
        Snapshot now = snapshot("2026-01-02T03:06:05Z", new CategoryUsage("A", 9000, 5000, 5, 0, 0, 0));

        assertThat(text(now, Scale.KB))
                .contains("Category   Committed     +/-   Reserved     +/-   Count   +/-")
                .containsPattern("A +5KB +9KB +[+]4KB +5 ");
    }

    @Test
    void residentMemoryTheLargestChangeFirstAndThreads() {
        assertThat(residentText(BEFORE, AFTER).lines().skip(7).map(String::stripTrailing))
                .containsExactly(
                        "",
                        "Resident memory of the process that changed, in bytes",
                        "Component   Resident      +/-         Is",
                        "----------------------------------------",
                        "Heap           4,000   -5,000   estimate",
                        "Stacks           900     +400   estimate",
                        "Files              0      -70      exact",
                        "----------------------------------------",
                        "RSS            4,900   -4,670      exact",
                        "Threads: 23 (+3).");
        assertThat(residentText(AFTER, AFTER)).endsWith("Threads: 23.\n");
        assertThat(residentText(AFTER, BEFORE)).endsWith("Threads: 20 (-3).\n");
    }

    @Test
    void aReadingThatIsMissing() {
        assertThat(residentText(null, null)).doesNotContain("Resident");
        assertThat(residentText(BEFORE, null)).contains("UNKNOWN resident memory: not read");
        assertThat(residentText(null, AFTER)).contains("UNKNOWN resident memory: not read");
    }

    @Test
    void jsonHasBeforeAfterAndChangeOfEachThing() throws IOException {
        MemoryReading before = new MemoryReading(BASELINE, List.of(site(3, "A", 400, 0, "c:1")), BEFORE);
        MemoryReading after = new MemoryReading(
                snapshot("2026-01-02T03:06:05Z", usage("A", 3000, 4)), List.of(site(3, "A", 900, 0, "c:1")), AFTER);

        JsonNode json =
                new ObjectMapper().readTree(JsonReport.of(Comparison.ofMoments(before, List.of(), after, 1), 10));

        assertThat(json.get("beforeTime").asText()).isEqualTo("2026-01-02T03:04:05.678Z");
        assertThat(json.get("afterTime").asText()).isEqualTo("2026-01-02T03:06:05Z");
        JsonNode first = json.get("categories").get(0);
        assertThat(first.get("type").asText()).isEqualTo("A");
        assertThat(figures(first, "committed")).isEqualTo("5000 3000 -2000");
        assertThat(figures(first, "count")).isEqualTo("5 4 -1");
        assertThat(figures(json.get("total"), "reserved")).isEqualTo("5100 3000 -2100");
        JsonNode site = json.get("sites").get(0);
        assertThat(site.get("id").asInt()).isEqualTo(3);
        assertThat(site.get("site").asText()).isEqualTo("a.B.c(B.java:1)");
        assertThat(figures(site, "liveBytes")).isEqualTo("400 900 500");
        JsonNode resident = json.get("residentMemory");
        assertThat(figures(resident, "rssBytes")).isEqualTo("9570 4900 -4670");
        assertThat(figures(resident, "threads")).isEqualTo("20 23 3");
        JsonNode heap = resident.get("components").get(0);
        assertThat(heap.get("component").asText()).isEqualTo("Heap");
        assertThat(figures(heap, "resident")).isEqualTo("9000 4000 -5000");
    }

    private static String figures(JsonNode node, String name) {
        return node.get("before").get(name).asText() + " "
                + node.get("after").get(name).asText() + " "
                + node.get("change").get(name).asText();
    }
}
