package io.nmt.jfr.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.report.past.HistoryPoint;
import java.util.NavigableMap;
import org.junit.jupiter.api.Test;

/** Chunks of pools are told once a minute, and are taken out of their category all the time. */
class PoolChunksTest {
    private static final int DIRECT = Category.DIRECT_BUFFER.id();
    private static final String NAME = "Direct Buffer";

    private final PoolChunks chunks = new PoolChunks();

    @Test
    void poolsOfOneEmissionAddUpAndBetweenTwoTheyChangeEvenly() {
        chunks.add(60_003, 2, NAME, 20);
        chunks.add(60_000, 1, NAME, 80);
        chunks.add(0, 1, NAME, 40);
        chunks.add(60_004, 3, null, 7);
        NavigableMap<Long, Long> direct = chunks.build().get(DIRECT);
        assertThat(direct).containsOnlyKeys(0L, 60_000L);

        assertThat(PoolChunks.rest(direct, 0, 100)).isEqualTo(60);
        assertThat(PoolChunks.rest(direct, 30_000, 100)).isEqualTo(30);
        assertThat(PoolChunks.rest(direct, 60_000, 101)).isEqualTo(1);
        assertThat(PoolChunks.rest(direct, 61_000, 101)).isEqualTo(1);
        assertThat(PoolChunks.rest(direct, 70_000, 200)).isEqualTo(HistoryPoint.UNKNOWN);
    }

    @Test
    void aNewRankOneBeginsAnEmission() {
        chunks.add(1_000, 1, NAME, 40);
        chunks.add(1_500, 1, NAME, 50);
        assertThat(chunks.build().get(DIRECT)).containsEntry(1_000L, 40L).containsEntry(1_500L, 50L);
    }

    @Test
    void beforeTheFirstEmissionTheyAreAsInThat() {
        chunks.add(60_000, 1, NAME, 80);
        assertThat(PoolChunks.rest(chunks.build().get(DIRECT), 10, 100)).isEqualTo(20);
        assertThat(PoolChunks.rest(chunks.build().get(DIRECT), 10, 30)).isZero();
    }

    @Test
    void aCategoryWithoutChunksStaysAsItIs() {
        assertThat(PoolChunks.rest(chunks.build().get(DIRECT), 10, 100)).isEqualTo(100);
    }
}
