package io.nmt.jfr.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.report.page.SampledBlocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SampleRowsTest {
    private static final long BASE = 1_700_000_000_000L;
    private static final int SITES = 3;

    private record Block(long allocated, long freed, int site, long bytes, long weight) {
        boolean isIn(long from, long to) {
            return allocated >= from && allocated < to && (freed == SampledBlocks.NEVER || freed >= to);
        }
    }

    private static SampleRows rows(int most) {
        SampleRows rows = new SampleRows(most);
        for (int site = 0; site < SITES; site++) {
            rows.name(site, new Site(0, "Unsafe " + site, List.of(), null, false, FreedBy.UNKNOWN));
        }
        return rows;
    }

    private static List<Block> random(int count) {
        Random random = new Random(7);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long allocated = BASE + random.nextInt(10_000);
            long freed = random.nextInt(10) == 0 ? SampledBlocks.NEVER : allocated + random.nextInt(2000);
            blocks.add(new Block(allocated, freed, random.nextInt(SITES), 1 + random.nextInt(1000), 1000));
        }
        return blocks;
    }

    /** However much is merged: windows whose ends are multiples of the bucket are told as if nothing was. */
    @Test
    void windowsStayExactWhenRowsAreMerged() {
        List<Block> blocks = random(5000);
        SampleRows rows = rows(500);
        blocks.forEach(block -> rows.add(block.allocated, block.freed, block.site, block.bytes, block.weight));

        SampledBlocks merged = rows.build(Map.of());

        long bucket = merged.bucketMillis();
        assertThat(bucket).isGreaterThan(1);
        assertThat(merged.rows()).hasSizeLessThanOrEqualTo(500);
        long first = BASE - BASE % bucket;
        for (long from = first; from < BASE + 12_000; from += bucket) {
            for (long to = from + bucket; to < BASE + 12_000; to += bucket) {
                long start = from;
                long end = to;
                double told = merged.rows().stream()
                        .filter(row -> row.allocated() >= start
                                && row.allocated() < end
                                && (row.freed() == SampledBlocks.NEVER || row.freed() >= end))
                        .mapToDouble(SampledBlocks.Row::bytes)
                        .sum();
                long truth = blocks.stream()
                        .filter(block -> block.isIn(start, end))
                        .mapToLong(Block::weight)
                        .sum();
                assertThat(told).isEqualTo((double) truth);
            }
        }
    }

    @Test
    void estimatesAreAddedUp() {
        SampleRows rows = rows(10);
        rows.add(BASE, SampledBlocks.NEVER, 1, 10, 40);
        rows.add(BASE, SampledBlocks.NEVER, 1, 10, 40);

        SampledBlocks built = rows.build(Map.of());

        assertThat(built.sites()).extracting(Site::category).containsExactly("Unsafe 1");
        assertThat(built.rows())
                .containsExactly(new SampledBlocks.Row(BASE, SampledBlocks.NEVER, 0, 8, 80, 2 * 40 * (40 - 10)));
    }

    @Test
    void whatIsMoreKnownOfASiteIsTaken() {
        SampleRows rows = rows(10);
        rows.add(BASE, SampledBlocks.NEVER, 1, 10, 10);

        Site better = new Site(0, "Unsafe 1", List.of(), null, true, FreedBy.UNKNOWN);

        assertThat(rows.build(Map.of(1, better)).sites()).containsExactly(better);
    }
}
