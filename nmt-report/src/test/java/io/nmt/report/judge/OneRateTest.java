package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.StatementText;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A line of code has the rate of the judge wherever it is shown, and the library's call behind its name. */
class OneRateTest {
    private static final Frame LINE = new Frame("com.acme.Store", "read", "Store.java", 6, false);
    private static final Frame LIBRARY = new Frame("org.rocksdb.Shared", "get", "Shared.java", 9, false);
    private static final Statement GROWS = new Statement(
            Statement.Kind.LEAK,
            new Statement.Subject(
                    Statement.SubjectType.SITE, LINE.toString(), "Netty Pooled Buffer", 7, LIBRARY.toString()),
            8 << 20,
            0,
            4 << 20,
            0,
            Statement.UNKNOWN,
            List.of(),
            Statement.Next.NONE);

    private static SiteUsage usage(int id, long growth) {
        Site site =
                new Site(id, "Netty Pooled Buffer", List.of(LIBRARY, LINE), LINE, false, FreedBy.UNKNOWN, LIBRARY, 0);
        return SiteUsage.recorded(site, 8 << 20, 0, 8, 8 << 20, 1)
                .withGrowth(growth > 0, growth, growth / 10, growth > 0 ? 60_000_000_000L : 0, 0);
    }

    private static Growth growth() {
        Leaks leaks = new Leaks(0, List.of(usage(7, 4 << 20)), List.of(), List.of(), 0);
        return new Growth(new LeaksByLine(leaks), List.of(GROWS), GROWS, GROWS);
    }

    @Test
    void theJudgesRateTakesThePlaceOfTheSamples() {
        SiteUsage judged = growth().judged(usage(7, 1 << 20));
        assertThat(judged.growing()).isTrue();
        assertThat(judged.growthBytesPerMinute()).isEqualTo(4 << 20);
        assertThat(growth().judged(usage(8, 1 << 20)).growthBytesPerMinute()).isEqualTo(1 << 20);
    }

    @Test
    void poolsHaveIt() {
        PooledSite site = new PooledSite(usage(7, 1 << 20), 5, 6, PooledSite.UNKNOWN, PooledSite.UNKNOWN);
        PoolReading read = new PoolReading(
                Instant.EPOCH, List.of(), List.of(), List.of(site), new Sampling(1, 0, Coverage.UNKNOWN));
        PooledSite judged = growth().judged(read).sites().get(0);
        assertThat(judged.usage().growthBytesPerMinute()).isEqualTo(4 << 20);
        assertThat(judged.lostBytes()).isEqualTo(5);
        assertThat(judged.goneBytes()).isEqualTo(6);
    }

    @Test
    void aStatementHasTheLibrarysCall() {
        assertThat(StatementText.of(GROWS, new Times(ZoneOffset.UTC, 0)))
                .isEqualTo("LEAK com.acme.Store.read(Store.java:6) by org.rocksdb.Shared.get(Shared.java:9):"
                        + " 8 MB Netty Pooled Buffer, +4 MB/min.");
    }

    @Test
    void handlesHaveOneStatementALine() {
        Site site = usage(7, 0).site();
        HandleSite line = new HandleSite(site, 4, 0, 0, 4, 1, 60, 0, true, 60_000_000_000L, 0, List.of());
        HandleUsage handles = new HandleUsage("org.rocksdb.RocksIterator", 4, 0, 0, 0, 1, List.of(line));
        Growth growth = Growth.of(
                new LeaksByLine(new Leaks(0, List.of(), List.of(), List.of(), 0), Map.of()),
                List.of(handles),
                HistoryReading.of(new History(), 0),
                new WholeHeapCollections.Last(WholeHeapCollections.UNKNOWN),
                60_000);
        assertThat(StatementText.of(growth.statements().get(0), new Times(ZoneOffset.UTC, 0)))
                .contains("4 not closed, from com.acme.Store.read(Store.java:6)"
                        + " by org.rocksdb.Shared.get(Shared.java:9)");
    }
}
