package io.nmt.jfr.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Blocks of a line of code from before a recording, some of which are freed in it. */
class EarlierBlocksTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final long END = BEGIN.plusSeconds(60).toEpochMilli();
    private static final int SITE = 7;
    private static final int MOST = 10;
    private static final long BYTES = 100;

    private final EarlierBlocks blocks = new EarlierBlocks(MOST);
    private final SampleRows rows = new SampleRows(100);

    private void freed(int count) {
        for (int i = 1; i <= count; i++) {
            blocks.freed(SITE, BEGIN.plusSeconds(i).toEpochMilli(), BYTES, BYTES);
        }
    }

    private double liveAtTheEnd() {
        blocks.addTo(rows, BEGIN);
        return rows.liveBytes(END).getOrDefault(SITE, 0.0);
    }

    @Test
    void whatIsFreedIsLiveNoMore() {
        blocks.add(new FiguresOfSite(BEGIN, 30));
        freed(4);

        assertThat(liveAtTheEnd()).isEqualTo(26.0 * BYTES);
    }

    /** Twice as many as it takes in. */
    @Test
    void beyondItsBoundFreedBlocksCountAsLive() {
        blocks.add(new FiguresOfSite(BEGIN, 30));
        freed(2 * MOST);

        assertThat(liveAtTheEnd()).isEqualTo(20.0 * BYTES);
    }

    @Test
    void figuresOfLaterAreNotOfTheBegin() {
        blocks.add(new FiguresOfSite(BEGIN.plusSeconds(20), 30));

        assertThat(liveAtTheEnd()).isZero();
    }

    private record FiguresOfSite(Instant time, long count) implements EventData {
        @Override
        public String name() {
            return "nmt.CallSite";
        }

        @Override
        public Instant getStartTime() {
            return time;
        }

        @Override
        public Duration getDuration() {
            return Duration.ZERO;
        }

        @Override
        public boolean hasField(String field) {
            return true;
        }

        @Override
        public String getString(String field) {
            return "";
        }

        @Override
        public long getLong(String field) {
            return Map.of("count", count, "liveBytes", count * BYTES).getOrDefault(field, 0L);
        }

        @Override
        public int getInt(String field) {
            return Map.of("rank", 1, "site", SITE).get(field);
        }

        @Override
        public boolean getBoolean(String field) {
            return false;
        }

        @Override
        public Duration getDuration(String field) {
            return Duration.ofSeconds(5);
        }

        @Override
        public long committedSize(String field) {
            return 0;
        }

        @Override
        public List<Frame> frames() {
            return List.of();
        }
    }
}
