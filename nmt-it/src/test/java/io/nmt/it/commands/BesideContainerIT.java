package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.it.programs.Idle;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Commands for a JVM in other namespaces, as a command beside its container sees it: without its jar and its /tmp. */
@EnabledOnOs(OS.LINUX)
class BesideContainerIT {
    private static final int LOOKING_JDK = 21;
    private static final String OTHER_USER = "12345";

    // The JDK's attach puts a file with the process's own id there, which is 1 in each of these.
    @TempDir
    private Path directory;

    @BeforeAll
    static void requireRoot() {
        assumeTrue(
                runs(container("-m", "-p", "-f", "--kill-child", "--mount-proc"), "true"),
                "root that may make namespaces");
        assumeFalse(ChildJvm.agentJar().startsWith("/tmp/"), "a build that is not below what is mounted over");
    }

    /** The host, or a pod that sees all processes: the ids differ. */
    @OnEveryJdk
    void aJvmWithItsOwnProcessIds(Jdk jdk) {
        try (Child child = start(jdk, container("-m", "-p", "-f", "--kill-child", "--mount-proc"))) {
            String pid = pidOf(child);
            ask(jdk, "summary", pid).expectExit(0);
            assertThat(Path.of("/proc", pid, "root/tmp")).isDirectoryContaining("glob:**/.nmt-agent-*.jar");
            assertThat(ask(jdk, "rss", pid).expectExit(0).out()).contains("RSS");
        }
    }

    /** A container that shares the other's process ids, as of {@code kubectl debug --target}. */
    @OnEveryJdk
    void aJvmWithTheSameProcessIds(Jdk jdk) {
        try (Child child = start(jdk, container("-m"))) {
            String pid = pidOf(child);
            if (jdk.feature() < LOOKING_JDK) {
                ask(jdk, "summary", pid).expectFailure("has another /tmp", "run nmt with JDK 21 or later");
                assertThat(ask(jdk, "rss", pid, "--outside").expectExit(0).out())
                        .contains("RSS");
            } else {
                ask(jdk, "summary", pid).expectExit(0);
            }
            child.terminate();
            // An attempt would have the JVM print its threads.
            assertThat(child.await().out()).isEqualTo("ready\n");
        }
    }

    @OnOneJdk
    void anotherUsersNamespace(Jdk jdk) {
        List<String> command =
                new ArrayList<>(List.of("setpriv", "--reuid", OTHER_USER, "--regid", OTHER_USER, "--clear-groups"));
        command.addAll(List.of(container("-U", "-r", "-m", "-p", "-f", "--kill-child", "--mount-proc")));
        assumeTrue(
                runs(
                        command.toArray(String[]::new),
                        "test",
                        "-r",
                        ChildJvm.testClasses().toString()),
                "users that may make namespaces, and read classes");
        try (Child child = ChildJvm.withoutC2(jdk)
                .in(directory)
                .allowAttach()
                .launchedBy(command.toArray(String[]::new))
                .start(Idle.class)) {
            child.awaitLine("ready");
            ask(jdk, "summary", pidOf(child))
                    .expectFailure("user namespace of its own", "(sudo -u '#" + OTHER_USER + "' ...)");
        }
    }

    private static Outcome ask(Jdk jdk, String... command) {
        return ChildJvm.runAgentJar(jdk, command);
    }

    private Child start(Jdk jdk, String... launcher) {
        Child child = ChildJvm.withoutC2(jdk)
                .in(directory)
                .allowAttach()
                .launchedBy(launcher)
                .start(Idle.class);
        child.awaitLine("ready");
        return child;
    }

    /** As a container's, its /tmp and its files are not those of this process. */
    private static String[] container(String... namespaces) {
        List<String> command = new ArrayList<>(List.of("unshare"));
        command.addAll(List.of(namespaces));
        command.addAll(List.of(
                "sh",
                "-c",
                "mount -t tmpfs tmpfs /tmp && mount -t tmpfs tmpfs '" + jarDirectory() + "' && exec \"$@\"",
                "sh"));
        return command.toArray(String[]::new);
    }

    private static Path jarDirectory() {
        return Path.of(ChildJvm.agentJar()).getParent();
    }

    private static boolean runs(String[] launcher, String... program) {
        try (Child child = ChildJvm.startProgram(
                Stream.concat(Stream.of(launcher), Stream.of(program)).toArray(String[]::new))) {
            return child.await().exitCode() == 0;
        }
    }

    /** {@code unshare} may have forked. */
    private static String pidOf(Child child) {
        return Long.toString(ProcessHandle.of(child.pid()).stream()
                .flatMap(ProcessHandle::descendants)
                .filter(process -> Files.isDirectory(Path.of("/proc", Long.toString(process.pid()))))
                .mapToLong(ProcessHandle::pid)
                .findFirst()
                .orElse(child.pid()));
    }
}
