package io.nmt.it.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.OneLine;
import io.nmt.it.programs.Suspicious;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Wherever the agent is started, it works or says in one line why not; the program's output and exit code are its own.
 */
class HostileStartIT {
    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void littleRoomAndOtherWaysToRun(Jdk jdk) {
        assertHarmless(jdk, "-Xss144k");
        assertHarmless(jdk, "-XX:TieredStopAtLevel=1", "-Xverify:all", "-XX:-UseCompressedOops");
        assertHarmless(jdk, "-Xint", "-XX:+DisableAttachMechanism", "-Djava.io.tmpdir=/nonexistent");
        assertHarmless(jdk, "--limit-modules=java.base,java.instrument", "-Djava.class.path=/nonexistent");
        assertHarmless(jdk, "-Xbootclasspath/a:" + directory);
        Outcome checked = run(jdk, "-Xcheck:jni", "-javaagent:" + ChildJvm.agentJar());
        assertThat(checked.out() + checked.err()).as(checked::toString).isEqualTo("one line\n");

        Outcome outcome = run(jdk, "-Xmx4m", "-javaagent:" + ChildJvm.agentJar());
        assertThat(outcome.err().lines().toList())
                .as(outcome::toString)
                .containsExactly("nmt: a Java heap of 4 MB is too small for it; native memory is not tracked");
        for (String collector : List.of("-XX:+UseSerialGC", "-XX:+UseG1GC")) {
            assertHarmless(jdk, "-Xmx5m", collector);
        }
    }

    @OnOldestAndNewestJdk
    void namesOfTheJar(Jdk jdk) throws IOException {
        Path odd = Files.createDirectories(directory.resolve("a b#%41"));
        Path jar = Files.copy(Path.of(ChildJvm.agentJar()), odd.resolve("an agent.jar"));
        assertReports(run(jdk, "-javaagent:" + jar + "=report=stderr"), 1);
        // Twice, and the second says that it does nothing.
        Outcome twice =
                run(jdk, "-javaagent:" + jar + "=report=stderr", "-javaagent:" + jar + "=report=stderr,scale=KB");
        assertReports(twice, 1);
        assertThat(twice.err().lines())
                .as(twice::toString)
                .filteredOn(line -> line.startsWith("nmt: "))
                .containsExactly(
                        "nmt: the agent is active already; these options are not used: report=stderr,scale=KB");
    }

    private static void assertReports(Outcome outcome, int reports) {
        assertThat(outcome.err().lines().filter(line -> line.startsWith("Native memory outside")))
                .as(outcome::toString)
                .hasSize(reports);
    }

    /** JDK 24 has none any more. Before, the JVM did not start with one. */
    @OnOldestAndNewestJdk
    void aSecurityManager(Jdk jdk) throws IOException {
        if (jdk.feature() >= 24) {
            return;
        }
        Path policy = directory.resolve("agent.policy");
        Files.writeString(
                policy,
                "grant codeBase \"" + Path.of(ChildJvm.agentJar()).toUri()
                        + "\" { permission java.security.AllPermission; };\n");

        assertHarmless(jdk, "-Djava.security.manager=allow");
        assertHarmless(jdk, "-Djava.security.manager=disallow");
        assertRefused(jdk, "-Djava.security.manager");
        assertRefused(jdk, "-Djava.security.manager=" + Suspicious.class.getName());
        assertReports(
                run(
                        jdk,
                        "-Djava.security.manager",
                        "-Djava.security.policy=" + policy,
                        "-javaagent:" + ChildJvm.agentJar() + "=report=stderr"),
                1);
    }

    private static void assertRefused(Jdk jdk, String option) {
        Outcome outcome = run(jdk, option, "-javaagent:" + ChildJvm.agentJar());
        assertThat(outcome.err().lines().filter(line -> !line.startsWith("WARNING: ")))
                .as(outcome::toString)
                .singleElement()
                .asString()
                .startsWith("nmt: the security manager does not let the agent start")
                .endsWith("java.security.AllPermission; native memory is not tracked");
    }

    private static void assertHarmless(Jdk jdk, String... options) {
        List<String> without = run(jdk, options).err().lines().toList();
        String[] with = Arrays.copyOf(options, options.length + 1);
        with[options.length] = "-javaagent:" + ChildJvm.agentJar();
        Outcome outcome = run(jdk, with);
        assertThat(outcome.err().lines().toList()).as(outcome::toString).isEqualTo(without);
    }

    private static Outcome run(Jdk jdk, String... options) {
        Outcome outcome = ChildJvm.on(jdk).options(options).run(OneLine.class).expectExit(5);
        assertThat(outcome.out()).as(outcome::toString).isEqualTo("one line\n");
        return outcome;
    }
}
