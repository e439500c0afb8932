package io.nmt.it.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Filling;
import io.nmt.it.programs.Hello;
import io.nmt.testkit.AwaitedFile;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.JsonSchemas;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The reports of several thresholds, for people, for programs and as a recording; and refused memory. */
@EnabledOnOs(OS.LINUX)
class PressureThresholdsIT {
    private static final String FILL = "io.nmt.it.programs.Filling.fill(Filling.java";
    private static final String LAST_OF_TWIN = "\"residentMemory\":";

    @TempDir
    private Path directory;

    @OnOneJdk
    void eachThresholdIsReportedOnce(Jdk jdk) throws IOException {
        Path file = directory.resolve("pressure.txt");
        Path twin = directory.resolve("pressure.json");
        String options = "pressure=200MB+400MB,pressure-record=30s,pressure-file=" + file;
        try (Child child = filling(jdk, options).start(Filling.class, "hold", "220", "200")) {
            AwaitedFile.await(twin, LAST_OF_TWIN);
            assertThat(file).content().contains("reported from 200 MB on", "A recording of 30 s follows");
            assertTwin(Files.readString(twin), file);
            child.say("more");
            AwaitedFile.await(directory.resolve("pressure.json.1"), LAST_OF_TWIN);
            AwaitedFile.await(twin, LAST_OF_TWIN);
            child.say("finish");
            child.await().expectExit(0);
        }

        assertThat(directory.resolve("pressure.txt.1")).content().contains("reported from 200 MB on");
        assertThat(file)
                .content()
                .contains(
                        "reported from 400 MB on",
                        "threshold 400 MB",
                        "No recording follows: the recording of an earlier threshold still runs");
        assertThat(directory.resolve("pressure.txt.2")).doesNotExist();
        assertRecording(directory.resolve("pressure.jfr"));
    }

    private static void assertTwin(String json, Path file) throws IOException {
        JsonSchemas.assertValid("evidence", json);
        assertThat(json)
                .contains(
                        "\"cause\":\"threshold\"",
                        "\"limitBytes\":" + (400L << 20),
                        "\"report\":\"" + file + '"',
                        "\"summary\":[\"nmt: threshold: ",
                        "\"recording\":{\"file\":",
                        FILL);
    }

    /** An option that can have no effect says so when the program starts. */
    @OnOneJdk
    void aRecordingThatThereCannotBeIsSaid(Jdk jdk) {
        assertThat(said(jdk, "pressure-record=30s,jfr=false"))
                .containsExactly("nmt: nothing is recorded at memory pressure (pressure-record): JFR is not used"
                        + " (jfr=false)");
        assertThat(said(jdk, "pressure-record=30s,pressure=off"))
                .containsExactly(
                        "nmt: nothing is recorded at memory pressure (pressure-record): it is off" + " (pressure=off)");
        assertThat(said(jdk, "pressure-record=30s", "--limit-modules=java.base,java.instrument,jdk.unsupported"))
                .containsExactly("nmt: nothing is recorded at memory pressure (pressure-record): this JVM has no module"
                        + " jdk.jfr");
        assertThat(said(jdk, "pressure-record=30s")).isEmpty();
    }

    private static List<String> said(Jdk jdk, String agentOptions, String... options) {
        return ChildJvm.withoutC2(jdk)
                .agent(agentOptions)
                .options(options)
                .run(Hello.class)
                .expectExit(0)
                .err()
                .lines()
                .toList();
    }

    /** The JVM has ended before the recording would have. */
    private static void assertRecording(Path path) throws IOException {
        assertThat(Files.getPosixFilePermissions(path))
                .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        Recording recording = Recording.read(path);
        assertThat(recording.events("nmt.NativeMemorySite"))
                .anySatisfy(event -> assertThat(event.getString("topFrame")).startsWith(FILL));
        assertThat(recording.events("nmt.NativeAllocationSample")).isNotEmpty();
    }

    /** Then no call site of native memory is to blame. */
    @OnOneJdk
    void whereTheJavaHeapFillsIt(Jdk jdk) throws IOException {
        Path log = Files.createFile(directory.resolve("termination-log"));
        String options = "pressure=250MB,pressure-file=" + directory + "/heap.txt,termination-log=" + log;
        try (Child child = ChildJvm.withoutC2(jdk)
                .options("-Xmx600m", "-Xms600m")
                .agent(options)
                .start(Filling.class, "heap", "250")) {
            AwaitedFile.await(log, " Java Heap: "); // of the statements, which come second
            String text = Files.readString(log);
            assertThat(text).contains("Java heap ", "\nDo: the Java heap fills it, not native memory: ");
            assertThat(text.substring(0, text.indexOf("\nDo: "))).doesNotContain("\n1. ");
            child.say("finish");
            child.await().expectExit(0);
        }
    }

    /** Without an address space limit such a request may be given. */
    @OnOldestAndNewestJdk
    void memoryThatTheSystemDoesNotGive(Jdk jdk) throws IOException {
        Path file = directory.resolve("refused.txt");
        Path log = Files.createFile(directory.resolve("termination-log"));
        Outcome outcome = refused(jdk, file, log, 7L << 30);

        assertThat(outcome.outLines()).first().asString().startsWith("saw java.lang.OutOfMemoryError");
        assertThat(file)
                .content()
                .contains(
                        "a request for 7516192768 bytes of native memory was refused; address space (ulimit -v)",
                        "limit 7.63 GB",
                        "Thread \"main\" gets java.lang.OutOfMemoryError",
                        "io.nmt.it.programs.Filling.askFor(Filling.java");
        assertThat(log)
                .content()
                .startsWith("nmt: native memory refused: 7 GB were asked for; ")
                .contains("\nDo: the system refuses more");
        JsonSchemas.assertValid("evidence", Files.readString(directory.resolve("refused.json")));
    }

    @OnOneJdk
    void whoAsksForMoreThanThereCanBeIsNotOutOfMemory(Jdk jdk) throws IOException {
        Path file = directory.resolve("refused.txt");
        Path log = Files.createFile(directory.resolve("termination-log"));
        refused(jdk, file, log, 1L << 40);

        assertThat(log)
                .content()
                .startsWith("nmt: native memory refused: 1 TB were asked for; ")
                .contains("\nDo: memory is not full: look at the code that asks for so much at once");
    }

    private static Outcome refused(Jdk jdk, Path file, Path log, long bytes) {
        try (Child child = filling(jdk, "pressure-file=" + file + ",termination-log=" + log)
                .launchedBy("/bin/sh", "-c", "ulimit -v 8000000 && exec \"$@\"", "sh")
                .start(Filling.class, "refused", Long.toString(bytes))) {
            child.awaitLineWith("saw ");
            AwaitedFile.await(file, "Findings");
            child.say("finish");
            return child.await().expectExit(0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ChildJvm filling(Jdk jdk, String agentOptions) {
        return ChildJvm.withoutC2(jdk).allowUnsafe().options("-Xmx64m").agent(agentOptions);
    }
}
