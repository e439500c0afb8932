package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.agent.programs.Debugged;
import io.nmt.agent.support.Child;
import io.nmt.agent.support.ChildJvm;
import io.nmt.agent.support.Debugger;
import io.nmt.agent.support.Jdk;
import io.nmt.agent.support.OnOldestAndNewestJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** A debugger stops where it stops without the agent, and each thread of the agent has nothing of the application. */
class DebuggerIT {
    private static final String DETACHED =
            "group system, daemon true, priority 5, context class loader none," + " inheritable thread-locals none";

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void stopsAsWithoutTheAgent(Jdk jdk) throws Exception {
        Debugger plain = debug(jdk, jvm(jdk), false);
        Path log = Files.createFile(directory.resolve("termination-log"));
        Debugger tracked = debug(
                jdk,
                jvm(jdk).agent("report=stdout,termination-log=" + log + ",pressure-file="
                        + directory.resolve("report.txt")),
                true);

        assertThat(tracked.lines()).isEqualTo(plain.lines()).hasSizeGreaterThan(9);
        assertThat(ofProgram(tracked)).isEqualTo(ofProgram(plain)).hasSizeGreaterThan(3);
        Map<String, String> threads = tracked.threads();
        assertThat(threads)
                .containsKeys(
                        "nmt-answering",
                        "nmt-asking",
                        "nmt-commands",
                        "nmt-error-report",
                        "nmt-exit-report",
                        "nmt-exit-report-printer",
                        "nmt-mbeans",
                        "nmt-open",
                        "nmt-termination-log",
                        "nmt resident memory");
        threads.forEach((name, properties) -> {
            if (!plain.threads().containsKey(name)) {
                assertThat(name)
                        .satisfiesAnyOf(
                                one -> assertThat(one).startsWith("nmt"),
                                one -> assertThat(one).isEqualTo("Attach Listener"));
                if (name.startsWith("nmt")) {
                    assertThat(properties).as(name).isEqualTo(DETACHED);
                }
            }
        });
    }

    private static List<String> ofProgram(Debugger debugger) {
        return debugger.exceptions().stream()
                .filter(exception -> exception.startsWith("main:") || exception.startsWith("request:"))
                .toList();
    }

    private static ChildJvm jvm(Jdk jdk) {
        return ChildJvm.withoutC2(jdk)
                .options("-XX:MaxDirectMemorySize=16m")
                .allowUnsafe()
                .allowAttach();
    }

    private static Debugger debug(Jdk jdk, ChildJvm jvm, boolean asked) throws Exception {
        try (Child child = Debugger.start(jvm, Debugged.class)) {
            Debugger debugger = Debugger.attach(child, Debugged.class);
            child.awaitLine("active in the group: 0");
            if (asked) {
                ChildJvm.runCommand(jdk, "baseline", child).expectExit(0); // reads on "nmt resident memory"
            }
            child.say("finish");
            child.await().expectExit(0);
            debugger.await();
            return debugger;
        }
    }
}
