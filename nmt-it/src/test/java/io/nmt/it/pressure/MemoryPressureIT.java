package io.nmt.it.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.Filling;
import io.nmt.it.programs.Listening;
import io.nmt.testkit.AwaitedFile;
import io.nmt.testkit.Cgroup;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Recording;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The report of a process that was about to run out of memory. */
@Order(1) // it waits for minutes, beside others
@EnabledOnOs(OS.LINUX)
class MemoryPressureIT {
    private static final String FILL = "io.nmt.it.programs.Filling.fill(Filling.java";
    private static final String TAKES_LONG =
            "nmt: the report on an OutOfMemoryError takes long; the error goes on before it";
    private static final String FILL_DIRECT = "io.nmt.it.programs.Filling.fillDirect(Filling.java";
    private static final String SECOND_STEP = "Findings";
    private static final long LONGEST_END_NANOS = 10_000_000_000L;
    private static final int MOST_RUNS = 20;
    private static final long GIB = 1L << 30;
    private static final long MILLION = 1_000_000;
    private static final int SIGKILL = 128 + 9;

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void aThresholdOfResidentMemory(Jdk jdk) throws IOException {
        Path recording = directory.resolve("pressure.jfr");
        Path file;
        try (Child child = filling(jdk, "pressure=200MB,pressure-file=" + directory + "/%p.txt")
                .options("-XX:StartFlightRecording:filename=" + recording)
                .start(Filling.class, "hold", "220")) {
            file = directory.resolve(child.pid() + ".txt");
            AwaitedFile.await(file, SECOND_STEP);
            child.say("finish");
            Outcome outcome = child.await().expectExit(0);
            assertThat(outcome.err().lines())
                    .as(outcome::toString)
                    .filteredOn(line -> line.startsWith("nmt: "))
                    .singleElement()
                    .asString()
                    .contains("memory pressure, threshold", file.toString());
        }

        String text = Files.readString(file);
        assertFirstStep(text, FILL);
        assertThat(text.lines().findFirst().orElseThrow())
                .contains(", process ", "threshold of resident memory: usage ", ", threshold 200 MB");
        assertThat(text).containsSubsequence("Call sites by live bytes", "Resident memory of the process", SECOND_STEP);
        RecordedEvent event = event(recording);
        assertThat(event.getString("cause")).isEqualTo("threshold");
        assertThat(event.getLong("usage")).isBetween(200L << 20, GIB);
        assertThat(event.getLong("limit")).isEqualTo(200L << 20);
        assertThat(event.getString("largestCategory")).isEqualTo("Unsafe");
        assertThat(event.getLong("largestCategoryBytes")).isEqualTo(220L << 20);
        assertThat(event.getString("topSite")).startsWith(FILL);
        assertThat(event.getString("file")).isEqualTo(file.toString());
    }

    private static ChildJvm filling(Jdk jdk, String agentOptions) {
        return ChildJvm.withoutC2(jdk).allowUnsafe().options("-Xmx64m").agent(agentOptions);
    }

    /** The file must hold all of the first step. */
    private static void assertFirstStep(String text, String topSite) {
        assertThat(text).contains("Native memory outside the Java heap", "\n1. " + topSite, "Estimates from samples");
    }

    private static RecordedEvent event(Path recording) throws IOException {
        List<RecordedEvent> events = Recording.read(recording).events("nmt.MemoryPressure");
        assertThat(events).as("of %s", recording).hasSize(1);
        return events.get(0);
    }

    @OnOneJdk
    void killedAsSoonAsTheFileIsThere(Jdk jdk) throws IOException {
        try (Child child = filling(jdk, "pressure=200MB,pressure-file=" + directory + "/%p.txt")
                .start(Filling.class, "hold", "220")) {
            Path file = directory.resolve(child.pid() + ".txt");
            for (long end = System.nanoTime() + 120_000 * MILLION; !Files.exists(file) && System.nanoTime() < end; ) {
                LockSupport.parkNanos(MILLION);
            }
            child.kill();
            child.await().expectExit(SIGKILL);
            assertFirstStep(Files.readString(file), FILL);
        }
    }

    @OnOldestAndNewestJdk
    void killedByTheKernelInACgroup(Jdk jdk) throws IOException {
        try (Cgroup cgroup = Cgroup.withLimit(400L << 20)) {
            assumeTrue(cgroup != null, "a memory cgroup that may be made");
            Path file = directory.resolve("evidence.txt");
            Path log = Files.createFile(directory.resolve("termination-log"));
            try (Child child = filling(jdk, "pressure-file=" + file + ",termination-log=" + log)
                    .launchedBy(cgroup.launcher())
                    .start(Filling.class, "until-killed", "150", file.toString(), SECOND_STEP)) {
                Outcome outcome = child.await().expectExit(SIGKILL);

                assertThat(outcome.err())
                        .as(outcome::toString)
                        .contains("memory pressure, cgroup limit", file.toString());
                String text = Files.readString(file);
                assertFirstStep(text, FILL);
                assertThat(text.lines().findFirst().orElseThrow())
                        .contains("cgroup limit of " + cgroup.directory(), "limit 400 MB (9", "from 90 % on");
                assertThat(text).contains("Resident memory of the process", SECOND_STEP);
                assertTerminationLog(log, "nmt: cgroup limit: ", ": " + FILL);
            }
        }
    }

    /** Kubernetes shows a part of each container's log: the first kilobyte has the essence. */
    private static void assertTerminationLog(Path log, String begin, String site) throws IOException {
        byte[] bytes = Files.readAllBytes(log);
        String first = new String(bytes, 0, Math.min(bytes.length, 1024), StandardCharsets.UTF_8);
        assertThat(first).startsWith(begin).contains("\n1. ", site, "\nReport: ");
        assertThat(bytes).hasSizeLessThanOrEqualTo(4096);
    }

    @OnOneJdk
    void theTerminationLogIsEmptiedByAProcessThatEndsByItself(Jdk jdk) throws IOException {
        Path log = Files.writeString(directory.resolve("termination-log"), "of another");
        Object before = Files.getAttribute(log, "unix:ino");
        String options = "pressure=200MB,pressure-file=" + directory + "/%p.txt,termination-log=" + log;
        try (Child child = filling(jdk, options).start(Filling.class, "hold", "220")) {
            AwaitedFile.await(log, "Report: ");
            assertTerminationLog(log, "nmt: threshold", ": " + FILL);
            child.say("finish");
            child.await().expectExit(0);
        }
        assertThat(log).isEmptyFile();
        assertThat(Files.getAttribute(log, "unix:ino")).isEqualTo(before);
    }

    /** It is not created; that the user has named one that is not there is said once. */
    @OnOneJdk
    void noTerminationLogIsMade(Jdk jdk) throws IOException {
        Path log = directory.resolve("missing");
        String options = "pressure=200MB,pressure-file=" + directory + "/%p.txt,termination-log=" + log;
        try (Child child = filling(jdk, options).start(Filling.class, "hold", "220")) {
            AwaitedFile.await(directory.resolve(child.pid() + ".txt"), SECOND_STEP);
            child.say("finish");
            assertThat(child.await().expectExit(0).err().lines())
                    .filteredOn(line -> line.contains("termination"))
                    .containsExactly("nmt: termination-log=" + log
                            + " does not exist, and is not created. It is used once it exists");
        }
        assertThat(log).doesNotExist();
    }

    @OnEveryJdk
    void theLimitOfDirectBuffers(Jdk jdk) throws IOException {
        Path file = directory.resolve("direct.txt");
        Outcome without = fillDirect(ChildJvm.withoutC2(jdk)).expectSuccess();
        Path report = directory.resolve("report.txt");
        Path log = Files.createFile(directory.resolve("termination-log"));
        Outcome with;
        try (Child child = startFillingDirect(ChildJvm.withoutC2(jdk)
                .agent("report=" + report + ",pressure-file=" + file + ",termination-log=" + log))) {
            AwaitedFile.await(file, SECOND_STEP); // takes no direct buffer itself
            child.say("finish");
            with = child.await();
        }

        assertThat(report).content().startsWith("Native memory outside the Java heap");
        assertTerminationLog(log, "nmt: direct buffer limit: 32 MB of 32 MB", ": " + FILL_DIRECT);
        assertThat(seen(with)).hasSizeGreaterThan(3).isEqualTo(seen(without));
        assertOneLine(with, "memory pressure, direct buffer limit: 32 MB of 32 MB", file.toString());
        String text = Files.readString(file);
        assertFirstStep(text, FILL_DIRECT);
        assertThat(text)
                .contains(
                        "Thread \"main\" gets java.lang.OutOfMemoryError: ",
                        "java.nio.Bits.reserveMemory",
                        "at " + FILL_DIRECT);
        assertThat(file.resolveSibling("direct.txt.1"))
                .as("of the other errors")
                .doesNotExist();
    }

    /** Other memory cannot fill the limit of direct buffers. */
    @OnOneJdk
    void theLimitOfDirectBuffersBesideOtherMemory(Jdk jdk) throws IOException {
        Path recording = directory.resolve("beside.jfr");
        Path file = directory.resolve("beside.txt");
        Path log = Files.createFile(directory.resolve("termination-log"));
        try (Child child = ChildJvm.withoutC2(jdk)
                .agent("pressure-file=" + file + ",termination-log=" + log)
                .allowUnsafe()
                .options("-XX:MaxDirectMemorySize=32m", "-XX:StartFlightRecording:filename=" + recording)
                .start(Filling.class, "direct-beside-other")) {
            child.awaitLine("filled");
            AwaitedFile.await(file, SECOND_STEP);
            assertTerminationLog(log, "nmt: direct buffer limit: ", ": " + FILL_DIRECT);
            assertThat(log)
                    .content()
                    .containsPattern("\n1\\. [0-9.]+ MB Direct Buffer: " + Pattern.quote(FILL_DIRECT))
                    .doesNotContainPattern("\n\\d+\\. [0-9.]+ [KM]B Unsafe: "); // statements that follow may tell of it
            child.say("finish");
            child.await().expectExit(0);
        }
        assertThat(event(recording).getString("largestCategory")).isEqualTo("Direct Buffer");
        assertThat(event(recording).getString("topSite")).startsWith(FILL_DIRECT);
    }

    /**
     * The error ends the only thread: the JVM ends while the report is written, and waits for that. Ten seconds at
     * most: where the machine is so busy that it ends then, it says so, and is run again.
     */
    @OnEveryJdk
    void anErrorThatEndsTheProcessLeavesACompleteReport(Jdk jdk) throws Exception {
        Path file = directory.resolve("end.txt");
        Path data = directory.resolve("end.json");
        boolean isCutOff = true;
        for (int run = 0; run < MOST_RUNS && isCutOff; run++) {
            long start = System.nanoTime();
            try (Child child = ChildJvm.withoutC2(jdk)
                    .agent("pressure-file=" + file)
                    .options("-XX:MaxDirectMemorySize=32m")
                    .start(Filling.class, "direct-end")) {
                child.await().expectExit(1);
            }
            isCutOff = System.nanoTime() - start >= LONGEST_END_NANOS
                    && (Files.notExists(data) || !Files.readString(data).contains("residentMemory"));
        }

        assertThat(file).content().contains(SECOND_STEP).doesNotContain("sk again");
        // What takes a process that lives is advised for the next one.
        assertThat(Files.readAllLines(file))
                .filteredOn(line -> line.contains(" PID") || line.contains("'rss"))
                .allMatch(line -> line.contains("n the next process, "));
        JsonNode twin = new ObjectMapper().readTree(data.toFile());
        assertThat(twin.has("residentMemory")).isTrue();
        assertThat(twin.has("lastHour")).isTrue();
    }

    @OnOldestAndNewestJdk
    void theEventOfTheLimitOfDirectBuffers(Jdk jdk) throws IOException {
        Path recording = directory.resolve("direct.jfr");
        Path file = directory.resolve("direct.txt");
        fillDirect(ChildJvm.withoutC2(jdk)
                        .agent("pressure-file=" + file)
                        .options("-XX:StartFlightRecording:filename=" + recording))
                .expectExit(0);

        RecordedEvent event = event(recording);
        assertThat(event.getString("cause")).isEqualTo("direct buffer limit");
        // The rest is JFR's, which before JDK 25 takes direct buffers, too.
        assertThat(event.getLong("usage")).isBetween(30L << 20, 32L << 20);
        assertThat(event.getLong("limit")).isEqualTo(32L << 20);
        assertThat(event.getString("largestCategory")).isEqualTo("Direct Buffer");
        // In the usage, which is the JVM's count, are temporary buffers, too.
        assertThat(event.getLong("largestCategoryBytes")).isBetween(30L << 20, event.getLong("usage"));
        assertThat(event.getString("topSite")).startsWith(FILL_DIRECT);
        assertThat(event.getString("file")).isEqualTo(file.toString());
    }

    private static Outcome fillDirect(ChildJvm jvm) {
        try (Child child = startFillingDirect(jvm)) {
            child.say("finish");
            return child.await();
        }
    }

    private static Child startFillingDirect(ChildJvm jvm) {
        Child child = jvm.options("-XX:MaxDirectMemorySize=32m").start(Filling.class, "direct");
        child.awaitLine("filled");
        return child;
    }

    private static List<String> seen(Outcome outcome) {
        return outcome.outLines().stream()
                .filter(line -> line.startsWith("saw "))
                .toList();
    }

    @OnOneJdk
    void offLeavesNothing(Jdk jdk) {
        fillDirect(ChildJvm.withoutC2(jdk).agent("pressure=off,pressure-file=" + directory.resolve("x")))
                .expectSuccess();

        assertThat(directory).isEmptyDirectory();
        try (Child child =
                ChildJvm.withoutC2(jdk).agent("pressure=off,history=off").start(Listening.class)) {
            child.awaitLine("ready");
            assertThat(threads(child)).isEqualTo("[]");
        }
    }

    @OnOneJdk
    void withoutALimitTheThreadEnds(Jdk jdk) throws IOException {
        assumeTrue(Cgroup.isCurrentUnlimited(), "no limit");
        try (Child child =
                ChildJvm.withoutC2(jdk).agent("pressure=90%,history=off").start(Listening.class, "ended")) {
            child.awaitLine("ready");
            assertThat(threads(child)).isEqualTo("[]");
        }
    }

    private static String threads(Child child) {
        child.say("tell");
        String line = child.awaitLineWith("before ");
        return line.substring(line.indexOf('['), line.indexOf(']') + 1);
    }

    @OnOldestAndNewestJdk
    void aThresholdIsWatchedAlsoAfterALateAttach(Jdk jdk) throws IOException {
        Path file = directory.resolve("late.txt");
        try (Child child = ChildJvm.withoutC2(jdk).allowUnsafe().allowAttach().start(Listening.class)) {
            child.awaitLine("ready");
            ChildJvm.runCommand(jdk, "attach", child, "pressure=1MB,pressure-file=" + file)
                    .expectSuccess();
            AwaitedFile.await(file, "Resident memory of the process");
        }
    }

    @OnOneJdk
    void aFileThatCannotBeWrittenIsInTheTemporaryDirectory(Jdk jdk) throws IOException {
        Path missing = directory.resolve("missing").resolve("evidence.txt");
        Outcome outcome = fillDirect(
                ChildJvm.withoutC2(jdk).options("-Djava.io.tmpdir=" + directory).agent("pressure-file=" + missing));

        assertLines(
                outcome,
                "pressure-file=" + missing + ": there is no directory " + missing.getParent() + " and none is created",
                "the report is in " + directory.resolve("evidence.txt") + ", since " + missing
                        + " cannot be written: no such directory");
        assertFirstStep(Files.readString(directory.resolve("evidence.txt")), FILL_DIRECT);
    }

    @OnOneJdk
    void aFileThatCannotBeWrittenAnywhere(Jdk jdk) {
        Path missing = directory.resolve("missing");
        Outcome outcome = fillDirect(ChildJvm.withoutC2(jdk)
                .options("-Djava.io.tmpdir=" + missing)
                .agent("pressure-file=" + missing.resolve("evidence.txt")));

        assertLines(
                outcome,
                "there is no directory " + missing,
                "no report: " + missing.resolve("evidence.txt") + " cannot be written (no such directory), nor ");
    }

    /** A disk that is full: {@code /dev/full} is one. */
    @OnOneJdk
    void whatADiskThatIsFullLeavesIsSaid(Jdk jdk) {
        Outcome outcome = fillDirect(ChildJvm.withoutC2(jdk)
                .options("-Djava.io.tmpdir=" + directory.resolve("missing"))
                .agent("pressure-file=/dev/full"));

        assertOneLine(outcome, "no report: /dev/full cannot be written (No space left on device), nor ");
    }

    private static void assertOneLine(Outcome outcome, String... words) {
        assertThat(outcome.exitCode()).as(outcome::toString).isZero();
        assertThat(lines(outcome))
                .as(outcome::toString)
                .singleElement()
                .asString()
                .startsWith("nmt: ")
                .contains(words);
    }

    /** The lines of stderr that depend on neither the JDK nor the load of the machine. */
    private static List<String> lines(Outcome outcome) {
        return outcome.err()
                .lines()
                .filter(line -> !line.startsWith("WARNING: java.io.tmpdir") && !line.equals(TAKES_LONG))
                .toList();
    }

    /** No others than these, in this order, each with its words. */
    private static void assertLines(Outcome outcome, String... words) {
        assertThat(outcome.exitCode()).as(outcome::toString).isZero();
        List<String> lines = lines(outcome);
        assertThat(lines).as(outcome::toString).hasSameSizeAs(words);
        for (int i = 0; i < words.length; i++) {
            assertThat(lines.get(i)).as(outcome::toString).startsWith("nmt: ").contains(words[i]);
        }
    }
}
