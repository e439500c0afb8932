package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import io.nmt.channel.profiler.ProfilerLibrary;
import io.nmt.it.programs.Idle;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** One command at a time profiles a process; the library that it loads is whole. */
@EnabledOnOs(OS.LINUX)
class NativeAtOnceIT {
    private static final int COMMANDS = 8;
    private static final int SIGTERM_EXIT = 143;
    private static final long PAUSE_NANOS = 10_000_000;

    @TempDir
    private Path directory;

    /**
     * Commands at once on a process that has nothing of ours yet: the first one runs until all others have said so. Who
     * is first runs until all others have said that it does.
     */
    @OnOldestAndNewestJdk
    void oneOfEightRuns(Jdk jdk) {
        List<Child> commands = new ArrayList<>();
        try (Child child = idle(ChildJvm.withoutC2(jdk))) {
            for (int i = 0; i < COMMANDS; i++) {
                commands.add(ChildJvm.startAgentJar(jdk, "native", pid(child), "--for", "15m"));
            }
            Child running = awaitLast(commands);
            for (Child command : commands) {
                if (command != running) {
                    assertRefused(command.await(), child);
                }
            }
            running.awaitErrorLineWith("nmt: watching now");
            running.terminate();
            assertThat(running.await().exitCode()).isEqualTo(SIGTERM_EXIT);

            Path directory = Path.of("/tmp/.nmt_pid" + pid(child));
            assertThat(directory.toFile().list()).containsExactlyInAnyOrder("socket", ProfilerLibrary.FILE);
            assertThat(child.isAlive()).isTrue();
        } finally {
            commands.forEach(Child::close);
        }
    }

    /** Waits until all but one have ended, or all. */
    private static Child awaitLast(List<Child> commands) {
        while (commands.stream().filter(Child::isAlive).count() > 1) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return commands.stream()
                .filter(Child::isAlive)
                .findFirst()
                .orElseThrow(() -> new AssertionError(
                        commands.stream().map(Child::await).toList().toString()));
    }

    private static void assertRefused(Outcome outcome, Child child) {
        assertThat(outcome.exitCode()).as(outcome::toString).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(said(outcome))
                .singleElement()
                .asString()
                .startsWith("nmt: process " + pid(child) + " is being watched already by another 'native'.");
    }

    /** But for the words of the one that has brought the agent in, and of those that have waited for it. */
    private static List<String> said(Outcome outcome) {
        return outcome.withoutWaiting()
                .err()
                .lines()
                .filter(line -> !line.startsWith("nmt: tracking process "))
                .toList();
    }

    /** Other tools bring async-profiler under names of their own: a second one in a process would crash it. */
    @OnOldestAndNewestJdk
    void aProfilerOfAnotherName(Jdk jdk) throws Exception {
        Path library = ProfilerLibrary.of(System.getProperty("os.name"), System.getProperty("os.arch"))
                .extractTo(directory);
        Path renamed = Files.move(library, directory.resolve("libsampling.so.7"));
        try (Child child = idle(ChildJvm.withoutC2(jdk).agent())) {
            VirtualMachine jvm = VirtualMachine.attach(pid(child));
            jvm.loadAgentPath(renamed.toString(), "version,log=" + directory.resolve("log"));
            jvm.detach();
            ChildJvm.runAgentJar(jdk, "native", pid(child), "--for", "1s")
                    .expectFailure("has loaded another async-profiler, " + renamed);
        }
    }

    private static Child idle(ChildJvm jvm) {
        Child child = jvm.allowAttach().start(Idle.class);
        child.awaitLine("ready");
        return child;
    }

    private static String pid(Child child) {
        return Long.toString(child.pid());
    }
}
