package io.nmt.jmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.jmc.programs.Taking;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/** The rules on real recordings, run by JDK Mission Control's engine beside its own rules. */
class RulesIT {
    private static final String LEAK = "nmt.NativeMemoryLeak";
    private static final String UNTRACKED = "nmt.UntrackedGrowth";
    private static final String FRAGMENTATION = "nmt.NativeMemoryFragmentation";
    private static final String LIMIT = "nmt.NativeMemoryLimit";
    private static final Set<String> OURS = Set.of(LEAK, LIMIT, UNTRACKED, "nmt.PoolLeak", FRAGMENTATION);

    private static final int RSS_EACH_SECOND_SINCE = 21;

    // A rise is told of recordings of a minute or more: 75 s, by the clock that is slowed down.
    private static final String SECONDS = String.valueOf(100 / TimeLapse.FACTOR);
    private static final String TIMES_A_SECOND = String.valueOf(10 * TimeLapse.FACTOR);

    // By default it is each 5 s, which a program that lives for less has none of.
    private static final String AT_THE_END = "jdk.DirectBufferStatistics#period=endChunk";

    @TempDir
    private Path directory;

    @Test
    void aShortRecordingIsTooShortToTell() throws Exception {
        for (Programs.Started started : onEach("short", run -> run.withAgent("sample=1"), "leak", "2", "10")) {
            Map<String, IResult> results = evaluate(started.await());

            assertThat(results.get(LEAK).getSeverity()).isEqualTo(Severity.NA);
            assertThat(results.get(LEAK).getSummary()).matches("UNKNOWN growth( of 1 call site)?: too early to tell.*");
            assertThat(results.get(FRAGMENTATION).getSeverity()).isEqualTo(Severity.OK);
            assertThat(results.get(FRAGMENTATION).getSummary()).contains(" by malloc after free, ");
            assertThat(results.get("nmt.PoolLeak").getSeverity()).isEqualTo(Severity.NA);
        }
    }

    @Test
    void aRecordingWithoutOurEventsIsIgnored() throws Exception {
        Path jdk = Path.of(System.getProperty("java.home"));
        Programs.Run run = Programs.Run.on(jdk, directory.resolve("without.jfr"));

        Map<String, IResult> results = evaluate(run.start("quiet", "1", "10").await());

        for (String id : OURS) {
            assertThat(results.get(id).getSeverity()).as(id).isEqualTo(Severity.IGNORE);
        }
    }

    /** Without the agent's watch for memory pressure, the JVM's own count tells. */
    @Test
    void theLimitOfDirectBuffersIsThatOfTheJvm() throws Exception {
        UnaryOperator<Programs.Run> limited = run -> run.withAgent("sample=1,pressure=off")
                .withJvm("-XX:MaxDirectMemorySize=64m")
                .with(AT_THE_END);
        List<Programs.Started> near = onEach("near", limited, "direct", "60");
        List<Programs.Started> far = onEach("far", limited, "direct", "20");
        for (Programs.Started started : near) {
            IResult limit = evaluate(started.await()).get(LIMIT);
            assertThat(limit.getSeverity()).as(limit.getSummary()).isEqualTo(Severity.WARNING);
            assertThat(limit.getResult(TypedResult.SCORE).doubleValue()).isEqualTo(95);
            assertThat(limit.getSummary())
                    .matches("Direct buffers came to 6[\\d.]+ MB of their limit, 64 MB \\(9\\d %\\), at \\S+ \\S+:"
                            + " 6\\d, as the JVM counts them\\. At the recording's end, most tracked ones are from "
                            + Taking.class.getName() + "\\.fill\\(Taking\\.java:\\d+\\): 60 MB\\.");
            assertThat(limit.getSolution()).contains("raise the limit");
        }
        for (Programs.Started started : far) {
            IResult limit = evaluate(started.await()).get(LIMIT);
            assertThat(limit.getSeverity()).as(limit.getSummary()).isEqualTo(Severity.OK);
            assertThat(allOf(limit))
                    .containsPattern("Direct buffers came to 2[\\d.]+ MB of their limit, 64 MB \\(3\\d %\\), at ");
        }
    }

    /** The agent's report of a refused allocation comes first. The program does not end before the event is there. */
    @Test
    void theReportOfARefusalComesFirst() throws Exception {
        List<Programs.Started> refused = new ArrayList<>();
        for (Path jdk : Programs.jdks()) {
            Path recording = directory.resolve("refused-" + jdk.getFileName() + ".jfr");
            refused.add(Programs.Run.on(jdk, recording)
                    .withAgent("sample=1,pressure-file=" + recording + ".txt")
                    .withJvm("-XX:MaxDirectMemorySize=64m")
                    .with(AT_THE_END)
                    .start("direct", "70", recording + ".json"));
        }
        for (Programs.Started started : refused) {
            IResult limit = evaluate(started.await()).get(LIMIT);
            assertThat(limit.getSeverity()).as(limit.getSummary()).isEqualTo(Severity.WARNING);
            assertThat(limit.getSummary()).contains("Memory pressure (direct buffer limit");
            assertThat(limit.getExplanation()).contains("Direct buffers came to ");
        }
    }

    @Test
    void leaksAreNamedAndAQuietProgramIsWell() throws Exception {
        assumeTrue(Programs.isOfAllJdks(), "takes " + SECONDS + " seconds: mvn -Pjdks");
        List<Programs.Started> leaks =
                onEach("leak", run -> lapsed(run).withAgent("sample=1"), "leak", SECONDS, TIMES_A_SECOND);
        List<Programs.Started> quiet =
                onEach("quiet", run -> lapsed(run).withAgent("sample=1"), "quiet", SECONDS, TIMES_A_SECOND);
        // What leaks is of a category that is left out.
        Programs.Started untracked = null;
        Path newest = Programs.jdks().get(Programs.jdks().size() - 1);
        if (Programs.version(newest) >= RSS_EACH_SECOND_SINCE) {
            untracked = lapsed(Programs.Run.on(newest, directory.resolve("untracked.jfr")))
                    .withAgent("categories=direct-buffer")
                    .start("leak", SECONDS, TIMES_A_SECOND);
        }
        for (Programs.Started started : leaks) {
            IResult leak = evaluate(TimeLapse.slowDown(started.await())).get(LEAK);
            assertThat(leak.getSeverity()).as(leak.getSummary()).isEqualTo(Severity.WARNING);
            assertThat(leak.getSummary())
                    .startsWith("LEAK " + Taking.class.getName() + ".forget(Taking.java:")
                    .contains(" MB/min since ");
            assertThat(leak.getSolution()).contains("nmt-agent.jar report");
        }
        for (Programs.Started started : quiet) {
            Map<String, IResult> results = evaluate(TimeLapse.slowDown(started.await()));
            assertThat(results.get(LEAK).getSeverity())
                    .as(results.get(LEAK).getSummary())
                    .isEqualTo(Severity.OK);
            assertThat(results.get(LEAK).getSummary()).startsWith("NORMAL growth");
        }
        if (untracked != null) {
            Map<String, IResult> results = evaluate(TimeLapse.slowDown(untracked.await()));
            assertThat(results.get(UNTRACKED).getSeverity())
                    .as(results.get(UNTRACKED).getSummary())
                    .isEqualTo(Severity.WARNING);
            assertThat(results.get(UNTRACKED).getSummary()).startsWith("UNKNOWN rest of RSS growth: ");
            assertThat(results.get(LEAK).getSeverity()).isEqualTo(Severity.OK);
        }
    }

    /** Periodic events as much oftener as the clock is slowed down. */
    private static Programs.Run lapsed(Programs.Run run) {
        String period = "#period=" + 1000 / TimeLapse.FACTOR + "ms";
        return run.with(
                "+nmt.NativeMemoryUsage" + period,
                "+nmt.NativeMemoryUsageTotal" + period,
                "+jdk.ResidentSetSize" + period,
                "+nmt.ResidentMemory#period=" + 60 / TimeLapse.FACTOR + "s");
    }

    /** Starts the program on each JDK, side by side. */
    private List<Programs.Started> onEach(String name, UnaryOperator<Programs.Run> options, String... arguments)
            throws IOException {
        List<Programs.Started> started = new ArrayList<>();
        for (Path jdk : Programs.jdks()) {
            Path recording = directory.resolve(name + "-" + jdk.getFileName() + ".jfr");
            started.add(options.apply(Programs.Run.on(jdk, recording)).start(arguments));
        }
        return started;
    }

    private static String allOf(IResult result) {
        return result.getSummary() + "\n" + result.getExplanation();
    }

    @Test
    void theJarIsABundle() throws Exception {
        try (JarFile jar = new JarFile(Path.of("target", "nmt-jmc-rules.jar").toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            assertThat(manifest.getValue("Bundle-SymbolicName")).isEqualTo("io.nmt.jmc.rules;singleton:=true");
            assertThat(manifest.getValue("Bundle-Version")).matches("\\d+\\.\\d+\\.\\d+(\\.SNAPSHOT)?");
            assertThat(jar.getEntry("plugin.xml")).isNotNull();
            assertThat(jar.stream().filter(entry -> entry.getName().endsWith(".class")))
                    .allMatch(entry -> entry.getName().startsWith("io/nmt/jmc/"));
        }
    }

    /** By all rules that there are; none may fail. */
    private static Map<String, IResult> evaluate(Path recording) throws Exception {
        IItemCollection events = JfrLoaderToolkit.loadEvents(recording.toFile());
        Map<IRule, Future<IResult>> running = RulesToolkit.evaluateParallel(
                RuleRegistry.getRules(), events, IPreferenceValueProvider.DEFAULT_VALUES, 2);
        assertThat(running).hasSizeGreaterThan(OURS.size() + 50);
        Map<String, IResult> results = new HashMap<>();
        for (Map.Entry<IRule, Future<IResult>> rule : running.entrySet()) {
            results.put(rule.getKey().getId(), rule.getValue().get());
        }
        assertThat(results).containsKeys(OURS.toArray(String[]::new));
        return results;
    }
}
