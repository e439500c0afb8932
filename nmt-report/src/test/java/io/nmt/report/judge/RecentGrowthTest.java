package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentGrowthTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;

    private long now;
    private long takes;
    private int judged;

    private final RecentGrowth recent = new RecentGrowth(
            () -> {
                judged++;
                now += takes;
                LeaksByLine none = new LeaksByLine(new Leaks(0, List.of(), List.of(), List.of(), 0));
                return Growth.of(none, List.of(), HistoryReading.of(new History(), 0), null, 0);
            },
            () -> now);

    /** Asks each second for some time, and counts the judgements. */
    private int askedFor(int seconds) {
        int before = judged;
        for (int i = 0; i < seconds; i++) {
            recent.ask();
            now += SECOND;
        }
        return judged - before;
    }

    /** It loads classes: 300 ms, after which the answer would be five minutes old. */
    @Test
    void theFirstAnswerIsNotKeptForMinutes() {
        takes = 300 * MILLI;
        recent.ask();
        takes = 2 * MILLI;
        assertThat(askedFor(120)).isBetween(11, 12);
    }

    @Test
    void anAnswerTakesAThousandthOfTheTime() {
        takes = 25 * MILLI;
        recent.ask();
        assertThat(askedFor(240)).isBetween(9, 11);
    }

    @Test
    void anAnswerHasAnAge() {
        assertThat(recent.age()).isNegative();
        takes = 25 * MILLI;
        recent.ask();
        now += 7 * SECOND;
        recent.ask();
        assertThat(recent.age()).isEqualTo(7 * SECOND);
    }

    @Test
    void noAnswerIsOlderThanAMinute() {
        takes = SECOND;
        recent.ask();
        assertThat(askedFor(600)).isBetween(9, 11);
    }
}
