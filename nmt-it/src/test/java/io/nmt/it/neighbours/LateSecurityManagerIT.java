package io.nmt.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.it.programs.LateSecurity;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An application that sets a security manager after the agent has started. JDK 17 lets it without an option. */
class LateSecurityManagerIT {
    @TempDir
    private Path directory;

    private Path report;

    @BeforeEach
    void setUp() {
        report = directory.resolve("report.txt");
    }

    /** The process may listen already, or not. Its policy may grant less than the JDK's does to all. */
    @OnOldestAndNewestJdk
    void eachCommandSaysWhatToGrant(Jdk jdk) throws IOException {
        assumeTrue(jdk.feature() == 17, "JDK 17");
        Path policy = directory.resolve("none.policy");
        Files.writeString(policy, "grant { permission java.util.PropertyPermission \"none\", \"read\"; };\n");
        assertTold(jdk, "-Dpolicy=default");
        assertTold(jdk, "-Djava.security.policy==" + policy);
    }

    private void assertTold(Jdk jdk, String option) {
        for (boolean listens : new boolean[] {false, true}) {
            try (Child child = agent(jdk).options(option).start(LateSecurity.class)) {
                child.awaitLine("ready");
                if (listens) {
                    ChildJvm.runCommand(jdk, "summary", child).expectSuccess();
                }
                setManager(child);
                for (int i = 0; i < 2; i++) {
                    ChildJvm.runCommand(jdk, "summary", child)
                            .expectFailure(
                                    child.pid() + " cannot listen for commands: the application's security manager",
                                    "java.security.AllPermission",
                                    "-Djava.security.policy",
                                    "tracked all the same");
                }
                assertHarmless(finish(child));
                assertThat(report).content().startsWith(Report.TITLE).contains("Direct Buffer");
            }
        }
    }

    @OnOldestAndNewestJdk
    void withThePermissionAllIsAsBefore(Jdk jdk) throws IOException {
        assumeTrue(jdk.feature() == 17, "JDK 17");
        Path policy = directory.resolve("agent.policy");
        Files.writeString(
                policy,
                "grant codeBase \"" + Path.of(ChildJvm.agentJar()).toUri()
                        + "\" { permission java.security.AllPermission; };\n");
        try (Child child =
                agent(jdk).options("-Djava.security.policy=" + policy).start(LateSecurity.class)) {
            child.awaitLine("ready");
            setManager(child);
            assertThat(ChildJvm.runCommand(jdk, "summary", child)
                            .expectSuccess()
                            .out())
                    .startsWith(Report.TITLE);
            assertHarmless(finish(child));
            assertThat(report).content().startsWith(Report.TITLE);
        }
    }

    private ChildJvm agent(Jdk jdk) {
        return ChildJvm.withoutC2(jdk).agent("report=" + report);
    }

    private static void setManager(Child child) {
        child.say("set");
        child.awaitLine("set");
    }

    private static Outcome finish(Child child) {
        child.say("finish");
        return child.await();
    }

    /** The JVM warns of the security manager, the agent says at most that there is no report at memory pressure. */
    private static void assertHarmless(Outcome outcome) {
        assertThat(outcome.expectExit(0).outLines()).containsExactly("ready", "set", "held 1000000");
        assertThat(outcome.err().lines())
                .as(outcome::toString)
                .allMatch(line -> line.startsWith("WARNING: ")
                        || line.startsWith(
                                "nmt: no report at memory pressure: the application's security manager refuses"));
    }
}
