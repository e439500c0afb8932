package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.it.programs.Hello;
import io.nmt.it.programs.Steady;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Commands for a process that they cannot be sent to: one line says why, and the process has nothing of it. */
@EnabledOnOs(OS.LINUX)
class WrongProcessIT {
    private static final String NOBODY = "65534";

    @OnOneJdk
    void wrongUsage(Jdk jdk) {
        for (String pid : List.of("0", "-1", "not-a-pid", "99999999999999999999")) {
            assertWrongUsage(ChildJvm.runAgentJar(jdk, "summary", pid), pid);
        }
        assertWrongUsage(ChildJvm.runAgentJar(jdk, "summary"), "PID");
        assertWrongUsage(ChildJvm.runAgentJar(jdk, "attach", "0"), "0");
        assertWrongUsage(ChildJvm.runAgentJar(jdk, "summary", "1", "--scale", "TB"), "--scale");
        assertWrongUsage(ChildJvm.runAgentJar(jdk, "summary", "1", "--top", "many"), "--top");
        assertWrongUsage(ChildJvm.runAgentJar(jdk, "leaks", "1", "--top", "-1"), "--top");
        assertWrongUsage(ChildJvm.runAgentJar(jdk, "leaks", "1", "--age", "-1"), "--age");
        assertWrongUsage(ChildJvm.runAgentJar(jdk, "baseline", "1", "--scale", "KB"), "--scale");
        assertWrongUsage(ChildJvm.runAgentJar(jdk, "top", "1", "--count", "0"), "--count");
        assertWrongUsage(ChildJvm.runAgentJar(jdk, "top", "1", "--interval", "0s"), "--interval");
    }

    private static void assertWrongUsage(Outcome outcome, String complaint) {
        outcome.expectExit(2);
        assertThat(outcome.out()).as(outcome::toString).isEmpty();
        assertThat(outcome.err()).as(outcome::toString).contains(complaint).doesNotContain("\tat ");
    }

    @OnOneJdk
    void aProcessThatIsGone(Jdk jdk) {
        String pid;
        try (Child child = ChildJvm.withoutC2(jdk).start(Hello.class)) {
            pid = pid(child);
            child.await();
        }
        ChildJvm.runAgentJar(jdk, "summary", pid).expectFailure("no process " + pid);
    }

    /** SIGQUIT, with which attaching begins, would end it. */
    @OnOneJdk
    void aProcessThatIsNoJvm(Jdk jdk) {
        try (Child sleep = ChildJvm.startProgram("sleep", "120")) {
            ChildJvm.runAgentJar(jdk, "summary", pid(sleep)).expectFailure(pid(sleep) + " is not a HotSpot JVM");
            ChildJvm.runAgentJar(jdk, "attach", pid(sleep)).expectFailure(pid(sleep) + " is not a HotSpot JVM");
            assertThat(sleep.isAlive()).isTrue();
        }
    }

    @OnOneJdk
    void theCommandItself(Jdk jdk) {
        String java = jdk.tool("java").toString();
        String command = "exec '" + java + "' -jar '" + ChildJvm.agentJar() + "' summary $$";
        try (Child shell = ChildJvm.startProgram("sh", "-c", command)) {
            shell.await().expectFailure(pid(shell) + " is this command itself");
        }
    }

    @OnOneJdk
    void aThread(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.withoutC2(jdk).start(Steady.class)) {
            child.awaitLine("ready");
            String thread;
            try (var threads = Files.list(Path.of("/proc", pid(child), "task"))) {
                thread = threads.map(path -> path.getFileName().toString())
                        .filter(id -> !id.equals(pid(child)))
                        .findFirst()
                        .orElseThrow();
            }
            ChildJvm.runAgentJar(jdk, "summary", thread)
                    .expectFailure(thread + " is a thread of process " + pid(child));
        }
    }

    /** To such a JVM, SIGQUIT means to print all its threads to stdout. */
    @OnOldestAndNewestJdk
    void aJvmThatLetsNobodyAttach(Jdk jdk) {
        for (String perfData : List.of("-XX:+UsePerfData", "-XX:-UsePerfData")) {
            ChildJvm jvm = ChildJvm.withoutC2(jdk).options("-XX:+DisableAttachMechanism", perfData);
            try (Child child = jvm.start(Steady.class)) {
                child.awaitLine("ready");
                ChildJvm.runAgentJar(jdk, "summary", pid(child)).expectFailure("DisableAttachMechanism", "-javaagent");
                child.terminate();
                assertThat(child.await().out()).isEqualTo("ready\n");
            }
        }
    }

    @OnOldestAndNewestJdk
    void aJvmThatLetsNobodyLoadAgents(Jdk jdk) {
        try (Child child = ChildJvm.withoutC2(jdk)
                .options("-XX:-EnableDynamicAgentLoading")
                .start(Steady.class)) {
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "summary", pid(child)).expectFailure(pid(child), "agent loading");
        }
    }

    @OnOneJdk
    void aProcessOfAnotherUser(Jdk jdk) {
        String[] command = {
            "setpriv",
            "--reuid=" + NOBODY,
            "--regid=" + NOBODY,
            "--clear-groups",
            jdk.tool("java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-jar",
            ChildJvm.agentJar()
        };
        assumeCanBeNobody(command);
        try (Child child = ChildJvm.withoutC2(jdk).agent().start(Steady.class)) {
            child.awaitLine("ready");
            run(with(command, "summary", pid(child))).expectFailure(pid(child) + " belongs to another user", "root");
            // Also when it listens already.
            ChildJvm.runAgentJar(jdk, "baseline", pid(child)).expectExit(0);
            run(with(command, "summary", pid(child))).expectFailure(pid(child) + " belongs to another user", "root");
        }
    }

    /** A file of another user in the place of the socket's directory is neither used nor removed, nor in the way. */
    @OnOneJdk
    void aDirectoryOfAnotherUser(Jdk jdk) throws IOException {
        assumeTrue(isRoot(), "root");
        try (Child child =
                ChildJvm.withoutC2(jdk).agent().allowAttach().allowUnsafe().start(Steady.class)) {
            child.awaitLine("ready");
            Path directory = Files.createDirectory(Path.of("/tmp/.nmt_pid" + child.pid()));
            try {
                Files.setAttribute(directory, "unix:uid", Integer.valueOf(NOBODY));
                ChildJvm.runAgentJar(jdk, "baseline", pid(child)).expectSuccess();
                ChildJvm.runAgentJar(jdk, "diff", pid(child)).expectSuccess();
                assertThat(directory).isEmptyDirectory();
                assertThat(others(directory)).hasSize(1);
                child.say("hold");
                child.say("finish");
                child.await().expectSuccess();
                assertThat(others(directory)).isEmpty();
            } finally {
                Files.delete(directory);
            }
        }
    }

    private static List<Path> others(Path directory) throws IOException {
        String name = directory.getFileName() + "-";
        try (var files = Files.list(directory.getParent())) {
            return files.filter(file -> file.getFileName().toString().startsWith(name))
                    .toList();
        }
    }

    private static void assumeCanBeNobody(String... command) {
        assumeTrue(isRoot(), "root");
        try (Child version = ChildJvm.startProgram(with(command, "--version"))) {
            assumeTrue(version.await().exitCode() == 0, "a user to whom the JDK and the jar can be read");
        }
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static Outcome run(String... command) {
        try (Child child = ChildJvm.startProgram(command)) {
            return child.await();
        }
    }

    private static String[] with(String[] command, String... more) {
        String[] all = Arrays.copyOf(command, command.length + more.length);
        System.arraycopy(more, 0, all, command.length, more.length);
        return all;
    }

    private static String pid(Child child) {
        return Long.toString(child.pid());
    }
}
