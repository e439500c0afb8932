package io.nmt.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.past.HistoryFigure;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Reading;
import io.nmt.report.top.ReadingBuilder;
import io.nmt.report.top.Row;
import io.nmt.report.top.Target;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines in place of a screen, by a clock that the test drives. */
class PlainTopTest {
    private static final long INTERVAL = 2000;
    private static final long MILLI = 1_000_000;

    private final List<String> printed = new ArrayList<>();
    private final List<Long> sleeps = new ArrayList<>();

    private final ScreenTicker ticker = new ScreenTicker() {
        private long now;

        @Override
        public long millis() {
            return now;
        }

        @Override
        public void await(Object lock, long millis) {
            throw new AssertionError("lines are printed after a sleep");
        }

        @Override
        public void sleep(long millis) {
            sleeps.add(millis);
            now += millis;
        }
    };

    private static Reading reading(long tookNanos) {
        return new ReadingBuilder()
                .figure(HistoryFigure.RSS, 300L << 20)
                .figure(HistoryFigure.TRACKED, 1000)
                .row(new Row(Listing.SITES, "1", "Unsafe", "a.B.c(B.java:1)", 1000, 100, 1, 1000, 5000, 0, false))
                .length(Listing.SITES, 1)
                .build(new Target("com.acme.Server", 25, Row.UNKNOWN, 0, 1L << 30, tookNanos));
    }

    private void run(int count, long tookNanos) throws Exception {
        int code = PlainTop.run(
                4711,
                query -> reading(tookNanos),
                reading(tookNanos),
                Listing.SITES,
                new ReadingInterval(INTERVAL),
                count,
                10,
                printed::add,
                ticker);
        assertThat(code).isZero();
    }

    @Test
    void printsABlockAfterEachInterval() throws Exception {
        run(3, MILLI);

        assertThat(printed)
                .hasSize(3)
                .allSatisfy(block -> assertThat(block).contains("Process 4711, ", "a.B.c(B.java:1)"));
        assertThat(sleeps).containsExactly(INTERVAL, INTERVAL);
    }

    /** A process that needs a second for each reading; its first one does not count. */
    @Test
    void readsNoMoreThanAHundredthOfTheTime() throws Exception {
        run(4, 1000 * MILLI);

        assertThat(printed).hasSize(4);
        assertThat(sleeps).containsExactly(INTERVAL, 100_000L, 100_000L);
    }
}
