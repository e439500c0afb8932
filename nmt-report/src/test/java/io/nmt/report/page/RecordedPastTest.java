package io.nmt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordedPastTest {
    private static final long BASE = 1_700_000_000_000L;
    private static final long MB = 1 << 20;
    private static final long SECOND = 1_000_000_000;
    private static final int SECONDS = 200;
    private static final PooledSite.Users NOBODY = new PooledSite.Users(List.of(), List.of());

    private static PooledSite buffers(boolean growing) {
        Frame frame = new Frame("com.acme.Codec", "encode", "Codec.java", 12, false);
        Site site = new Site(0, "Netty Pooled Buffer", List.of(frame), frame, false, FreedBy.PROGRAM);
        SiteUsage usage = SiteUsage.recorded(site, 20 * MB, MB, 40, 20 * MB, 150 * SECOND)
                .withGrowth(growing, growing ? 6 * MB : 0, MB, growing ? 120 * SECOND : 0, 0);
        return new PooledSite(usage, 0, 0, NOBODY, NOBODY);
    }

    private static RecordedCourse course(PooledSite... buffers) {
        List<HistoryPoint> points = new ArrayList<>();
        for (int second = 0; second <= SECONDS; second += 10) {
            points.add(new HistoryPoint.Builder(BASE + second * 1000L)
                    .set(HistoryFigure.RSS, 100 * MB)
                    .build());
        }
        Instant begin = Instant.ofEpochMilli(BASE);
        Instant end = begin.plusSeconds(SECONDS);
        CategoryUsage total = new CategoryUsage("Total", 0, 0, 0, 0, 0, 0);
        Snapshot snapshot =
                new Snapshot(end, List.of(), total, true, 0, 0, 0, 0, 0, Snapshot.UNKNOWN, Coverage.UNKNOWN);
        PoolReading pools =
                new PoolReading(end, List.of(), List.of(), List.of(buffers), new Sampling(1, 0, Coverage.UNKNOWN));
        return new RecordedCourse(
                new RecordedMemory(
                        begin,
                        end,
                        new MemoryReading(snapshot, List.of(), null, List.of(), pools),
                        true,
                        end,
                        false,
                        false,
                        0),
                new PageProcess(7, "17", "Main"),
                BASE,
                BASE + SECONDS * 1000L,
                points,
                Map.of(),
                List.of(),
                SampledBlocks.NONE,
                MadeReading.NONE,
                1,
                0,
                false,
                List.of(),
                RecordedResident.NONE,
                RecordedJvmMemory.NONE);
    }

    /** The commands on the process count a pool's buffers among the lines that leak. */
    @Test
    void buffersOfPoolsAreJudged() {
        List<Statement> statements =
                RecordedPast.of(course(buffers(true), buffers(false))).growth().statements();

        assertThat(statements).singleElement().satisfies(leak -> {
            assertThat(leak.kind()).isEqualTo(Kind.LEAK);
            assertThat(leak.subject().name()).startsWith("com.acme.Codec.encode");
            assertThat(leak.amount()).isEqualTo(20 * MB);
            assertThat(leak.perMinute()).isEqualTo(6 * MB);
        });
    }

    @Test
    void buffersThatAreHeldAreListed() {
        RecordedPast past = RecordedPast.of(course(buffers(false)));

        assertThat(past.growth().statements()).extracting(Statement::kind).containsExactly(Kind.NORMAL);
        assertThat(past.growth().lines().leaks().holders())
                .extracting(usage -> usage.site().toString())
                .containsExactly("com.acme.Codec.encode(Codec.java:12)");
    }
}
