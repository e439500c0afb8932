package io.nmt.jmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.jmc.programs.Taking;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
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
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/** The rules on real recordings, run by JDK Mission Control's engine beside its own rules. */
class RulesIT {
    private static final String LEAK = "nmt.NativeMemoryLeak";
    private static final String UNTRACKED = "nmt.UntrackedGrowth";
    private static final String FRAGMENTATION = "nmt.NativeMemoryFragmentation";
    private static final Set<String> OURS =
            Set.of(LEAK, "nmt.NativeMemoryLimit", UNTRACKED, "nmt.PoolLeak", FRAGMENTATION);

    private static final int RSS_EACH_SECOND_SINCE = 21;

    // A rise is told of recordings of a minute or more.
    private static final String LONG_SECONDS = "75";

    @TempDir
    private Path directory;

    @Test
    void aShortRecordingIsTooShortToTell() throws Exception {
        for (Path jdk : Programs.jdks()) {
            Path file = directory.resolve("short" + jdk.getFileName() + ".jfr");
            Map<String, IResult> results =
                    evaluate(Programs.start(jdk, "sample=1", file, "leak", "2").await());

            assertThat(results.get(LEAK).getSeverity()).isEqualTo(Severity.NA);
            assertThat(results.get(LEAK).getSummary()).startsWith("Too early to tell whether anything goes on rising");
            assertThat(results.get(FRAGMENTATION).getSeverity()).isEqualTo(Severity.OK);
            assertThat(results.get(FRAGMENTATION).getSummary()).contains(" is memory that malloc keeps after free, ");
            assertThat(results.get("nmt.PoolLeak").getSeverity()).isEqualTo(Severity.NA);
        }
    }

    @Test
    void aRecordingWithoutOurEventsIsIgnored() throws Exception {
        Path jdk = Path.of(System.getProperty("java.home"));
        Path file = directory.resolve("without.jfr");

        Map<String, IResult> results =
                evaluate(Programs.start(jdk, null, file, "quiet", "1").await());

        for (String id : OURS) {
            assertThat(results.get(id).getSeverity()).as(id).isEqualTo(Severity.IGNORE);
        }
    }

    @Test
    void leaksAreNamedAndAQuietProgramIsWell() throws Exception {
        assumeTrue(Programs.isOfAllJdks(), "takes 75 seconds: mvn -Pjdks");
        List<Programs.Started> leaks = new ArrayList<>();
        List<Programs.Started> quiet = new ArrayList<>();
        for (Path jdk : Programs.jdks()) {
            String name = String.valueOf(jdk.getFileName());
            Path leaking = directory.resolve("leak-" + name + ".jfr");
            leaks.add(Programs.start(jdk, "sample=1", leaking, "leak", LONG_SECONDS));
            Path well = directory.resolve("quiet-" + name + ".jfr");
            quiet.add(Programs.start(jdk, "sample=1", well, "quiet", LONG_SECONDS));
        }
        // What leaks is of a category that is left out.
        Programs.Started untracked = null;
        Path newest = Programs.jdks().get(Programs.jdks().size() - 1);
        if (Programs.version(newest) >= RSS_EACH_SECOND_SINCE) {
            Path file = directory.resolve("untracked.jfr");
            untracked = Programs.start(newest, "categories=direct-buffer", file, "leak", LONG_SECONDS);
        }
        for (Programs.Started started : leaks) {
            IResult leak = evaluate(started.await()).get(LEAK);
            assertThat(leak.getSeverity()).as(leak.getSummary()).isEqualTo(Severity.WARNING);
            assertThat(leak.getSummary())
                    .startsWith("What is taken at " + Taking.class.getName() + ".forget(Taking.java:")
                    .contains(" rises since about ", " a minute: from ");
            assertThat(leak.getSolution()).contains("nmt-agent.jar report");
        }
        for (Programs.Started started : quiet) {
            Map<String, IResult> results = evaluate(started.await());
            assertThat(results.get(LEAK).getSeverity())
                    .as(results.get(LEAK).getSummary())
                    .isEqualTo(Severity.OK);
            assertThat(results.get(LEAK).getSummary()).startsWith("Nothing is known to go on rising.");
        }
        if (untracked != null) {
            Map<String, IResult> results = evaluate(untracked.await());
            assertThat(results.get(UNTRACKED).getSeverity())
                    .as(results.get(UNTRACKED).getSummary())
                    .isEqualTo(Severity.WARNING);
            assertThat(results.get(UNTRACKED).getSummary()).startsWith("RSS rises since about ");
            assertThat(results.get(LEAK).getSeverity()).isEqualTo(Severity.OK);
        }
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
