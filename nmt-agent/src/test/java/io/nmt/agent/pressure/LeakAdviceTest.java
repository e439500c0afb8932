package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Cause;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Actions on leaks, by statements. */
class LeakAdviceTest {
    private static final long MB = 1 << 20;
    private static final long SECOND = 1_000_000_000;
    private static final int FIRST = 1024;
    private static final Instant NOW = Instant.parse("2026-11-24T20:34:03Z");
    private static final long SINCE = NOW.toEpochMilli() - 600_000;
    private static final String LONG = "com.acme." + "deep.".repeat(40) + "Cache.fill(Cache.java:12345)";
    private static final String POOL = "io.acme.Faulty.startPool(Faulty.java:5)";
    private static final String PLUGIN = "io.acme.Faulty.loadPlugin(Faulty.java:9)";

    private static final Statement GROWING_RSS =
            statement(Kind.GROWING, new Subject(SubjectType.FIGURE, "RSS", "", 0), 300 * MB, 6 * MB);

    private static Statement statement(Kind kind, Subject subject, long amount, long perMinute, Evidence... evidence) {
        return new Statement(kind, subject, amount, 0, perMinute, 0, SINCE, List.of(evidence), Next.NONE);
    }

    private static Statement site(String name, long bytes) {
        return statement(Kind.LEAK, new Subject(SubjectType.SITE, name, "Unsafe", 7), bytes, MB);
    }

    private static Statement threads(String place, long stackBytes, long openExecutors) {
        return statement(
                Kind.LEAK,
                new Subject(SubjectType.THREAD, "pool-N-thread-N", place, 0),
                299,
                30,
                new Evidence(Basis.IDLE_THREADS, openExecutors > 0 ? 299 : 0),
                new Evidence(Basis.STACK_BYTES, stackBytes),
                new Evidence(Basis.OPEN_EXECUTORS, openExecutors));
    }

    private static Statement loaders(String place, long metaspaceBytes) {
        return statement(
                Kind.LEAK,
                new Subject(SubjectType.LOADER, "java.net.URLClassLoader", place, 0),
                597,
                60,
                new Evidence(Basis.METASPACE_BYTES, metaspaceBytes));
    }

    private static Statement handles() {
        return statement(
                Kind.LEAK,
                new Subject(SubjectType.HANDLE, "org.rocksdb.RocksIterator", "io.acme.Store.scan(Store.java:3)", 0),
                705,
                60);
    }

    private static LeakAdvice advice(Statement... statements) {
        return new LeakAdvice(List.of(statements), null, false, List.of());
    }

    private static SiteUsage usage(String className, long bytes) {
        Frame frame = new Frame(className, "get", "Pools.java", 8, false);
        Site site = new Site(3, "Direct Buffer", List.of(frame), frame, false, FreedBy.PROGRAM);
        return new SiteUsage(site, bytes, 0, 9, 9, bytes, 90 * SECOND, MB, true, List.of(), 0, 82 * SECOND, 0);
    }

    private static PooledSite lost(long bytes) {
        return lost(bytes, "io.acme.Pools");
    }

    private static PooledSite lost(long bytes, String className) {
        PooledSite.Users nobody = new PooledSite.Users(List.of(), List.of(), List.of());
        return new PooledSite(usage(className, 4 * bytes), bytes - 1, 1, nobody, nobody);
    }

    @Test
    void theLargestOfAllKindsIsActedOn() {
        Statement site = site("io.acme.Cache.put(Cache.java:42)", 300 * MB);
        Statement threads = threads(POOL, 12 * MB, 299);
        Statement loaders = loaders(PLUGIN, 40 * MB);

        assertThat(advice(threads, loaders, site).ofLargest(900 * MB))
                .isEqualTo("fix the leak at io.acme.Cache.put(Cache.java:42), 300 MB; a higher limit gains time only.");
        assertThat(advice(threads, loaders, handles()).ofLargest(900 * MB))
                .isEqualTo("release the class loaders created at " + PLUGIN + ": 597, 40 MB of metaspace.");
        assertThat(advice(handles(), threads).ofLargest(300 * MB))
                .isEqualTo(
                        "shut down the executors of " + POOL + ": 299 threads, most idle, 12 MB of stacks (estimate).");
        assertThat(advice(threads(POOL, 12 * MB, 0)).ofLargest(300 * MB))
                .isEqualTo("end the threads started at " + POOL + ": 299 threads, 12 MB of stacks (estimate).");
        assertThat(advice(handles()).ofLargest(300 * MB)).isEmpty();
        assertThat(advice(handles()).ofUnknownBytes())
                .isEqualTo("close org.rocksdb.RocksIterator from io.acme.Store.scan(Store.java:3): 705 are open.");
    }

    /** 3 MB of lost buffers do not hide a leak of 300 MB. */
    @Test
    void lostBuffersAreActedOnIfTheyAreTheMost() {
        Statement site = site("io.acme.Cache.put(Cache.java:42)", 300 * MB);

        assertThat(new LeakAdvice(List.of(site), null, false, List.of(lost(3 * MB))).ofLargest(400 * MB))
                .startsWith("fix the leak at io.acme.Cache.put(");
        assertThat(new LeakAdvice(List.of(site), null, false, List.of(lost(MB), lost(350 * MB))).ofLargest(400 * MB))
                .isEqualTo("release the buffers allocated at io.acme.Pools.get(Pools.java:8): 351 MB were collected"
                        + " unreleased.");
    }

    /** The judge's statement on a suspect does not make certain what rose for seconds. */
    @Test
    void aSuspectThatIsNotDatedIsNotCalledALeak() {
        SiteUsage suspect = usage("io.acme.Young", 50 * MB);
        Statement judged = statement(Kind.LEAK, new Subject(SubjectType.SITE, "of the same", "", 3), 60 * MB, MB);

        assertThat(new LeakAdvice(List.of(judged), suspect, false, List.of()).ofLargest(100 * MB))
                .isEqualTo("look first at io.acme.Young.get(Pools.java:8), which rose for 82 s: a leak, or what still"
                        + " fills.");
        assertThat(new LeakAdvice(List.of(judged), suspect, true, List.of()).ofLargest(100 * MB))
                .isEqualTo("fix the leak at io.acme.Young.get(Pools.java:8), 50 MB; a higher limit gains time only.");
    }

    @Test
    void leaksThatAreTooSmallForTheLimitAreToldAsThat() {
        Statement site = site("io.acme.Small.of(Small.java:1)", 17 * MB);
        Statement all = statement(Kind.LEAK, new Subject(SubjectType.CATEGORY, "Zip", "", 2), 100 * MB, MB);

        assertThat(advice(site).ofLargest(1000 * MB)).isEmpty();
        assertThat(advice(site).tooSmall()).isEqualTo("The leak (17 MB) does not fill it.");
        assertThat(advice(site, site).tooSmall()).isEqualTo("The leaks (34 MB) do not fill it.");
        assertThat(advice(handles()).tooSmall()).isEqualTo("The leak does not fill it.");
        assertThat(advice().tooSmall()).isEmpty();
        assertThat(advice(site, all).ofLargest(1000 * MB))
                .isEqualTo("find the code that leaks Zip, 100 MB: the report has its call sites.");
    }

    @Test
    void noActionIsCutHoweverLongNamesAre() {
        for (Statement each : List.of(
                site(LONG, 900 * MB),
                site(LONG, 900 * MB).withSince(SINCE),
                threads(LONG, 1000 * MB, 299),
                threads(LONG, 1000 * MB, 0),
                loaders(LONG, 1000 * MB),
                statement(Kind.LEAK, new Subject(SubjectType.SITE, LONG, "Unsafe", 7), 900 * MB, 0),
                statement(Kind.LEAK, new Subject(SubjectType.HANDLE, LONG, LONG, 0), 123_456, 1),
                statement(Kind.LEAK, new Subject(SubjectType.CATEGORY, LONG, "", 2), 900 * MB, 1))) {
            LeakAdvice advice = advice(each);
            String action = advice.ofLargest(MB).isEmpty() ? advice.ofUnknownBytes() : advice.ofLargest(MB);
            assertWhole(action);
        }
        assertWhole(TerminationAdvice.ofEarlier(LONG, true));
        assertWhole(TerminationAdvice.ofEarlier(LONG, false));
        assertWhole(TerminationAdvice.ofGarbage(LONG));
        PooledSite lost = lost(900 * MB, LONG);
        assertWhole(new LeakAdvice(List.of(), null, false, List.of(lost)).ofLargest(MB));
        assertWhole(new LeakAdvice(List.of(), lost.usage(), false, List.of()).ofLargest(MB));
    }

    private static void assertWhole(String action) {
        assertThat("Do: ".concat(action).getBytes(StandardCharsets.UTF_8))
                .as(action)
                .hasSizeBetween(40, TerminationText.ADVICE_CHARS);
    }

    private static String log(Cause cause, LimitParts filling, Statement... statements) {
        Leaks none = new Leaks(60 * SECOND, List.of(), List.of(), List.of(), 0);
        Growth growth = new Growth(new LeaksByLine(none), List.of(statements), GROWING_RSS, GROWING_RSS);
        HistoryReading history = HistoryReading.left(new History(), 0);
        Crossing crossing = Crossing.of(cause, "a limit", filling.usageBytes(), filling.usageBytes());
        LimitGrowth course = new LimitGrowth(crossing, filling, history, growth, 20 * MB, 20 * MB, NOW.toEpochMilli());
        Snapshot snapshot = new Snapshot(
                NOW,
                List.of(),
                new CategoryUsage("all", 0, 0, 0, 0, 0, 0),
                true,
                0,
                0,
                0,
                0,
                0,
                0,
                new Coverage(true, null, List.of()));
        return new TerminationText(crossing, filling, NOW, null, List.of(), List.of(), course, List.of())
                .write("report.txt", snapshot, growth.statements())
                .text();
    }

    private static LimitParts filling(long restMb) {
        long usage = (40 + restMb) * MB;
        return LimitParts.byCounts(usage, usage, 20 * MB, 10 * MB, 20 * MB);
    }

    /** Buffers, class loaders and threads leak, and the JVM holds most: its name is no advice then. */
    @Test
    void leaksComeBeforeTheGrowthOfAllThatTheyCause() {
        String text = log(
                Cause.THRESHOLD,
                filling(400),
                site("io.acme.Cache.put(Cache.java:42)", 8 * MB),
                loaders(PLUGIN, 30 * MB),
                threads(POOL, 12 * MB, 299),
                GROWING_RSS);

        assertThat(text.lines().skip(1).limit(5))
                .containsExactly(
                        "LEAK io.acme.Cache.put(Cache.java:42): 8 MB Unsafe, +1 MB/min since 20:24:03.",
                        "LEAK 597 class loaders java.net.URLClassLoader, +60/min since 20:24:03, created at " + PLUGIN
                                + ".",
                        "LEAK 299 idle threads pool-N-thread-N, +30/min since 20:24:03, started at " + POOL + ".",
                        "Do: release the class loaders created at " + PLUGIN + ": 597, 30 MB of metaspace.",
                        "Report: report.txt");
        assertThat(text.lines().filter(line -> line.startsWith("GROWING RSS"))).hasSize(1);
        assertThat(text).contains("\nLEAK 299 idle threads pool-N-thread-N, +30/min since 20:24:03, 12 MB of stacks");
    }

    @Test
    void theFirstKilobyteHasTheActionAndTheReport() {
        String text = log(
                Cause.THRESHOLD,
                filling(400),
                site(LONG, 8 * MB),
                loaders(LONG, 30 * MB),
                threads(LONG, 12 * MB, 299),
                GROWING_RSS);

        byte[] first = text.substring(0, text.indexOf("\nReport: report.txt")).getBytes(StandardCharsets.UTF_8);
        assertThat(first).hasSizeLessThan(FIRST - 110);
    }

    @Test
    void nativeHandlesMayBeWhatLibrariesHold() {
        assertThat(log(Cause.THRESHOLD, filling(400), handles(), GROWING_RSS))
                .contains("\nDo: close org.rocksdb.RocksIterator from ");
        assertThat(log(Cause.THRESHOLD, filling(400), GROWING_RSS))
                .contains("\nDo: the JVM or a native library holds it");
    }

    @Test
    void refusedThreadsAreThoseThatLeak() {
        assertThat(log(Cause.THREAD, filling(20), threads(POOL, MB, 299), GROWING_RSS))
                .contains("\nDo: shut down the executors of " + POOL);
        assertThat(log(Cause.THREAD, filling(20), threads(POOL, Statement.UNKNOWN, 299), GROWING_RSS))
                .contains("\nDo: shut down the executors of " + POOL + ": 299 threads, most idle.\n");
        assertThat(log(Cause.THREAD, filling(20), loaders(PLUGIN, 90 * MB), GROWING_RSS))
                .contains("\nDo: use fewer threads, ");
    }

    /** Tracked memory fills it, of which a leak has little. */
    @Test
    void aSmallLeakIsNotDenied() {
        LimitParts filling = LimitParts.byCounts(900 * MB, 900 * MB, 20 * MB, 10 * MB, 800 * MB);

        assertThat(log(Cause.THRESHOLD, filling, site("io.acme.Small.of(Small.java:1)", 10 * MB), GROWING_RSS))
                .contains("\nDo: raise the limit, or reduce these sites. The leak (10 MB) does not fill it.\n");
        assertThat(log(Cause.THRESHOLD, filling, GROWING_RSS)).contains("\nDo: no leak so far: raise the limit, or ");
    }
}
