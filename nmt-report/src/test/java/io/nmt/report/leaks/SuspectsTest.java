package io.nmt.report.leaks;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.HistoryReport;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuspectsTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MIB = 1 << 20;
    private static final WholeHeapCollections.Last LONG_AGO = new WholeHeapCollections.Last(50 * SECOND, true);
    private static final WholeHeapCollections.Last UNKNOWN =
            new WholeHeapCollections.Last(WholeHeapCollections.UNKNOWN, false);

    private static SiteUsage suspect(FreedBy freedBy) {
        Frame frame = new Frame("com.acme.Cache", "fill", "Cache.java", 7, false);
        Site site = new Site(1, "Direct Buffer", List.of(frame), frame, false, freedBy);
        return new SiteUsage(site, MIB, 1, 1, 1, MIB, 90 * SECOND, MIB, true, List.of(), 1, 90 * SECOND, 0);
    }

    private static boolean isSuspect(FreedBy freedBy, WholeHeapCollections.Last last) {
        Leaks leaks = new Leaks(60 * SECOND, List.of(suspect(freedBy)), List.of(), List.of(), 0);
        Leaks apart = Suspects.apart(leaks, HistoryReading.of(new History(), 0), last);
        assertThat(apart.suspects().size() + apart.holders().size()).isEqualTo(1);
        assertThat(apart.holders()).allMatch(apart::mayBeGarbage);
        return apart.holders().isEmpty();
    }

    /** Of a suspect, 'leaks' and 'history' must not tell two rates. */
    @Test
    void theHistoryTellsHowFastAndSinceWhen() {
        History history = new History();
        SiteUsage suspect = suspect(FreedBy.PROGRAM);
        history.name(suspect.site());
        for (int i = 0; i < 60; i++) {
            history.add(new HistoryPoint.Builder(1_000_000 + i * 10_000L)
                    .set(HistoryFigure.TRACKED, i * MIB)
                    .site(1, i * MIB)
                    .build());
        }
        Leaks leaks = new Leaks(60 * SECOND, List.of(suspect), List.of(), List.of(), 0);
        HistoryReading reading = HistoryReading.of(history, 0);

        SiteUsage dated = Suspects.dated(leaks, reading).suspects().get(0);
        assertThat(dated.growthBytesPerMinute())
                .isEqualTo(reading.risingSite(1).rise().bytesPerMinute())
                .isBetween(5 * MIB, 7 * MIB);
        assertThat(dated.growingForNanos()).isEqualTo(590 * SECOND);
        assertThat(Suspects.dated(leaks, HistoryReading.of(new History(), 0)).suspects())
                .containsExactly(suspect);
    }

    /** Also in the ten seconds until the next point, which would count a collection that has just been. */
    @ParameterizedTest
    @CsvSource({"0, 0, 1, true", "3, 3, 1, true", "0, 1, 1, false", "3, 4, 1, false", "3, 4, 3, true", "3, 6, 3, false"
    })
    void leaksAndHistoryAgreeOnWhatMayBeGarbage(long counted, long now, int needed, boolean mayBeGarbage) {
        History history = new History();
        history.countedBy(new History.Collections() {
            @Override
            public long count() {
                return now;
            }

            @Override
            public int needed() {
                return needed;
            }
        });
        SiteUsage suspect = suspect(FreedBy.COLLECTOR);
        history.name(suspect.site());
        for (int i = 0; i < 60; i++) {
            // Those of the first half have looked for half of it alone.
            history.add(new HistoryPoint.Builder(1_000_000 + i * 10_000L)
                    .set(HistoryFigure.FULL_COLLECTIONS, i < 20 ? 0 : counted)
                    .site(1, i * MIB)
                    .build());
        }
        HistoryReading reading = HistoryReading.of(history, 0);
        Leaks leaks = new Leaks(60 * SECOND, List.of(suspect), List.of(), List.of(), 0);

        assertThat(Suspects.apart(leaks, reading, LONG_AGO).suspects().isEmpty())
                .isEqualTo(mayBeGarbage);
        String told = String.join(" ", HistoryReport.sentences(reading, ZoneId.of("UTC")));
        assertThat(told.contains("It may be garbage")).as(told).isEqualTo(mayBeGarbage);
    }

    @Test
    void whatNoCollectionHasLookedForIsNoSuspect() {
        WholeHeapCollections.Last inBetween = new WholeHeapCollections.Last(40 * SECOND, true);
        assertThat(isSuspect(FreedBy.COLLECTOR, LONG_AGO)).isFalse();
        assertThat(isSuspect(FreedBy.COLLECTOR, inBetween)).isTrue();
        assertThat(isSuspect(FreedBy.COLLECTOR, new WholeHeapCollections.Last(40 * SECOND, false)))
                .isTrue();
        assertThat(isSuspect(FreedBy.COLLECTOR, UNKNOWN)).isFalse();
        assertThat(isSuspect(FreedBy.PROGRAM, LONG_AGO)).isTrue();
        assertThat(isSuspect(FreedBy.UNKNOWN, UNKNOWN)).isTrue();
    }
}
