package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LoaderKeeper;
import io.nmt.core.model.LoaderKeeper.How;
import io.nmt.core.model.MadeLoaders;
import io.nmt.core.model.Site;
import io.nmt.report.document.StatementText;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.LoaderStats;
import io.nmt.report.model.LoaderStats.OfClass;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Times;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Statements on lines of code that make class loaders. */
class LoaderStatementsTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MB = 1 << 20;
    private static final long OLD = 60 * SECOND;
    private static final long NOW = 1_800_000_000_000L;
    private static final String PLUGINS = "com.acme.PluginLoader";
    private static final WholeHeapCollections.Last NEVER = new WholeHeapCollections.Last(3_600 * SECOND);
    private static final WholeHeapCollections.Last LATELY = new WholeHeapCollections.Last(20 * SECOND);
    private static final LoaderStats STATS =
            new LoaderStats(0, Map.of(PLUGINS, new OfClass(1_000, 5_000, 0, 50 * MB, 19 * MB)));

    @Test
    void loadersThatSurviveAreALeak() {
        LoaderKeeper keeper = new LoaderKeeper(How.CONTEXT, 1_100, "worker-N");
        assertThat(text(of(LATELY, STATS, loaders(1_200, 300, 240 * SECOND, keeper))))
                .containsExactly("LEAK 1,200 class loaders com.acme.PluginLoader, +300/min since 07:56:00, 60 MB of"
                        + " metaspace (62 % unused), created at com.acme.Plugins.load(Plugins.java:12). Survived 1 full"
                        + " collection. 1,100 are context class loaders of threads worker-N."
                        + " Next: 'nmt loaders PID'");
    }

    /** 12,596 of a loader's own were told to have 37.6 MB of the 31.5 MB that there were. */
    @Test
    void hiddenClassesOfTheirLoaderHaveNoMetaspaceOfTheirOwn() {
        LoaderStats all = new LoaderStats(0, Map.of(), new OfClass(15_000, 0, 15_000, 30 * MB, 15 * MB), Map.of());
        assertThat(text(of(LATELY, all, hidden(MadeLoaders.strong("com.acme.Rule")))))
                .containsExactly("LEAK 12,000 hidden classes com.acme.Rule, +3,000/min since 07:56:00, defined at"
                        + " com.acme.Plugins.load(Plugins.java:12). Survived 1 full collection."
                        + " Next: 'nmt loaders PID'");
        assertThat(text(of(LATELY, all, hidden(MadeLoaders.hidden("com.acme.Rule"))))
                        .get(0))
                .contains(" hidden classes com.acme.Rule, ", ", 24 MB of metaspace (50 % unused), defined at ");
    }

    private static MadeLoaders hidden(String name) {
        return new MadeLoaders(name, "", 12_000, 6_000, null, line(12_000, 3_000, 240 * SECOND));
    }

    @Test
    void listsOfTheJdkThatKeepLoadersAreNamed() {
        assertThat(kept(How.DRIVER, "org.h2.Driver"))
                .contains(" 1,100 are kept by drivers of DriverManager, org.h2.Driver.");
        assertThat(kept(How.LOG_HANDLER, "com.acme.Handler"))
                .contains(" 1,100 are kept by handlers of the root logger, com.acme.Handler.");
        assertThat(kept(How.PROVIDER, "com.acme.Crypto"))
                .contains(" 1,100 are kept by security providers, com.acme.Crypto.");
        assertThat(kept(How.BEAN, "com.acme.Stats")).contains(" 1,100 are kept by MBeans, com.acme.Stats.");
        assertThat(kept(How.STATIC_FIELD, "org.apache.commons.logging.LogFactory.factories"))
                .contains(" 1,100 are kept by the static field org.apache.commons.logging.LogFactory.factories.");
        assertThat(kept(How.SHUTDOWN_HOOK, "closes-N")).contains(" 1,100 are kept by shutdown hooks closes-N.");
    }

    private static String kept(How how, String name) {
        LoaderKeeper keeper = new LoaderKeeper(how, 1_100, name);
        return text(of(LATELY, STATS, loaders(1_200, 300, 240 * SECOND, keeper)))
                .get(0);
    }

    @Test
    void loadersThatNoCollectionHasMetMayBeGarbage() {
        assertThat(text(of(NEVER, null, loaders(1_200, 300, 240 * SECOND, null))))
                .containsExactly(
                        "GROWING 1,200 class loaders com.acme.PluginLoader, +300/min since 07:56:00, created at"
                                + " com.acme.Plugins.load(Plugins.java:12). May be garbage: no full collection since."
                                + " Next: 'nmt loaders PID'");
    }

    @Test
    void aYoungRiseOnlyGrows() {
        List<Statement> statements = of(LATELY, null, loaders(200, 300, 80 * SECOND, null));
        assertThat(statements).extracting(Statement::kind).containsExactly(Kind.GROWING);
        assertThat(text(statements).get(0)).contains("The rise is younger than 90 s.");
    }

    @Test
    void fewLoadersAndAccessorsAreNotTold() {
        assertThat(of(LATELY, null, loaders(8, 6, 240 * SECOND, null))).isEmpty();
        assertThat(of(LATELY, null, loaders(800, 2, 240 * SECOND, null))).isEmpty();
        MadeLoaders accessors = new MadeLoaders(
                "jdk.internal.reflect.DelegatingClassLoader", "", 900, 400, null, line(900, 200, 240 * SECOND));
        assertThat(of(LATELY, null, accessors)).isEmpty();
    }

    /** 45,000 loaders a minute were NORMAL: no line of code made enough of them. */
    @Test
    void manyLinesThatMakeAFewEachAreToldTogether() {
        assertThat(text(of(LATELY, STATS, lines(1_500, 120, 30, 15, 240 * SECOND))))
                .containsExactly("LEAK 180,000 class loaders com.acme.PluginLoader, +45,000/min ± 581 since 07:56:00,"
                        + " 8.79 GB of metaspace (62 % unused), created at many lines of code. Survived 1 full"
                        + " collection. Lines of code: 1,500, few from each."
                        + " Next: 'nmt loaders PID'");
        assertThat(text(of(NEVER, null, lines(1_500, 120, 30, 15, 240 * SECOND))))
                .singleElement()
                .asString()
                .startsWith("GROWING 180,000 class loaders ")
                .contains("May be garbage: no full collection since.");
        assertThat(text(of(LATELY, null, lines(1_500, 5, 30, 15, 10 * SECOND))))
                .singleElement()
                .asString()
                .startsWith("GROWING 7,500 class loaders ")
                .contains("May be garbage: no full collection since. The rise is younger than 90 s.");
        assertThat(text(of(LATELY, null, lines(1_500, 120, 20, 15, 240 * SECOND))))
                .singleElement()
                .asString()
                .contains("+30,000/min ± 7,500 since");
        assertThat(of(LATELY, null, lines(1_500, 120, 0, 15, 240 * SECOND)))
                .as("steady")
                .isEmpty();
        assertThat(of(LATELY, null, lines(30, 12, 3, 15, 240 * SECOND)))
                .as("chance")
                .isEmpty();
        assertThat(of(LATELY, null, lines(9, 120, 30, 1, 240 * SECOND)))
                .as("few lines")
                .isEmpty();
    }

    private static MadeLoaders[] lines(int lines, long loaders, long perMinute, long error, long oldestNanos) {
        HandleSite line =
                HandleSite.recorded(line(loaders, 0, 0).site(), loaders, 0, 0, oldestNanos, perMinute, error, 0);
        MadeLoaders[] all = new MadeLoaders[lines];
        Arrays.fill(all, new MadeLoaders(PLUGINS, "", loaders, -1, null, line));
        return all;
    }

    /** Not collected yet, and more than at the start by chance. */
    @Test
    void loadersOfWhichNoneSurvivesAreNotTold() {
        MadeLoaders scripts = new MadeLoaders(PLUGINS, "", 383, 0, null, line(383, 33, 46 * SECOND));
        assertThat(of(LATELY, STATS, scripts)).isEmpty();
        assertThat(of(NEVER, STATS, scripts)).extracting(Statement::kind).containsExactly(Kind.GROWING);
    }

    @Test
    void manySteadyLoadersAreHeld() {
        HandleSite line = HandleSite.recorded(line(1_000, 0, 0).site(), 1_000, 0, 0, 3_600 * SECOND, 0, 0, 0);
        MadeLoaders steady = new MadeLoaders(PLUGINS, "", 1_000, -1, null, line);
        assertThat(text(LoaderStatements.held(new LoaderReading(List.of(steady), STATS), List.of(), NOW)))
                .containsExactly("HELD 1,000 class loaders com.acme.PluginLoader, 50 MB of metaspace (62 % unused),"
                        + " created at com.acme.Plugins.load(Plugins.java:12).");
        assertThat(LoaderStatements.held(new LoaderReading(List.of(steady), null), List.of(), NOW))
                .isEmpty();
    }

    /** Scripts were told to be held three times within 86 s, 728, 3,031 and 4,353 of them. */
    @Test
    void loadersThatWereAllMadeLatelyAreNoSteadyNumber() {
        assertThat(held(728, 40, -900, 10))
                .isEqualTo("UNKNOWN 728 class loaders com.acme.PluginLoader, 36.4 MB of metaspace (62 % unused),"
                        + " created at com.acme.Plugins.load(Plugins.java:12). Ask again in 110 s.");
        assertThat(held(3_073, 100, 603, 20))
                .startsWith("GROWING 3,073 class loaders com.acme.PluginLoader, +603/min ± 20 since 07:58:20,")
                .contains("May be garbage: too few full collections since.");
        assertThat(held(3_073, 300, 603, 250)).as("chance").startsWith("HELD");
        assertThat(held(3_073, 300, 60, 2)).as("hardly").startsWith("HELD");
    }

    private static String held(long count, long oldestSeconds, long perMinute, long error) {
        HandleSite line = new HandleSite(
                line(count, 0, 0).site(),
                count,
                0,
                0,
                100,
                oldestSeconds * SECOND,
                perMinute,
                error,
                false,
                0,
                0,
                List.of());
        MadeLoaders made = new MadeLoaders(PLUGINS, "", count, -1, null, line);
        return text(LoaderStatements.held(new LoaderReading(List.of(made), STATS), List.of(), NOW))
                .get(0);
    }

    @Test
    void metaspaceIsToldOnce() {
        List<Statement> statements = of(LATELY, STATS, loaders(1_200, 300, 240 * SECOND, null));
        assertThat(LoaderStatements.explain(statements, 15 * MB)).isTrue();
        assertThat(LoaderStatements.explain(statements, 40 * MB))
                .as("another cause")
                .isFalse();
        List<Statement> unknown = of(LATELY, null, loaders(1_200, 300, 240 * SECOND, null));
        assertThat(LoaderStatements.explain(unknown, 40 * MB)).isTrue();
        assertThat(LoaderStatements.explain(List.of(), 1)).isFalse();
    }

    /** Loaders with 50 KB of metaspace each, 300 a minute: the malloc of the JVM is no growth of its own. */
    @Test
    void mallocOfTheJvmGrowsWithThem() {
        Statement leak =
                of(LATELY, STATS, loaders(1_200, 300, 240 * SECOND, null)).get(0);
        assertThat(LoaderStatements.mallocPerMinute(leak)).isBetween(9 * MB, 10 * MB);
    }

    /** Loaders from before the agent was attached are a part of the whole, with their metaspace. */
    @Test
    void loadersThatWereNotSeenWhenCreatedCountToo() {
        MadeLoaders seen = loaders(900, 300, 120 * SECOND, null);
        LoaderReading reading = new LoaderReading(List.of(seen), STATS, Map.of(PLUGINS, 300L));
        Statement statement = of(LATELY, reading).get(0);
        assertThat(statement.amount()).isEqualTo(1_200);
        assertThat(text(List.of(statement)).get(0))
                .startsWith("LEAK 1,200 class loaders com.acme.PluginLoader (900 of them seen when created), +300/min")
                .contains("60 MB of metaspace");
    }

    private static MadeLoaders loaders(long count, long perMinute, long forNanos, LoaderKeeper keeper) {
        return new MadeLoaders(PLUGINS, "", count, count / 2, keeper, line(count, perMinute, forNanos));
    }

    private static List<Statement> of(WholeHeapCollections.Last last, LoaderStats stats, MadeLoaders... groups) {
        return of(last, new LoaderReading(List.of(groups), stats));
    }

    private static List<Statement> of(WholeHeapCollections.Last last, LoaderReading reading) {
        Leaks none = new Leaks(OLD, List.of(), List.of(), List.of(), 0);
        HistoryReading history = HistoryReading.recorded(List.of(), id -> null, rising -> true);
        GarbageRule garbage = new GarbageRule(none, history, last, NOW);
        return LoaderStatements.of(reading, garbage, OLD, NOW, HistoryPoint.UNKNOWN);
    }

    private static List<String> text(List<Statement> statements) {
        return StatementText.of(statements, new Times(ZoneOffset.UTC, NOW));
    }

    private static HandleSite line(long open, long perMinute, long forNanos) {
        Frame frame = new Frame("com.acme.Plugins", "load", "Plugins.java", 12, false);
        Site site = new Site(7, "Class Loaders", List.of(frame), frame, false, FreedBy.UNKNOWN, null, 0);
        return new HandleSite(site, open, 0, 0, open, forNanos, perMinute, 0, true, forNanos, 0, List.of("main"));
    }
}
