package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import io.nmt.report.model.ToldGrowth;
import io.nmt.report.page.Suspect;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Statements of a process in a recording, beside those of the recording itself. */
class RecordedGrowthTest {
    private static final long MB = 1 << 20;
    private static final long END = 1_000_000;
    private static final SiteUsage LINE = SiteUsage.recorded(
            new Site(4, "Direct Buffer", List.of(), null, false, FreedBy.COLLECTOR), 30 * MB, MB, 30, 30 * MB, 1);
    private static final Site OTHER = new Site(
            9,
            "Unsafe",
            List.of(),
            new Frame("com.acme.Codec", "encode", "Codec.java", 12, false),
            false,
            FreedBy.PROGRAM);
    private static final Statement EARLY =
            statement(Kind.UNKNOWN, SubjectType.PROCESS, "growth", "", 0, new Evidence(Basis.MISSING_MILLIS, 26_000));
    private static final Statement LEAK =
            statement(Kind.LEAK, SubjectType.SITE, LINE.site().toString(), "Direct Buffer", 5 * MB);
    private static final Statement THREADS =
            statement(Kind.HELD, SubjectType.THREAD, "worker-N", "com.acme.Jobs.start(Jobs.java:1)", 0);

    private static Statement statement(
            Kind kind, SubjectType type, String name, String place, long perMinute, Evidence... evidence) {
        return new Statement(
                kind,
                new Subject(type, name, place, 0),
                30 * MB,
                0,
                perMinute,
                0,
                perMinute == 0 ? Statement.UNKNOWN : END - 240_000,
                List.of(evidence),
                Next.LEAKS);
    }

    private static Growth own(Statement... statements) {
        Leaks leaks = new Leaks(1, List.of(), List.of(LINE), List.of(), 0);
        return new Growth(new LeaksByLine(leaks, Map.of()), List.of(statements), EARLY, EARLY);
    }

    private static Growth joined(long agoMillis, Growth own, Statement... said) {
        return RecordedGrowth.joined(own, new ToldGrowth(List.of(said), END - agoMillis), Map.of(9, OTHER), END);
    }

    @Test
    void atTheEndTheProcessKnewMore() {
        Growth growth = joined(1_000, own(EARLY), LEAK, THREADS);

        assertThat(growth.statements()).extracting(Statement::kind).containsExactly(Kind.LEAK, Kind.HELD);
        assertThat(growth.statements().get(0).subject().id()).isEqualTo(4);
        assertThat(growth.statements()).allMatch(each -> each.next() == Next.NONE);
        assertThat(growth.otherwise().kind()).isEqualTo(Kind.NORMAL);
        assertThat(growth.lines().leaks().holders()).isEmpty();
        assertThat(growth.lines().leaks().suspects()).singleElement().satisfies(usage -> {
            assertThat(usage.growthBytesPerMinute()).isEqualTo(5 * MB);
            assertThat(usage.growingForNanos()).isEqualTo(239_000_000_000L);
        });
    }

    /** Lines that hold nothing old are no holders. */
    @Test
    void linesHaveTheNumbersOfTheRecording() {
        Statement young = statement(Kind.GROWING, SubjectType.SITE, OTHER.toString(), "Unsafe", MB);
        Statement gone = statement(Kind.GROWING, SubjectType.SITE, "com.acme.Gone.get(Gone.java:1)", "Unsafe", MB);

        Growth growth = joined(1_000, own(EARLY), young, gone);

        assertThat(growth.statements()).extracting(each -> each.subject().id()).containsExactly(9, 0);
        assertThat(Suspect.of(growth, HistoryReading.of(new History(), 0), new Times(ZoneOffset.UTC, END)))
                .as("the recording has no block of either")
                .isEmpty();
    }

    @Test
    void whatItWaitedForIsMissing() {
        Statement waiting = statement(
                Kind.UNKNOWN, SubjectType.PROCESS, "growth", "", 0, new Evidence(Basis.TOLD_IN_MILLIS, 5_000));

        assertThat(joined(1_000, own(EARLY), waiting).statements())
                .singleElement()
                .satisfies(
                        each -> assertThat(each.evidence()).containsExactly(new Evidence(Basis.MISSING_MILLIS, 5_000)));
    }

    @Test
    void withoutAHistoryTheRecordingTellsMore() {
        Statement off =
                statement(Kind.UNKNOWN, SubjectType.PROCESS, "growth", "", 0, new Evidence(Basis.HISTORY_OFF, 0));

        assertThat(joined(1_000, own(LEAK), off).statements()).containsExactly(LEAK);
    }

    /** As one whose history has points far apart. */
    @Test
    void whereTheProcessCouldNotTellYetTheRecordingMay() {
        Statement waiting = statement(
                Kind.UNKNOWN, SubjectType.PROCESS, "growth", "", 0, new Evidence(Basis.TOLD_IN_MILLIS, 5_000));
        Statement normal = statement(Kind.NORMAL, SubjectType.PROCESS, "growth", "", 0);
        Growth own = new Growth(own().lines(), List.of(normal), normal, normal);

        assertThat(joined(1_000, own, waiting).statements()).containsExactly(normal);
    }

    /** As before a kill: lines of code that the recording does not tell of. */
    @Test
    void beforeItsEndTheRecordingTellsFirst() {
        Statement rss = statement(Kind.GROWING, SubjectType.FIGURE, "RSS", "", MB);
        Statement slower = statement(Kind.LEAK, SubjectType.SITE, LINE.site().toString(), "Direct Buffer", 2 * MB);

        assertThat(joined(40_000, own(slower), LEAK, THREADS, rss).statements())
                .extracting(each -> each.subject().name() + " " + each.perMinute() / MB)
                .containsExactly(LINE.site() + " 2", "worker-N 0");
        assertThat(joined(40_000, own(EARLY), THREADS).statements())
                .extracting(Statement::kind)
                .containsExactly(Kind.HELD);
    }

    /** Frames of a recording may have no source file: the process names the same line with it. */
    @Test
    void aLineIsToldOnceWhereFramesLackTheFile() {
        Subject own = new Subject(SubjectType.SITE, "com.acme.Zips.open(line 3)", "Zip", 7, "a.Lib.run(line 5)");
        Statement recorded = with(LEAK, own);

        assertThat(joined(40_000, own(recorded), zips("Zips.java:3", "Zip", "Lib.java:5"))
                        .statements())
                .containsExactly(recorded);
        for (Statement other : List.of(
                zips("Zips.java:4", "Zip", "Lib.java:5"),
                zips("Zips.java:3", "Unsafe", "Lib.java:5"),
                zips("Zips.java:3", "Zip", "Lib.java:6"))) {
            assertThat(joined(40_000, own(recorded), other).statements()).hasSize(2);
        }
        assertThat(joined(1_000, own(recorded), zips("Zips.java:3", "Zip", "Lib.java:5"))
                        .statements())
                .extracting(each -> each.subject().id())
                .containsExactly(7);
    }

    /** The place of threads, loaders and handles is a frame, too; a name with a number in parentheses is none. */
    @Test
    void threadsAreToldOnceWhereFramesLackTheFile() {
        Statement recorded = with(THREADS, new Subject(SubjectType.THREAD, "w (a:1)", "a.Jobs.start(line 1)", 0));
        Statement same = with(THREADS, new Subject(SubjectType.THREAD, "w (a:1)", "a.Jobs.start(Jobs.java:1)", 0));
        Statement other = with(THREADS, new Subject(SubjectType.THREAD, "w (b:1)", "a.Jobs.start(Jobs.java:1)", 0));

        assertThat(joined(40_000, own(recorded), same).statements()).containsExactly(recorded);
        assertThat(joined(40_000, own(recorded), other).statements()).hasSize(2);
    }

    private static Statement zips(String place, String category, String library) {
        String name = "com.acme.Zips.open(" + place + ")";
        return with(LEAK, new Subject(SubjectType.SITE, name, category, 0, "a.Lib.run(" + library + ")"));
    }

    private static Statement with(Statement as, Subject subject) {
        return new Statement(
                as.kind(),
                subject,
                as.amount(),
                as.error(),
                as.perMinute(),
                as.perMinuteError(),
                as.sinceMillis(),
                as.evidence(),
                as.next());
    }

    @Test
    void recordingsOfOlderAgents() {
        Growth own = own(EARLY);

        assertThat(RecordedGrowth.joined(own, ToldGrowth.NONE, Map.of(), END)).isSameAs(own);
    }
}
