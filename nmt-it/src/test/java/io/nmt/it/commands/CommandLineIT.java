package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Steady;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each command as it is typed, {@code java -jar nmt-agent.jar}, in a JVM of its own. It ends with the command's exit
 * code, and the JVM says nothing of its own. All other tests of commands share JVMs; so do some here outside of CI, of
 * commands that print an answer, read a file or write one as others do.
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

    // Those that end in other ways than the rest do: by an answer, after a file, on a screen, without a process.
    private static final Set<String> ALWAYS_ALONE =
            Set.of("summary", "rss", "baseline", "top", "dump", "list", "report", "jfc");

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
            String pid = Long.toString(child.pid());
            child.awaitLine("ready");
            child.say("hold");
            child.awaitLineWith("figures holding");
            for (String command : OF_A_PROCESS) {
                assertThat(run(jdk, command, pid).expectSuccess().out())
                        .as(command)
                        .isNotEmpty();
            }
            assertThat(run(jdk, "top", pid, "--count", "1").expectSuccess().out())
                    .contains("Process " + pid);
            assertWritten(jdk, "dump", pid, "-o", "blocks.csv");
            assertWritten(jdk, "flamegraph", pid, "-o", "live.html");
            assertWritten(jdk, "export", pid, "--pprof", "-o", "live.pb.gz");
            assertThat(run(jdk, "list").expectSuccess().out()).contains(pid);
            child.say("finish");
            child.await().expectSuccess();
        }
        String file = recording.toString();
        assertThat(run(jdk, "report", file).expectSuccess().out()).contains("Unsafe");
        assertThat(run(jdk, "compare", file, file).expectSuccess().out()).contains("Unsafe");
        assertThat(run(jdk, "postmortem", directory.toString()).expectSuccess().out())
                .isNotEmpty();
        assertThat(run(jdk, "jfc", "-o", directory.resolve("nmt.jfc").toString())
                        .expectSuccess()
                        .out())
                .contains("nmt.jfc");
        run(jdk, "summary", "0").expectExit(2);
        run(jdk, "report", file + ".missing").expectFailure("does not exist");
    }

    private static Outcome run(Jdk jdk, String... command) {
        boolean alone = ALWAYS_ALONE.contains(command[0]) || Boolean.getBoolean("nmt.thorough");
        return alone ? ChildJvm.runAgentJarAlone(jdk, command) : ChildJvm.runAgentJar(jdk, command);
    }

    private void assertWritten(Jdk jdk, String command, String pid, String... options) {
        String[] arguments = new String[options.length + 2];
        arguments[0] = command;
        arguments[1] = pid;
        System.arraycopy(options, 0, arguments, 2, options.length);
        Path file = directory.resolve(options[options.length - 1]);
        arguments[arguments.length - 1] = file.toString();
        run(jdk, arguments).expectSuccess();
        assertThat(Files.exists(file)).as(command).isTrue();
    }
}
