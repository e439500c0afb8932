package io.nmt.it.resident;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.KeptYoung;
import io.nmt.it.programs.Kinds;
import io.nmt.it.programs.TwoWays;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The words of {@code rss} on memory that is easily mistaken for other memory. */
@EnabledOnOs(OS.LINUX)
class ResidentWordsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path SHM = Path.of("/dev/shm");
    private static final long MIB = 1L << 20;
    private static final long SHARED = 96 * MIB;
    private static final long PRIVATE = 72 * MIB;
    private static final long CLEAN = 80 * MIB;
    private static final long STACKS = 201 * MIB;

    @TempDir
    private Path disk;

    private Path memory;

    @BeforeEach
    void aTmpfs() throws IOException {
        assumeTrue(Files.isWritable(SHM), "no /dev/shm");
        memory = Files.createTempDirectory(SHM, "nmt");
    }

    @AfterEach
    void remove() throws IOException {
        if (memory != null) {
            Files.deleteIfExists(memory.resolve("nmt-kinds-shared"));
            Files.delete(memory);
        }
    }

    private Child start(ChildJvm jvm, String... also) {
        List<String> arguments = new ArrayList<>(List.of(memory.toString(), disk.toString()));
        arguments.addAll(List.of(also));
        Child child = jvm.options("-Xmx512m", "-XX:+UseSerialGC", "-XX:NativeMemoryTracking=summary")
                .allowAttach()
                .start(Kinds.class, arguments.toArray(String[]::new));
        child.awaitLineWith("planted");
        return child;
    }

    @OnOldestAndNewestJdk
    void mappedFilesStacksAndStrings(Jdk jdk) throws IOException {
        try (Child child = start(ChildJvm.withC2InCi(jdk).agent())) {
            JsonNode rss = JSON.readTree(
                    runCommand(jdk, "rss", child, "--json").expectSuccess().out());
            String text = runCommand(jdk, "rss", child, "--scale", "mb")
                    .expectSuccess()
                    .out();
            child.say("finish");
            child.await().expectSuccess();

            // The JVM itself has a little shared memory; what the JVM maps of files is clean.
            assertThat(rss.get("sharedMemoryBytes").asLong()).isCloseTo(SHARED, within(4 * MIB));
            assertThat(verdict(rss, "Mapped File"))
                    .contains(memory + "/nmt-kinds-shared")
                    .contains("are shared memory", "are private pages", "count toward a kill")
                    .contains(Files.getFileStore(disk).type().equals("tmpfs") ? "" : "are clean pages");
            if (!Files.getFileStore(disk).type().equals("tmpfs")) {
                assertThat(rss.get("cleanFileBytes").asLong()).isGreaterThanOrEqualTo(CLEAN);
            }
            assertThat(row(text, "nmt-kinds-private")).containsPattern("72MB +Java");
            assertThat(verdict(rss, "Mapped File"))
                    .containsPattern("80 MB are of a deleted file that is still mapped, .*nmt-kinds-clean\\.");
            assertThat(component(rss, "Mapped File", "resident")).isCloseTo(SHARED + PRIVATE + CLEAN, within(MIB));

            if (isX64()) {
                assertThat(component(rss, "Thread Stacks", "reserved")).isGreaterThan(STACKS);
                assertThat(accuracy(rss, "Thread Stacks")).isEqualTo("exact");
            }
            // A million nodes of at least 32 bytes, all of them the JVM's.
            assertThat(component(rss, "JVM malloc, rounding", "resident")).isGreaterThan(8_000_000);
            assertThat(component(rss, "Native Libraries malloc", "resident")).isLessThan(12 * MIB);
            assertThat(text).doesNotContain("Native Libraries malloc: ");
        }
    }

    /** ZGC's heap is in a memfd, once or, before JDK 21, in three views: it is not to pass for other shared memory. */
    @OnOldestAndNewestJdk
    void theHeapOfZgcIsSaidToBeTheSharedMemory(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.withC2InCi(jdk)
                .agent()
                .options("-Xms64m", "-Xmx64m", "-XX:+UseZGC", "-XX:+AlwaysPreTouch")
                .allowAttach()
                .allowUnsafe()
                .start(TwoWays.class)) {
            child.awaitLineWith("held");
            String text = runCommand(jdk, "rss", child, "--scale", "mb")
                    .expectSuccess()
                    .out();
            child.say("forget");
            child.say("finish");
            child.await().expectSuccess();

            assertThat(text)
                    .containsPattern("The rest counts toward a kill: [\\d.]+ MB of shared memory"
                            + " \\([\\d.]+ MB of it the Java heap of ZGC\\), [\\d.]+ MB anonymous\\.")
                    .contains("Java Heap: ZGC maps it from a memfd, so that it counts as shared memory.");
            Matcher figures = Pattern.compile("([\\d.]+) MB of shared memory \\(([\\d.]+) MB")
                    .matcher(text);
            assertThat(figures.find()).isTrue();
            double shared = Double.parseDouble(figures.group(1));
            double heap = Double.parseDouble(figures.group(2));
            assertThat(heap).isGreaterThanOrEqualTo(60);
            // The JVM itself has a little shared memory.
            assertThat(shared - heap).isCloseTo(0, within(4.0));
        }
    }

    /** A file mapped before the agent has a row and a verdict, too: it may be native code's. */
    @Test
    void filesThatWereMappedUnseen() throws IOException {
        Jdk jdk = Jdks.all().toList().get(0);
        try (Child child = start(ChildJvm.withC2InCi(jdk), "files")) {
            JsonNode rss = JSON.readTree(
                    runCommand(jdk, "rss", child, "--json").expectExit(0).out());
            String text =
                    runCommand(jdk, "rss", child, "--scale", "mb").expectExit(0).out();
            child.say("finish");
            child.await().expectSuccess();

            assertThat(verdict(rss, "Other Mapped Files"))
                    .contains("Native code mapped them, or Java code before tracking.")
                    .contains(memory + "/nmt-kinds-shared", "are shared memory");
            assertThat(row(text, "nmt-kinds-shared")).contains("96MB", "unknown");
        }
    }

    /** The young generation's live objects are in no figure of an old one, and must fit the proposed heap. */
    @OnOldestAndNewestJdk
    void noHeapIsProposedThatIsLessThanWhatIsKept(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.withC2InCi(jdk)
                .agent()
                .options("-Xms2g", "-Xmx2g", "-XX:+UseG1GC")
                .allowAttach()
                .start(KeptYoung.class)) {
            child.awaitLineWith("kept");
            String afterAYoungCollection =
                    runCommand(jdk, "rss", child, "--advise").expectSuccess().out();
            child.say("more");
            child.awaitLineWith("kept more");
            String afterAFullOne =
                    runCommand(jdk, "rss", child, "--advise").expectSuccess().out();
            child.say("finish");
            child.await().expectSuccess();

            assertThat(proposedHeapMegabytes(afterAYoungCollection)).isGreaterThanOrEqualTo(40);
            assertThat(proposedHeapMegabytes(afterAFullOne)).isGreaterThanOrEqualTo(120);
        }
    }

    /** As much as there may be, where nothing is proposed. */
    private static long proposedHeapMegabytes(String advice) {
        assertThat(advice).containsPattern("(?m)^-Xmx: ");
        Matcher proposed = Pattern.compile("(?m)^-Xmx: ([\\d,]+) MB").matcher(advice);
        return proposed.find() ? Long.parseLong(proposed.group(1).replace(",", "")) : Long.MAX_VALUE;
    }

    private static boolean isX64() {
        return System.getProperty("os.arch").equals("amd64");
    }

    private static String verdict(JsonNode rss, String component) {
        List<String> others = new ArrayList<>();
        for (JsonNode verdict : rss.get("verdicts")) {
            if (verdict.get("component").asText().equals(component)) {
                return verdict.get("finding").asText();
            }
            others.add(verdict.toString());
        }
        throw new AssertionError("no verdict on " + component + ", but " + others);
    }

    private static String row(String text, String file) {
        return text.lines()
                .filter(line -> line.contains(file) && line.contains("   /"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row of " + file + " in " + text));
    }

    private static JsonNode node(JsonNode rss, String name) {
        for (JsonNode component : rss.get("components")) {
            if (component.get("component").asText().equals(name)) {
                return component;
            }
        }
        throw new AssertionError("no line " + name + " in " + rss);
    }

    private static long component(JsonNode rss, String name, String figure) {
        return node(rss, name).get(figure).asLong();
    }

    private static String accuracy(JsonNode rss, String name) {
        return node(rss, name).get("accuracy").asText();
    }
}
