package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import io.nmt.core.model.StartedThreads;
import io.nmt.report.document.Report;
import io.nmt.report.document.StatementText;
import io.nmt.report.document.ThreadReport;
import io.nmt.report.model.LastStacks;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.ThreadReading;
import io.nmt.report.model.Times;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Statements on lines of code that start threads. */
class ThreadStatementsTest {
    private static final long SECOND = 1_000_000_000;
    private static final long OLD = 60 * SECOND;
    private static final long NOW = 1_800_000_000_000L;
    private static final Times TIMES = new Times(ZoneOffset.UTC, NOW);
    private static final LastStacks STACKS = new LastStacks(0, 1000, 56_000 * 1024, 1000L << 20);

    @Test
    void executorsThatNobodyShutsDownAreALeak() {
        List<Statement> statements =
                of(new StartedThreads("pool-N-thread-1", 1370, 0, 1370, 1370, 1370, 0, line(1370, 6000, 140 * SECOND)));
        assertThat(text(statements))
                .containsExactly("LEAK 1,370 idle threads pool-N-thread-1, +6,000/min since 07:57:40, 74.9 MB of stacks"
                        + " (estimate), started at com.acme.Repair.run(Repair.java:12). 1,370 executors not shut down."
                        + " Next: 'nmt threads PID'");
    }

    @Test
    void aYoungRiseOnlyGrows() {
        List<Statement> statements =
                of(new StartedThreads("worker-N", 300, 200, 0, 0, 0, 0, line(300, 600, 30 * SECOND)));
        assertThat(text(statements))
                .containsExactly("GROWING 300 threads worker-N, +600/min since 07:59:30, 16.4 MB of stacks (estimate),"
                        + " started at com.acme.Repair.run(Repair.java:12). The rise is younger than 90 s."
                        + " Next: 'nmt threads PID'");
    }

    @Test
    void aPoolWithALimitMayFill() {
        List<Statement> statements =
                of(new StartedThreads("pool-1-thread-N", 150, 100, 50, 1, 1, 150, line(150, 60, 120 * SECOND)));
        assertThat(statements).extracting(Statement::kind).containsExactly(Kind.GROWING);
        assertThat(text(statements).get(0))
                .contains("150 threads pool-1-thread-N, 50 idle, +60/min", "May be a pool that fills");
    }

    @Test
    void fewThreadsAreNotTold() {
        assertThat(of(new StartedThreads("pool-1-thread-N", 8, 0, 8, 1, 1, 8, line(8, 6, 80 * SECOND))))
                .isEmpty();
        assertThat(of(new StartedThreads("pool-1-thread-N", 200, 0, 8, 1, 1, 8, line(200, 6, 80 * SECOND))))
                .isEmpty();
        assertThat(of(new StartedThreads("main", 1, 1, 0, 0, 0, 0, null))).isEmpty();
    }

    @Test
    void idleThreadsOfOneExecutorAreAPeakOfItsTasks() {
        StartedThreads idle =
                new StartedThreads("HttpClient-1-Worker-N", 35, 0, 35, 1, 1, 0, line(35, 5, 570 * SECOND));
        assertThat(of(idle)).isEmpty();
        StartedThreads busy = new StartedThreads("HttpClient-1-Worker-N", 35, 0, 3, 1, 1, 0, line(35, 5, 570 * SECOND));
        assertThat(of(busy)).extracting(Statement::kind).containsExactly(Kind.LEAK);
    }

    /** Pools of a message broker filled in their first minutes: a leak by one line of code, it was told. */
    @Test
    void idleThreadsOfAFewExecutorsAreNoLeak() {
        HandleSite line = line(42, 18, 95 * SECOND);
        StartedThreads[] pools = {
            new StartedThreads("Thread-N (IO)", 21, 0, 21, 1, 1, 0, line),
            new StartedThreads("Thread-N (global)", 11, 0, 11, 1, 1, 0, line),
            new StartedThreads("Thread-N (server)", 10, 0, 10, 1, 1, 0, line)
        };
        assertThat(of(pools)).isEmpty();
        assertThat(text(of(history(2), pools)))
                .as("all threads are more")
                .hasSize(1)
                .first(STRING)
                .startsWith("GROWING 42 idle threads Thread-N (IO) and 2 more names, +18/min since")
                .contains("3 executors not shut down", "May be a peak of tasks: most threads are idle.");
        StartedThreads unnamed = new StartedThreads("pool-N-thread-N", 42, 0, 42, 4, 4, 0, line);
        assertThat(of(unnamed)).extracting(Statement::kind).containsExactly(Kind.GROWING);
        StartedThreads many = new StartedThreads("pool-N-thread-N", 160, 0, 160, 32, 32, 0, line(160, 90, 95 * SECOND));
        StartedThreads single = new StartedThreads("pool-N-thread-1", 20, 0, 20, 20, 20, 0, line);
        assertThat(of(many)).extracting(Statement::kind).containsExactly(Kind.LEAK);
        assertThat(of(single)).extracting(Statement::kind).containsExactly(Kind.LEAK);
    }

    @Test
    void aThreadOfALineThatOthersShareIsNoneThatGrows() {
        StartedThreads other =
                new StartedThreads("ForkJoinPool.commonPool-worker-1", 1, 0, 0, 0, 0, 0, line(25, 8, 88 * SECOND));
        StartedThreads executors =
                new StartedThreads("pool-N-thread-1", 24, 0, 24, 24, 24, 0, line(26, 9, 88 * SECOND));
        assertThat(of(executors, other)).extracting(Statement::amount).containsExactly(25L);
    }

    /** Threads from before the agent was attached are a part of the whole. */
    @Test
    void threadsThatWereNotSeenWhenStartedCountToo() {
        HandleSite line = line(138, 278, 30 * SECOND);
        Statement statement = of(new StartedThreads("Thread-N", 138, 0, 138, 0, 0, 0, line, 102))
                .get(0);
        assertThat(statement.amount()).isEqualTo(240);
        assertThat(text(List.of(statement)).get(0))
                .startsWith("GROWING 240 idle threads Thread-N (138 of them seen when started), +278/min since");
        assertThat(ThreadStatements.stackBytesPerMinute(statement))
                .as("each has the mean")
                .isCloseTo(278 * 56 * 1024, within(278L));
    }

    @Test
    void namesOfOneLineAreOneStatement() {
        HandleSite line = line(400, 600, 140 * SECOND);
        List<Statement> statements = of(
                new StartedThreads("a-N", 300, 0, 0, 0, 0, 0, line),
                new StartedThreads("b-N", 100, 0, 0, 0, 0, 0, line));
        assertThat(text(statements)).hasSize(1);
        assertThat(text(statements).get(0)).startsWith("LEAK 400 threads a-N and 1 more name, +600/min");
        assertThat(ThreadStatements.explain(statements, 1000)).isTrue();
        assertThat(ThreadStatements.explain(statements, 1300)).isFalse();
        assertThat(ThreadStatements.stackBytesPerMinute(statements.get(0))).isEqualTo(600 * 56 * 1024);
    }

    @Test
    void theReportHasATableAndTheWhole() {
        ThreadReading reading = new ThreadReading(
                List.of(
                        new StartedThreads("pool-N-thread-1", 40, 0, 40, 40, 39, 0, line(40, 600, 140 * SECOND)),
                        new StartedThreads("main", 1, 1, 0, 0, 0, 0, null),
                        new StartedThreads("C1 CompilerThreadN", 1, 1, 0, 0, 0, 0, null),
                        new StartedThreads("native-N", 1, 1, 0, 0, 0, 0, null)),
                STACKS);
        Report report = ThreadReport.of(reading, List.of(), 0, 10, true);
        assertThat(ReportText.of(report, Scale.KB))
                .startsWith("Live platform threads by name and line of code (4)\n")
                .contains("pool-N-thread-1", "com.acme.Repair.run(Repair.java:12)", "(unknown: not seen when started)")
                .containsPattern("main +\\(started by the JVM\\)")
                .containsPattern("CompilerThreadN +\\(started by the JVM\\)")
                .contains(
                        "43 live threads. Stacks of all 1,000, the JVM's too: 54.7 MB resident, 0.98 GB reserved",
                        "Virtual threads are not listed")
                .contains("1. com.acme.Repair.run(Repair.java:12)\n       at com.acme.Repair.run(Repair.java:12)\n");
        assertThat(ReportJson.of(report))
                .startsWith("{\"count\":43,\"processThreads\":1000,")
                .contains("\"startedAt\":\"com.acme.Repair.run(Repair.java:12)\"", "\"openExecutors\":39");
    }

    @Test
    void anEstimateShowsItsError() {
        HandleSite exact = line(100, 0, 0);
        HandleSite line = new HandleSite(exact.site(), 100, 20, 0, 9, 90 * SECOND, 0, 0, false, 0, 0, List.of("main"));
        StartedThreads rest = new StartedThreads("rest-N", 25, 0, 0, 0, 0, 0, line);
        String text = ReportText.of(
                ThreadReport.of(new ThreadReading(List.of(rest), null), List.of(), 0, 10, false), Scale.KB);
        assertThat(text).containsPattern("Threads +± +Idle").containsPattern("25 +10 +0");
        StartedThreads all = new StartedThreads("rest-N", 25, 0, 0, 0, 0, 0, exact);
        assertThat(ReportText.of(
                        ThreadReport.of(new ThreadReading(List.of(all), null), List.of(), 0, 10, false), Scale.KB))
                .doesNotContain("±");
    }

    private static List<Statement> of(StartedThreads... groups) {
        return of(history(0), groups);
    }

    /** All threads are more each 5 s. */
    private static HistoryReading history(int more) {
        List<HistoryPoint> points = new ArrayList<>();
        for (int i = 0; i <= 24; i++) {
            points.add(new HistoryPoint.Builder(NOW + (i - 24) * 5_000L)
                    .set(HistoryFigure.THREADS, 50 + i * more)
                    .build());
        }
        return HistoryReading.recorded(points, id -> null, rising -> true);
    }

    private static List<Statement> of(HistoryReading history, StartedThreads... groups) {
        return ThreadStatements.of(new ThreadReading(List.of(groups), STACKS), history, OLD, NOW);
    }

    private static List<String> text(List<Statement> statements) {
        return StatementText.of(statements, TIMES);
    }

    private static HandleSite line(long open, long perMinute, long forNanos) {
        Frame frame = new Frame("com.acme.Repair", "run", "Repair.java", 12, false);
        Site site = new Site(7, "Threads", List.of(frame), frame, false, FreedBy.UNKNOWN, null, 0);
        return new HandleSite(site, open, 0, 0, open, 90 * SECOND, perMinute, 0, true, forNanos, 0, List.of("main"));
    }
}
