package io.nmt.it.commands;

import static io.nmt.testkit.ListedJvms.assertListed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.it.programs.Idle;
import io.nmt.it.programs.Steady;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands for JVMs that cannot answer say why, at once where it can be known; and {@code list} says only what is true.
 */
@EnabledOnOs(OS.LINUX)
class UnreachableProcessIT {
    @TempDir
    private Path directory;

    /** A signal sent to a stopped process would make it print its threads when it goes on. */
    @OnOneJdk
    void aProcessThatIsStopped(Jdk jdk) throws Exception {
        try (Child child = ChildJvm.withoutC2(jdk).agent().allowAttach().start(Idle.class)) {
            child.awaitLine("ready");
            child.stop();
            for (String command : new String[] {"summary", "attach", "unreachable"}) {
                ChildJvm.runCommand(jdk, command, child).expectFailure("is stopped", "kill -CONT " + child.pid());
            }
            Outcome outside =
                    ChildJvm.runCommand(jdk, "rss", child, "--outside").expectExit(0);
            assertThat(outside.out()).contains("Shared Libraries");
            assertThat(outside.err()).contains("process " + child.pid() + " is stopped");
            assertListed(ChildJvm.runAgentJar(jdk, "list").expectSuccess(), child, true, Idle.class);
            child.resume();
            ChildJvm.runCommand(jdk, "summary", child).expectSuccess();
            child.terminate();
            assertThat(child.await().out()).isEqualTo("ready\n");
        }
    }

    @OnOneJdk
    void aDirectoryForTemporaryFilesThatCannotBeWritten(Jdk jdk) {
        assumeTrue(canMount(), "root that may mount");
        assumeFalse(ChildJvm.agentJar().startsWith("/tmp/"), "a build that is not below what is mounted over");
        for (String[] mount :
                new String[][] {{"ro", "Read-only file system"}, {"nr_inodes=1", "No space left on device"}}) {
            ChildJvm jvm = ChildJvm.withoutC2(jdk).agent().launchedBy(withTmp(mount[0], "exec \"$@\""));
            try (Child child = jvm.start(Idle.class)) {
                child.awaitLine("ready");
                for (String command : new String[] {"summary", "attach"}) {
                    ChildJvm.runCommand(jdk, command, child)
                            .expectFailure("cannot make a socket in its /tmp (" + mount[1] + ")");
                }
            }
        }
    }

    private static boolean canMount() {
        try (Child child = ChildJvm.startProgram(withTmp("ro", "true"))) {
            return child.await().exitCode() == 0;
        }
    }

    private static String[] withTmp(String options, String then) {
        return new String[] {
            "unshare", "-m", "sh", "-c", "mount -t tmpfs -o " + options + " tmpfs /tmp && " + then, "sh"
        };
    }

    /** The jar on the class path, or an agent that is inactive, is not tracking. */
    @OnOneJdk
    void listTellsTheTruth(Jdk jdk) {
        ChildJvm classPath =
                ChildJvm.withoutC2(jdk).allowUnsafe().classPath(Path.of(ChildJvm.agentJar()), ChildJvm.testClasses());
        try (Child without = classPath.start(Steady.class);
                Child inactive = ChildJvm.withoutC2(jdk).agent("nonsense=1").start(Idle.class);
                Child tracked = ChildJvm.withoutC2(jdk).agent().start(Idle.class)) {
            without.awaitLine("ready");
            inactive.awaitLine("ready");
            tracked.awaitLine("ready");

            Outcome list = ChildJvm.runAgentJar(jdk, "list").expectSuccess();
            assertListed(list, without, false, Steady.class);
            assertListed(list, inactive, false, Idle.class);
            assertListed(list, tracked, true, Idle.class);
        }
    }

    /** Also one that was attached and has not been asked anything. */
    @OnOneJdk
    void listTellsOfAttachedAgents(Jdk jdk) {
        try (Child child = ChildJvm.withoutC2(jdk).allowAttach().start(Idle.class)) {
            child.awaitLine("ready");
            ChildJvm.runCommand(jdk, "attach", child).expectSuccess();
            assertListed(ChildJvm.runAgentJar(jdk, "list").expectSuccess(), child, true, Idle.class);
        }
    }

    /** A runtime of the modules that the agent needs, and no more. */
    @OnOldestAndNewestJdk
    void aRuntimeWithoutManagement(Jdk jdk) {
        Path home = directory.resolve("runtime");
        assumeTrue(jdk.tool("jlink").toFile().canExecute(), "jlink");
        Outcome link = ChildJvm.runTool(
                jdk, "jlink", "--add-modules", "java.base,java.instrument", "--output", home.toString());
        assumeTrue(link.exitCode() == 0, link::toString);
        try (Child child = ChildJvm.withoutC2(new Jdk(home, jdk.version()))
                .agent()
                .allowAttach()
                .start(Idle.class)) {
            child.awaitLine("ready");
            ChildJvm.runCommand(jdk, "summary", child).expectSuccess();
            ChildJvm.runCommand(jdk, "rss", child).expectFailure("modules java.management and jdk.management");
        }
    }
}
