package io.nmt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.RecordedMemory;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The samples on a page stand for no more than the category has. */
class PageSamplesTest {
    private static final long BASE = 1_700_000_000_000L;
    private static final Instant END = Instant.ofEpochMilli(BASE + 60_000);
    private static final int BYTES = 300_000;
    private static final double WEIGHT = 2.26; // blocks for which one sample of that size stands

    private static Site site(String category, String method) {
        Frame frame = new Frame("com.acme.Cache", method, "Cache.java", 3, false);
        return new Site(0, category, List.of(frame), frame, false, FreedBy.UNKNOWN);
    }

    private static Snapshot snapshot(long blocks) {
        CategoryUsage usage = new CategoryUsage("Zip", blocks * BYTES, blocks * BYTES, blocks, 0, 0, 0);
        return new Snapshot(END, List.of(usage), usage, true, 0, 0, 0, 0, 0, Snapshot.UNKNOWN, Coverage.UNKNOWN);
    }

    /** Two categories, one without figures; blocks of the first are also freed. */
    private static SampledBlocks samples(int number) {
        List<SampledBlocks.Row> rows = new ArrayList<>();
        double bytes = WEIGHT * BYTES;
        for (int i = 0; i < number; i++) {
            rows.add(new SampledBlocks.Row(BASE + i, SampledBlocks.NEVER, i % 2, WEIGHT, bytes, bytes * bytes / 2));
            rows.add(new SampledBlocks.Row(BASE + i, BASE + i + 5, 0, WEIGHT, bytes, bytes * bytes / 2));
            rows.add(new SampledBlocks.Row(BASE + i, SampledBlocks.NEVER, 2, WEIGHT, bytes, bytes * bytes / 2));
        }
        return new SampledBlocks(List.of(site("Zip", "a"), site("Zip", "b"), site("Other", "c")), rows, 1);
    }

    private static JsonNode page(SampledBlocks samples, long blocks) throws IOException {
        MemoryReading last = new MemoryReading(snapshot(blocks), List.of(), null);
        RecordedCourse course = new RecordedCourse(
                new RecordedMemory(Instant.ofEpochMilli(BASE), END, last, true, END, false, false, 0),
                new PageProcess(7, "17", "Main"),
                BASE,
                END.toEpochMilli(),
                List.of(),
                Map.of(),
                List.of(),
                samples,
                MadeReading.NONE,
                512 << 10,
                0,
                false,
                List.of(),
                RecordedResident.NONE,
                RecordedJvmMemory.NONE);
        return new ObjectMapper().readTree(PageJson.of(RecordedSide.of("a.jfr", course, ZoneOffset.UTC)));
    }

    /** The sum of a field of what is live at the end. */
    private static double live(JsonNode page, int type, int field) {
        double sum = 0;
        for (JsonNode row : page.get("samples")) {
            sum += row.get(1).asLong() < 0 && row.get(3).asInt() == type
                    ? row.get(field).asDouble()
                    : 0;
        }
        return sum;
    }

    /** They had 717 blocks of a category with 594: of 317 samples, each was rounded, and stood for 2.26. */
    @Test
    void blocksAndBytesAreBounded() throws IOException {
        JsonNode page = page(samples(317), 594);

        assertThat(live(page, 0, 4)).isBetween(593.0, 594.0);
        assertThat(live(page, 0, 5)).isBetween(594.0 * BYTES - 317, 594.0 * BYTES);
        assertThat(live(page, 1, 4)).as("without figures").isBetween(716.0, 317 * WEIGHT);
        double whole = 0;
        for (JsonNode row : page.get("samples")) {
            whole += row.get(1).asLong() >= 0 ? row.get(4).asDouble() : 0;
        }
        assertThat(whole).as("freed").isBetween(716.0, 317 * WEIGHT);
    }

    @Test
    void fewerAreWhatTheyAre() throws IOException {
        JsonNode page = page(samples(100), 594);

        assertThat(live(page, 0, 4)).as("rounded one by one, they were 200").isBetween(225.0, 226.0);
        assertThat(live(page, 0, 5)).isBetween(100 * 678_000.0 - 100, 100 * 678_000.0);
    }

    @Test
    void whatIsExactIsNotLess() {
        SampledBlocks.Row exact = new SampledBlocks.Row(BASE, SampledBlocks.NEVER, 0, 500, 500.0 * BYTES, 0);
        SampledBlocks.Row vague = new SampledBlocks.Row(BASE, SampledBlocks.NEVER, 1, 200, 200.0 * BYTES, 1e12);
        List<Site> sites = List.of(site("Zip", "a"), site("Zip", "b"));

        List<SampledBlocks.Row> rows = new SampledBlocks(sites, List.of(exact, vague), 1)
                .within(snapshot(594))
                .rows();

        assertThat(rows.get(0)).isEqualTo(exact);
        assertThat(rows.get(1).count()).isEqualTo(94);
        assertThat(rows.get(1).bytes()).isEqualTo(94.0 * BYTES);
        assertThat(rows.get(1).variance()).isEqualTo(1e12 * 0.47 * 0.47);
    }
}
