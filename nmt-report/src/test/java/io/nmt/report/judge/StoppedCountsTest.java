package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.MadeLoaders;
import io.nmt.core.model.Site;
import io.nmt.core.model.StartedThreads;
import io.nmt.report.document.StatementText;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.GrownEarlier;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.ThreadReading;
import io.nmt.report.model.Times;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Threads, class loaders and handles that were told to grow, and have stopped. */
class StoppedCountsTest {
    private static final long SECOND = 1_000_000_000;
    private static final long NOW = 1_800_000_000_000L;
    private static final long MINUTE = 60_000;
    private static final Times TIMES = new Times(ZoneOffset.UTC, NOW);
    private static final WholeHeapCollections.Last NEVER = new WholeHeapCollections.Last(36_000 * SECOND);
    private static final LeaksByLine NONE = new LeaksByLine(new Leaks(60 * SECOND, List.of(), List.of(), List.of(), 0));

    private final History history = new History();

    @Test
    void idleThreadsStayALeakUntilHalfHasEnded() {
        threads(0, executors(900, 300, 180));
        threads(1, executors(1_012, 300, 204));
        threads(2, executors(1_012, 0, 0));
        assertThat(text(threads(5, executors(1_012, 0, 0))))
                .first(STRING)
                .isEqualTo("LEAK 1,012 idle threads pool-N-thread-1, started at com.acme.Repair.run(Repair.java:12)."
                        + " 1,012 executors not shut down. Grew from 07:57:00 to 08:01:00. Next: 'nmt threads PID'");
        assertThat(kinds(threads(6, executors(700, 0, 0)))).containsExactly(Kind.LEAK);
        assertThat(kinds(threads(7, executors(400, 0, 0)))).doesNotContain(Kind.LEAK, Kind.HELD);
        assertThat(kinds(threads(8, executors(1_012, 0, 0)))).as("another time").doesNotContain(Kind.LEAK, Kind.HELD);
    }

    /** A late attach: those of before were there while it grew, and are now. */
    @Test
    void threadsThatWereNotSeenWhenStartedCountOn() {
        threads(0, unseen(300, 180));
        assertThat(text(threads(3, unseen(0, 0))))
                .singleElement(STRING)
                .startsWith("LEAK 1,100 idle threads pool-N-thread-1 (900 of them seen when started), started at ");
    }

    private static StartedThreads unseen(long perMinute, long forSeconds) {
        return new StartedThreads("pool-N-thread-1", 900, 0, 900, 900, 900, 0, line(900, perMinute, forSeconds), 200);
    }

    /** All ended, and others were started at once. */
    @Test
    void whatWasGoneIsNotKnownAgain() {
        threads(0, executors(1_012, 300, 204));
        assertThat(kinds(threads(1, executors(1_012, 0, 0)))).containsExactly(Kind.LEAK);
        threads(2);
        assertThat(kinds(threads(3, executors(1_012, 0, 0)))).doesNotContain(Kind.LEAK, Kind.HELD);
    }

    @Test
    void whatWasNeverALeakIsNotRemembered() {
        threads(0, executors(200, 300, 40));
        threads(1, executors(200, 0, 0));
        assertThat(kinds(threads(2, executors(200, 0, 0)))).as("young").doesNotContain(Kind.LEAK, Kind.HELD);

        StartedThreads pool = new StartedThreads("pool-1-thread-N", 150, 100, 50, 1, 1, 150, line(150, 60, 120));
        threads(3, pool);
        StartedThreads full = new StartedThreads("pool-1-thread-N", 200, 0, 200, 1, 1, 200, line(200, 0, 0));
        assertThat(kinds(threads(9, full))).as("a pool").doesNotContain(Kind.LEAK, Kind.HELD);
    }

    /** They may be one for each connection. */
    @Test
    void busyThreadsAreHeld() {
        threads(0, new StartedThreads("conn-N", 600, 600, 0, 0, 0, 0, line(600, 200, 180)));
        Growth growth = threads(4, new StartedThreads("conn-N", 600, 600, 0, 0, 0, 0, line(600, 0, 0)));
        assertThat(text(growth))
                .first(STRING)
                .startsWith("HELD 600 threads conn-N, started at com.acme.Repair.run(Repair.java:12). Grew from ");
        assertThat(growth.statements()).as("nothing grows").hasSize(2);
    }

    @Test
    void loadersStayWhatTheyWereUntilTheyAreCollected() {
        loaders(0, last(20), 1_200, 300, 240);
        assertThat(text(loaders(5, last(320), 1_200, 0, 0)))
                .first(STRING)
                .isEqualTo("LEAK 1,200 class loaders com.acme.Plugins, created at com.acme.Repair.run(Repair.java:12)."
                        + " Survived 1 full collection. Grew from 07:56:00 to 08:00:00. Next: 'nmt loaders PID'");
        assertThat(kinds(loaders(6, last(1), 3, 0, 0))).doesNotContain(Kind.LEAK, Kind.HELD);
    }

    @Test
    void loadersThatMayBeGarbageAreALeakOnceACollectionLeftThem() {
        loaders(0, NEVER, 1_200, 300, 240);
        assertThat(text(loaders(5, NEVER, 1_200, 0, 0)))
                .first(STRING)
                .startsWith("HELD 1,200 class loaders com.acme.Plugins, ")
                .contains(" May be garbage: no full collection since. Grew from ");
        assertThat(kinds(loaders(6, last(30), 1_200, 0, 0))).containsExactly(Kind.LEAK);
    }

    /** Eight loaders of the JDK were told to have grown like the hidden classes of a line with the same number. */
    @Test
    void hiddenClassesHaveNumbersBesideThoseOfLoaders() {
        hidden(0, line(30_000, 6_000, 240));
        assertThat(text(hidden(5, line(30_000, 0, 0))))
                .singleElement(STRING)
                .startsWith("LEAK 30,000 hidden classes com.acme.Rule, defined at ");
    }

    private Growth hidden(long minute, HandleSite line) {
        MadeLoaders rules = new MadeLoaders(MadeLoaders.hidden("com.acme.Rule"), "", line.open(), 9_000, null, line);
        MadeLoaders loaders = new MadeLoaders("com.acme.Plugins", "", 30_000, -1, null, line(30_000, 0, 0));
        MadeReading made = new MadeReading(ThreadReading.NONE, new LoaderReading(List.of(loaders, rules), null));
        return judge(minute, List.of(), made, last(20));
    }

    @Test
    void openHandlesAreHeldAndLostOnesLeak() {
        handles(0, 700, 0, 200, 180);
        assertThat(text(handles(4, 700, 0, 0, 0)))
                .first(STRING)
                .startsWith("HELD org.rocksdb.Cursor: 700 not closed, from com.acme.Repair.run(Repair.java:12)."
                        + " Grew from ");
        assertThat(kinds(handles(5, 100, 600, 0, 0))).containsExactly(Kind.LEAK);
        assertThat(kinds(handles(6, 100, 0, 0, 0))).doesNotContain(Kind.LEAK, Kind.HELD);
    }

    /** A recording has no number of a line, and two lines that leak. */
    @Test
    void aRecordingTellsWhatHasStoppedInIt() {
        HandleSite other = recorded("Other", 500, 0);
        MadeReading made = new MadeReading(
                new ThreadReading(
                        List.of(
                                new StartedThreads(
                                        "pool-N-thread-1", 900, 0, 900, 900, 900, 0, recorded("Repair", 900, 0)),
                                new StartedThreads("pool-N-thread-1", 500, 0, 500, 500, 500, 0, other)),
                        null),
                LoaderReading.NONE,
                null,
                NOW + 5 * MINUTE,
                List.of(grown("Repair", 880, 1), grown("Other", 500, 2)));
        HistoryReading past = HistoryReading.recorded(List.of(), id -> null, rising -> true);
        Growth growth = Growth.of(NONE, List.of(), made, past, null, NOW + 5 * MINUTE);
        assertThat(text(growth))
                .anySatisfy(text -> assertThat(text)
                        .startsWith("LEAK 900 idle threads")
                        .contains("at com.acme.Repair.run", "Grew from 07:58:00 to 08:01:00."))
                .anySatisfy(text -> assertThat(text)
                        .startsWith("LEAK 500 idle threads")
                        .contains("at com.acme.Other.run", "Grew from 07:59:00 to 08:02:00."));
    }

    private static GrownEarlier grown(String type, long count, long minute) {
        StartedThreads threads =
                new StartedThreads("pool-N-thread-1", count, 0, count, count, count, 0, recorded(type, count, 180));
        return new GrownEarlier(
                new ThreadReading(List.of(threads), null), LoaderReading.NONE, List.of(), NOW + minute * MINUTE);
    }

    private static HandleSite recorded(String type, long open, long forSeconds) {
        return HandleSite.recorded(
                site(0, type), open, 0, 0, 90 * SECOND, forSeconds == 0 ? 0 : 200, 0, forSeconds * SECOND);
    }

    private static StartedThreads executors(long count, long perMinute, long forSeconds) {
        return new StartedThreads(
                "pool-N-thread-1", count, 0, count, count, count, 0, line(count, perMinute, forSeconds));
    }

    private Growth threads(long minute, StartedThreads... groups) {
        MadeReading made = new MadeReading(new ThreadReading(List.of(groups), null), LoaderReading.NONE);
        return judge(minute, List.of(), made, null);
    }

    private Growth loaders(long minute, WholeHeapCollections.Last last, long count, long perMinute, long forSeconds) {
        long survivors = perMinute == 0 || last.equals(NEVER) ? -1 : count / 2;
        MadeLoaders group =
                new MadeLoaders("com.acme.Plugins", "", count, survivors, null, line(count, perMinute, forSeconds));
        MadeReading made = new MadeReading(ThreadReading.NONE, new LoaderReading(List.of(group), null));
        return judge(minute, List.of(), made, last);
    }

    private static WholeHeapCollections.Last last(long secondsAgo) {
        return new WholeHeapCollections.Last(secondsAgo * SECOND);
    }

    private Growth handles(long minute, long open, long collected, long perMinute, long forSeconds) {
        HandleSite line = line(open, perMinute, forSeconds);
        HandleSite site = new HandleSite(
                line.site(),
                open,
                0,
                collected,
                open,
                90 * SECOND,
                perMinute,
                0,
                line.growing(),
                line.growingForNanos(),
                0,
                List.of());
        HandleUsage usage = new HandleUsage("org.rocksdb.Cursor", 900, 0, collected, 0, 90 * SECOND, List.of(site));
        return judge(minute, List.of(usage), MadeReading.NONE, null);
    }

    private Growth judge(long minute, List<HandleUsage> handles, MadeReading made, WholeHeapCollections.Last last) {
        return Growth.of(NONE, handles, made, HistoryReading.of(history, 0), last, NOW + minute * MINUTE);
    }

    private static List<Kind> kinds(Growth growth) {
        return growth.statements().stream()
                .map(Statement::kind)
                .filter(kind -> kind != Kind.UNKNOWN)
                .toList();
    }

    private static List<String> text(Growth growth) {
        return StatementText.of(growth.statements(), TIMES);
    }

    private static Site site(int id, String type) {
        Frame frame = new Frame("com.acme." + type, "run", type + ".java", 12, false);
        return new Site(id, "Threads", List.of(frame), frame, false, FreedBy.UNKNOWN, null, 0);
    }

    private static HandleSite line(long open, long perMinute, long forSeconds) {
        return new HandleSite(
                site(7, "Repair"),
                open,
                0,
                0,
                open,
                90 * SECOND,
                perMinute,
                0,
                perMinute > 0,
                forSeconds * SECOND,
                0,
                List.of("main"));
    }
}
