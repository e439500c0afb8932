package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.libraries.programs.BusyServer;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Every command, twice at once, and one from every JDK, on a busy application of 200 threads with real libraries: one
 * of them at a time, or other tests had no processor.
 */
@Execution(ExecutionMode.SAME_THREAD)
class BusyServerIT {
    private static final String PATIENT = "--timeout=5m"; // where tests of other modules keep the machine busy, too

    private static final List<String> JARS = List.of(
            "netty-buffer",
            "netty-common",
            "arrow-vector",
            "arrow-format",
            "arrow-memory-core",
            "arrow-memory-unsafe",
            "flatbuffers-java",
            "jackson-annotations",
            "jackson-core",
            "jackson-databind",
            "commons-codec",
            "slf4j-api",
            "lucene-core");

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void answersEveryCommandTwiceAtOnce(Jdk jdk) throws Exception {
        try (Child server = server(jdk).agent().start(BusyServer.class)) {
            server.awaitLine("busy");
            for (List<String> command : commands(server.pid())) {
                answerTwice(jdk, command);
            }
            for (Jdk from : Jdks.all().toList()) {
                answerTwice(from, List.of("sites", Long.toString(server.pid())));
            }
            server.say("end");
            server.await().expectExit(0);
        }
    }

    @OnEveryJdk
    void comesToTrackIt(Jdk jdk) {
        try (Child server = server(jdk).allowAttach().start(BusyServer.class)) {
            server.awaitLine("busy");
            Outcome outcome = ChildJvm.runAgentJar(jdk, "sites", Long.toString(server.pid()), PATIENT);
            assertThat(outcome.exitCode()).as(outcome::toString).isZero();
            assertThat(outcome.err()).contains("older allocations stay unknown");
            server.say("end");
            server.await().expectExit(0);
        }
    }

    private static ChildJvm server(Jdk jdk) {
        return ChildJvm.withoutC2(jdk)
                .options("-Xmx512m", "--add-opens=java.base/java.nio=ALL-UNNAMED")
                .allowUnsafe()
                .classPath(ClassPath.jars(JARS.toArray(String[]::new)).toArray(Path[]::new));
    }

    private List<List<String>> commands(long id) {
        String pid = Long.toString(id);
        return List.of(
                List.of("summary", pid),
                List.of("summary", pid, "--json"),
                List.of("sites", pid),
                List.of("leaks", pid),
                List.of("baseline", pid),
                List.of("diff", pid),
                List.of("dump", pid, "-o"),
                List.of("flamegraph", pid, "-o"));
    }

    private void answerTwice(Jdk jdk, List<String> command) throws Exception {
        List<CompletableFuture<Outcome>> answers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            List<String> words = new ArrayList<>(command);
            words.add(1, PATIENT);
            if (words.contains("-o")) {
                words.add(directory.resolve(command.get(0) + i).toString());
            }
            answers.add(CompletableFuture.supplyAsync(() -> ChildJvm.runAgentJar(jdk, words.toArray(String[]::new))));
        }
        for (int i = 0; i < 2; i++) {
            Outcome outcome = answers.get(i).get().withoutWaiting().expectSuccess();
            if (command.contains("-o")) {
                assertThat(directory.resolve(command.get(0) + i))
                        .as(outcome::toString)
                        .isNotEmptyFile();
            } else {
                assertThat(outcome.out()).as(outcome::toString).isNotBlank();
            }
        }
    }
}
