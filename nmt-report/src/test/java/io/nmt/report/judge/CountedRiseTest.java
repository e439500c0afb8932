package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Site;
import io.nmt.core.model.StartedThreads;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.Statement;
import io.nmt.report.model.ThreadReading;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The starts of rises of what is counted. */
class CountedRiseTest {
    private static final long SECOND = 1_000_000_000;
    private static final long NOW = 1_800_000_000_000L;
    private static final long ATTACHED = NOW - 185_000;

    /** Iterators were opened all the time, and were told to grow since 17 s after the attach. */
    @Test
    void aRiseThatMayBeFromBeforeTheAttachBeginsThere() {
        assertThat(since(168, 184)).isEqualTo(ATTACHED);
        assertThat(since(168, 170)).as("none was made at once").isEqualTo(NOW - 168_000);
        assertThat(since(120, 184)).as("others were").isEqualTo(NOW - 120_000);
        assertThat(CountedRise.sinceMillis(line(168, 184), NOW, HistoryPoint.UNKNOWN))
                .isEqualTo(NOW - 168_000);
    }

    /** A killed process left a later start than it had told: its figures are older than its end. */
    @Test
    void figuresOfARecordingAreDatedByTheirTime() {
        assertThat(sinceOfThreads(NOW - 10_000)).isEqualTo(NOW - 130_000);
        assertThat(sinceOfThreads(Statement.UNKNOWN)).isEqualTo(NOW - 120_000);
    }

    private static long sinceOfThreads(long madeMillis) {
        StartedThreads threads = new StartedThreads("worker-N", 1_807, 0, 0, 0, 0, 0, line(120, 120));
        MadeReading made =
                new MadeReading(new ThreadReading(List.of(threads), null), LoaderReading.NONE, null, madeMillis);
        LeaksByLine none = new LeaksByLine(new Leaks(60 * SECOND, List.of(), List.of(), List.of(), 0));
        HistoryReading history = HistoryReading.recorded(List.of(), id -> null, rising -> true);
        return Growth.of(none, List.of(), made, history, null, NOW)
                .statements()
                .get(0)
                .sinceMillis();
    }

    private static long since(long growingSeconds, long oldestSeconds) {
        HandleUsage iterators = new HandleUsage(
                "org.rocksdb.RocksIterator",
                1_807,
                0,
                0,
                0,
                184 * SECOND,
                List.of(line(growingSeconds, oldestSeconds)));
        return HandleStatements.of(List.of(iterators), NOW, ATTACHED).get(0).sinceMillis();
    }

    private static HandleSite line(long growingSeconds, long oldestSeconds) {
        Frame frame = new Frame("com.acme.RockStore", "lookup", "RockStore.java", 14, false);
        Site site = new Site(7, "Handles", List.of(frame), frame, false, FreedBy.UNKNOWN, null, 0);
        return new HandleSite(
                site, 1_807, 0, 0, 900, oldestSeconds * SECOND, 585, 0, true, growingSeconds * SECOND, 0, List.of());
    }
}
