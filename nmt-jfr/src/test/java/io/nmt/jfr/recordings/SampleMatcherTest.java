package io.nmt.jfr.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.report.page.SampledBlocks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Events of one address, in whatever order threads have written them. */
class SampleMatcherTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private final SampleMatcher samples = new SampleMatcher(new SampleRows(100), new EarlierBlocks());

    private static EventData event(int second) {
        Map<String, Long> fields = Map.of("site", 1L, "address", 4096L, "size", 100L, "weight", 100L);
        return new EventData() {
            @Override
            public String name() {
                return "";
            }

            @Override
            public String threadName() {
                return "worker-" + second;
            }

            @Override
            public Instant getStartTime() {
                return START.plusSeconds(second);
            }

            @Override
            public Duration getDuration() {
                return Duration.ZERO;
            }

            @Override
            public boolean hasField(String field) {
                return fields.containsKey(field);
            }

            @Override
            public String getString(String field) {
                return "Unsafe";
            }

            @Override
            public long getLong(String field) {
                return fields.get(field);
            }

            @Override
            public boolean getBoolean(String field) {
                return false;
            }

            @Override
            public Duration getDuration(String field) {
                return Duration.ZERO;
            }

            @Override
            public long committedSize(String field) {
                return 0;
            }

            @Override
            public List<Frame> frames() {
                return List.of(new Frame("a.B", "c", "B.java", 3, false));
            }
        };
    }

    private long liveBytes() {
        return samples.finish(Map.of(), START).live(START.plusSeconds(60)).stream()
                .mapToLong(usage -> usage.liveBytes())
                .sum();
    }

    @Test
    void freesMayComeFirst() {
        samples.freed(event(4));
        samples.allocated(event(1));
        samples.allocated(event(3));
        assertThat(liveBytes()).isZero();
    }

    @Test
    void whatIsAllocatedAfterAFreeIsLive() {
        samples.freed(event(4));
        samples.allocated(event(1));
        samples.allocated(event(5));
        assertThat(liveBytes()).isEqualTo(100);
    }

    @Test
    void blocksHaveTheThreadThatAllocatedThem() {
        samples.allocated(event(1));
        samples.freed(event(2));
        samples.allocated(event(3));
        SampledBlocks blocks = samples.finish(Map.of(), START);

        assertThat(blocks.threads()).containsExactly("worker-1", "worker-3");
        assertThat(blocks.rows()).extracting(SampledBlocks.Row::thread).containsExactly(0, 1);
    }

    @Test
    void anAllocationMayComeAfterTheFreeOfTheNextOne() {
        samples.allocated(event(1));
        samples.freed(event(4));
        samples.allocated(event(3));
        samples.freed(event(2));
        assertThat(liveBytes()).isZero();
    }
}
