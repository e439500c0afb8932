package io.nmt.it.commands;

import static io.nmt.testkit.ChildJvm.runAgentJarAlone;
import static io.nmt.testkit.ChildJvm.runCommandAlone;
import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Steady;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each command as it is typed, {@code java -jar nmt-agent.jar}, in a JVM of its own. It ends with the command's exit
 * code, and the JVM says nothing of its own. All other tests of commands share JVMs.
 */
class CommandLineIT {
    private static final List<String> OF_A_PROCESS = List.of(
            "summary",
            "rss",
            "leaks",
            "sites",
            "history",
            "pools",
            "handles",
            "threads",
            "baseline",
            "diff",
            "unreachable");

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void eachCommandInAJvmOfItsOwn(Jdk jdk) {
        Path recording = directory.resolve("app.jfr");
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .agent("sample=1")
                .options("-XX:StartFlightRecording=filename=" + recording)
                .start(Steady.class)) {
            child.awaitLine("ready");
            child.say("hold");
            child.awaitLineWith("figures holding");
            for (String command : OF_A_PROCESS) {
                assertThat(runCommandAlone(jdk, command, child).expectSuccess().out())
                        .as(command)
                        .isNotEmpty();
            }
            assertThat(runCommandAlone(jdk, "top", child, "--count", "1")
                            .expectSuccess()
                            .out())
                    .contains("Process " + child.pid());
            assertWritten(jdk, "dump", Long.toString(child.pid()), "-o", "blocks.csv");
            assertWritten(jdk, "flamegraph", Long.toString(child.pid()), "-o", "live.html");
            assertWritten(jdk, "export", Long.toString(child.pid()), "--pprof", "-o", "live.pb.gz");
            assertThat(runAgentJarAlone(jdk, "list").expectSuccess().out()).contains(Long.toString(child.pid()));
            child.say("finish");
            child.await().expectSuccess();
        }
        String file = recording.toString();
        assertThat(runAgentJarAlone(jdk, "report", file).expectSuccess().out()).contains("Unsafe");
        assertThat(runAgentJarAlone(jdk, "compare", file, file).expectSuccess().out())
                .contains("Unsafe");
        assertThat(runAgentJarAlone(jdk, "postmortem", directory.toString())
                        .expectSuccess()
                        .out())
                .isNotEmpty();
        assertThat(runAgentJarAlone(
                                jdk, "jfc", "-o", directory.resolve("nmt.jfc").toString())
                        .expectSuccess()
                        .out())
                .contains("nmt.jfc");
        runAgentJarAlone(jdk, "summary", "0").expectExit(2);
        runAgentJarAlone(jdk, "report", file + ".missing").expectFailure("does not exist");
    }

    private void assertWritten(Jdk jdk, String command, String pid, String... options) {
        String[] arguments = new String[options.length + 2];
        arguments[0] = command;
        arguments[1] = pid;
        System.arraycopy(options, 0, arguments, 2, options.length);
        Path file = directory.resolve(options[options.length - 1]);
        arguments[arguments.length - 1] = file.toString();
        runAgentJarAlone(jdk, arguments).expectSuccess();
        assertThat(Files.exists(file)).as(command).isTrue();
    }
}
