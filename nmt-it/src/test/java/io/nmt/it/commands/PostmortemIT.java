package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.it.programs.Filling;
import io.nmt.it.programs.Listening;
import io.nmt.testkit.AwaitedFile;
import io.nmt.testkit.Cgroup;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.JsonSchemas;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The answer of {@code postmortem} on processes that have ended, each by its real remains. */
@EnabledOnOs(OS.LINUX)
class PostmortemIT {
    private static final String FILL = "io.nmt.it.programs.Filling.fill(Filling.java";
    private static final String SECOND_STEP = "Findings";
    private static final int SIGKILL = 128 + 9;
    private static final long MILLION = 1_000_000;

    private static final String HOSTILE_CRASH = """
            #
            # A fatal error has been detected by the Java Runtime Environment:
            #
            #  \u001b[31mSIGBUS, pid=77
            """;

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void killedByTheKernel(Jdk jdk) throws IOException {
        try (Cgroup cgroup = Cgroup.withLimit(400L << 20)) {
            assumeTrue(cgroup != null, "a memory cgroup that may be made");
            Path file = directory.resolve("pressure.txt");
            Path log = Files.createFile(directory.resolve("termination-log"));
            try (Child child = filling(jdk, "pressure=60%+90%,pressure-file=" + file + ",termination-log=" + log)
                    .launchedBy(cgroup.launcher())
                    .start(Filling.class, "until-killed", "150", file.toString(), SECOND_STEP)) {
                child.await().expectExit(SIGKILL);
                String told = postmortem(jdk);

                assertThat(told.lines().findFirst().orElseThrow())
                        .startsWith("Process " + child.pid() + ", " + Filling.class.getName() + ", JDK ")
                        .endsWith(": killed by the kernel for its memory (estimate)");
                assertThat(told)
                        .contains("the process started", "cgroup limit: ", "native memory of Java code")
                        .containsPattern("1\\. [0-9.]+ MB Unsafe: " + Pattern.quote(FILL))
                        .containsPattern("6\\d %|7\\d %") // the first threshold
                        .doesNotContain("Other processes");
                assertThat(told.lines()).as(told).hasSizeLessThan(50);
            }
        }
    }

    /** The recording that a threshold starts is in JFR's repository only, since the JVM has not ended it. */
    @OnOldestAndNewestJdk
    void killedWhileItRecorded(Jdk jdk) throws IOException {
        Path file = directory.resolve("pressure.txt");
        try (Child child = filling(jdk, "pressure=200MB,pressure-record=1h,pressure-file=" + file)
                .options("-Djava.io.tmpdir=" + directory)
                .start(Filling.class, "hold", "220")) {
            AwaitedFile.await(file, "\nA recording of ");
            awaitRecorded(jdk);
            assertThat(postmortem(jdk)).contains("still runs");
            child.kill();
            child.await().expectExit(SIGKILL);
        }
        assertThat(directory.resolve("pressure.jfr")).isEmptyFile();
        String told = postmortem(jdk);

        assertThat(told)
                .contains(": killed (estimate)", "last event of a recording, which breaks off: ", FILL)
                .contains("pressure.jfr is empty: its recording had not ended");
        Outcome json = ChildJvm.runAgentJar(jdk, "postmortem", "--json", directory.toString());
        JsonSchemas.assertValid("postmortem", json.expectSuccess().out());
        assertThat(json.out()).contains("\"end\":\"killed\",\"confidence\":\"estimate\"", FILL);

        // Without all else, too.
        Files.delete(file);
        Files.delete(directory.resolve("pressure.json"));
        assertThat(postmortem(jdk)).contains(": killed (estimate)", FILL);
    }

    /** To the file of a chunk, JFR writes every second. */
    private void awaitRecorded(Jdk jdk) throws IOException {
        for (long end = System.nanoTime() + 120_000 * MILLION; System.nanoTime() < end; ) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.filter(PostmortemIT::isChunk).toList()) {
                    if (ChildJvm.runAgentJar(jdk, "report", file.toString())
                            .out()
                            .contains(FILL)) {
                        return;
                    }
                }
            }
        }
        throw new AssertionError("nothing was recorded in " + directory);
    }

    private static boolean isChunk(Path file) {
        return file.toString().endsWith(".jfr") && file.toFile().length() > 0;
    }

    @OnOldestAndNewestJdk
    void crashed(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.withoutC2(jdk)
                .options("-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=" + directory.resolve("hs_err_pid%p.log"))
                .start(Listening.class)) {
            child.awaitLine("ready");
            ChildJvm.startProgram("kill", "-SEGV", Long.toString(child.pid())).await();
            child.await(); // with an exit code that depends on whether there is a core file
            assertThat(postmortem(jdk))
                    .startsWith("Process " + child.pid() + ", " + Listening.class.getName())
                    .contains(": crashed", "SIGSEGV", "Another process has sent that signal");
        }
    }

    @OnOneJdk
    void endedByItself(Jdk jdk) throws IOException {
        Path file = directory.resolve("pressure.txt");
        Path log = Files.createFile(directory.resolve("termination-log"));
        try (Child child = filling(jdk, "pressure=200MB,pressure-file=" + file + ",termination-log=" + log)
                .start(Filling.class, "hold", "220")) {
            AwaitedFile.await(file, SECOND_STEP);
            child.say("finish");
            child.await().expectExit(0);
        }
        assertThat(postmortem(jdk)).contains(": ended by itself (estimate)");
    }

    @OnOneJdk
    void whatIsNothingOfTheKind(Jdk jdk) throws IOException {
        String missing = directory.resolve("missing").toString();
        ChildJvm.runAgentJar(jdk, "postmortem", missing).expectFailure(missing, "does not exist");
        ChildJvm.runAgentJar(jdk, "postmortem", directory.toString()).expectFailure("no file of a JVM");
        ChildJvm.runAgentJar(jdk, "postmortem", "/dev/zero").expectFailure("neither a file nor a directory");
        Path empty = Files.createFile(directory.resolve("empty.jfr"));
        for (Path named : new Path[] {directory, empty}) {
            ChildJvm.runAgentJar(jdk, "postmortem", named.toString())
                    .expectFailure(
                            "nothing in " + named + " could be used: empty.jfr is empty",
                            "JFR's repository (by default");
        }
        Files.delete(empty);

        Files.createSymbolicLink(directory.resolve("loop"), directory);
        Files.createSymbolicLink(directory.resolve("zero.txt"), Path.of("/dev/zero"));
        Files.writeString(directory.resolve("garbage.jfr"), "FLR\0garbage");
        Files.writeString(directory.resolve("garbage.json"), "{\"cause\":");
        Files.writeString(directory.resolve("a\u001b[31m.txt"), "nmt: \u001b[31mred\nforged\n");
        Files.writeString(directory.resolve("hs_err_pid1.log"), HOSTILE_CRASH);
        String told = postmortem(jdk);

        assertThat(told)
                .startsWith("Process 77: crashed")
                .contains("garbage.jfr is not a flight recording")
                .doesNotContain("\u001b");
        ChildJvm.runAgentJar(jdk, "postmortem", directory.toString(), "--pid", "1")
                .expectFailure("no file there is of process 1");
    }

    private String postmortem(Jdk jdk) {
        return ChildJvm.runAgentJar(jdk, "postmortem", directory.toString())
                .expectSuccess()
                .out();
    }

    private static ChildJvm filling(Jdk jdk, String agentOptions) {
        return ChildJvm.withoutC2(jdk).allowUnsafe().options("-Xmx64m").agent(agentOptions);
    }
}
