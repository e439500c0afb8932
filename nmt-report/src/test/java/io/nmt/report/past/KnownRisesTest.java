package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The start of a rise, asked again and again. */
class KnownRisesTest {
    private static final long MB = 1 << 20;
    private static final long START = 1_800_000_000_000L;
    private static final int QUIET = 100; // points
    private static final int ASKED_FROM = QUIET + 25;
    private static final int POINTS = 700;
    private static final int FASTER = 60;
    private static final int BOUND = 1000;
    private static final long LATER = START + 60_000;

    private final History history = new History();

    private void add(int point, long bytes) {
        Frame frame = new Frame("com.acme.Cache", "fill", "Cache.java", 1, false);
        history.name(new Site(1, "Unsafe", List.of(frame), frame, false, FreedBy.PROGRAM));
        history.add(new HistoryPoint.Builder(START + point * History.FINE_MILLIS)
                .site(1, 50 * MB + bytes)
                .build());
    }

    @Test
    void theStartStaysWhileItRisesAsFast() {
        Random random = new Random(1);
        Set<Long> starts = new HashSet<>();
        for (int i = 0; i < POINTS; i++) {
            add(i, Math.max(0L, i - QUIET) * 2 * MB + random.nextLong(20 * MB));
            Rising rising =
                    i < ASKED_FROM ? null : HistoryReading.of(history, 0).risingSite(1);
            if (rising != null) {
                starts.add(rising.rise().sinceMillis());
            }
        }
        assertThat(starts)
                .singleElement()
                .satisfies(start ->
                        assertThat((start - START) / History.FINE_MILLIS).isBetween(QUIET - 8L, QUIET + 8L));
    }

    /** A line that was told to grow was silent for up to a minute once it grew 20 or 40 times as fast. */
    @ParameterizedTest
    @CsvSource({
        "0, 400, 200, 4000",
        "1000, 400, 200, 4000",
        "4000, 400, 200, 4000",
        "0, 57, 40, 1600",
        "30, 57, 40, 1600"
    })
    void aRiseThatBecomesMuchFasterIsToldOn(int noise, int until, int slow, int fast) {
        Random random = new Random(1);
        List<Integer> silent = new ArrayList<>();
        for (int i = 0; i < until + FASTER; i++) {
            long kilobytes =
                    (long) i * slow + Math.max(0L, i - until) * fast + (noise == 0 ? 0 : random.nextInt(noise));
            add(i, kilobytes << 10);
            if (i >= until && HistoryReading.of(history, 0).risingSite(1) == null) {
                silent.add(i - until);
            }
        }
        assertThat(silent).isEmpty();
    }

    @Test
    void startsBeyondTheBoundMayMove() {
        KnownRises known = new KnownRises();
        for (int i = 0; i < 2 * BOUND; i++) {
            known.firstStart("SITE " + i, rising(START), 0);
        }
        assertThat(known.firstStart("SITE 1", rising(LATER), 0)).isEqualTo(START);
        assertThat(known.firstStart("SITE " + (2 * BOUND - 1), rising(LATER), 0))
                .isEqualTo(LATER);
    }

    @Test
    void risesInNumberBeyondTheBoundAreNotRemembered() {
        KnownRises known = new KnownRises();
        Map<String, Long> counts = new HashMap<>();
        for (int i = 0; i < 2 * BOUND; i++) {
            known.risesInCount("THREAD " + i, new CountRise(rising(START), true), 0);
            counts.put("THREAD " + i, 120 * MB);
        }
        assertThat(known.inCount(counts, 0)).hasSize(BOUND).containsKey("THREAD 1");
        assertThat(known.inCount(Map.of("THREAD 1", 120 * MB), 0)).hasSize(1);
        known.risesInCount("THREAD " + BOUND, new CountRise(rising(START), true), 0);
        assertThat(known.inCount(counts, 0)).as("there is room again").hasSize(2);
    }

    /** Growth is told for a while after its end, and again after a pause. */
    @Test
    void aRiseInNumberEndsWhereItWasHigherThanEver() {
        KnownRises known = new KnownRises();
        known.risesInCount("THREAD 1", new CountRise(inCount(START, 120_000, 0, 1_000), false), 0);
        known.risesInCount("THREAD 1", new CountRise(inCount(START, 160_000, 0, 1_000), true), 0);
        known.risesInCount("THREAD 1", new CountRise(inCount(START + 60_000, 80_000, 400, 990), false), 0);
        CountRise rise = known.inCount(Map.of("THREAD 1", 990L), 5_000).get("THREAD 1");
        assertThat(rise).isEqualTo(new CountRise(inCount(START + 5_000, 120_000, 0, 1_000), true));
        assertThat(known.inCount(Map.of("THREAD 1", 500L), 0))
                .as("half has gone")
                .isEmpty();
    }

    private static Rise inCount(long since, long forMillis, long from, long to) {
        return new Rise(since, forMillis, from, to, 500, 0);
    }

    private static Rise rising(long since) {
        return new Rise(since, 120_000, 0, 120 * MB, 60 * MB, 0);
    }

    /** It was told to rise from a value that it had before that start. */
    @Test
    void aLaterStartHasMore() {
        Rise rise = new Rise(START, 120_000, 100 * MB, 300 * MB, 60 * MB, 0);
        assertThat(rise.since(START + 60_000))
                .isEqualTo(new Rise(START + 60_000, 60_000, 240 * MB, 300 * MB, 60 * MB, 0));
        assertThat(rise.since(START - 60_000))
                .isEqualTo(new Rise(START - 60_000, 180_000, 100 * MB, 300 * MB, 60 * MB, 0));
    }

    @Test
    void aRiseThatIsMuchFasterBeginsAnew() {
        for (int i = 0; i < POINTS; i++) {
            add(i, Math.max(0L, i - QUIET) * MB / 10 + Math.max(0L, i - FASTER) * 2 * MB);
            if (i >= ASKED_FROM) {
                HistoryReading.of(history, 0);
            }
        }
        Rise rise = HistoryReading.of(history, 0).risingSite(1).rise();
        assertThat((rise.sinceMillis() - START) / History.FINE_MILLIS).isBetween(FASTER - 25L, FASTER + 25L);
    }

    /** The first line had the memory of before in it: its start was told for good, a minute and a half early. */
    @Test
    void aStartOfAWorseLineIsNotKept() {
        KnownRises known = new KnownRises();
        Rise first = new Rise(START, 120_000, 0, 60 * MB, 29 * MB, 8 * MB);
        Rise better = new Rise(START + 90_000, 60_000, 0, 62 * MB, 62 * MB, MB);
        Rise same = new Rise(START + 94_000, 60_000, 0, 62 * MB, 61 * MB, MB);

        assertThat(since(known, first)).isEqualTo(START);
        assertThat(since(known, better)).isEqualTo(START + 90_000);
        assertThat(since(known, same)).isEqualTo(START + 90_000);
    }

    private static long since(KnownRises known, Rise rise) {
        Rising rising = new Rising(Rising.Kind.FIGURE, "RSS", 0, rise, 0, false);
        return known.dated(List.of(rising), rise.untilMillis(), 0).get(0).rise().sinceMillis();
    }

    /** An hour later, its points are minutes apart. */
    @Test
    void whatHasStoppedIsKnownUntilItFalls() {
        for (int i = 0; i < 3 * POINTS; i++) {
            add(i, Math.max(0, Math.min(i, 2 * QUIET) - QUIET) * MB);
            if (i % QUIET == 0) {
                HistoryReading reading = HistoryReading.of(history, 0);
                assertThat(reading.stopped()).hasSize(i >= 3 * QUIET ? 1 : 0);
            }
        }
        Rise rise = HistoryReading.of(history, 0).stopped(1).rise();
        assertThat((rise.untilMillis() - START) / History.FINE_MILLIS).isBetween(2 * QUIET - 3L, 2 * QUIET + 3L);

        for (int i = 0; i < QUIET; i++) {
            add(3 * POINTS + i, QUIET / 2 * MB);
        }
        assertThat(HistoryReading.of(history, 0).stopped()).isEmpty();
    }

    /** The calendar's clock may be set meanwhile. */
    @Test
    void itStaysByTheClockThatOnlyGoesForward() {
        for (int i = 0; i < POINTS; i++) {
            add(i, Math.max(0, i - QUIET) * MB);
        }
        long start = HistoryReading.of(history, 0, HistoryReading.Source.PROCESS, 0)
                .risingSite(1)
                .rise()
                .sinceMillis();
        HistoryReading later = HistoryReading.of(history, 0, HistoryReading.Source.PROCESS, 5000);
        assertThat(later.risingSite(1).rise().sinceMillis()).isEqualTo(start + 5000);
    }
}
