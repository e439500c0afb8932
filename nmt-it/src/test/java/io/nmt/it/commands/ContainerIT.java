package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.Filling;
import io.nmt.it.programs.WrittenFiles;
import io.nmt.testkit.AwaitedFile;
import io.nmt.testkit.Cgroup;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The memory of a real cgroup: files in memory, page cache, and other processes. */
@EnabledOnOs(OS.LINUX)
class ContainerIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long MIB = 1 << 20;
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Pattern LIMIT = Pattern.compile("Container(?:, with -Xmx as it is)?: ([\\d,]+) MB");
    private static final int SIGKILL = 128 + 9;

    @TempDir
    private Path directory;

    private Path inMemory;

    @BeforeEach
    void makeDirectory() throws IOException {
        assumeTrue(Files.isDirectory(MEMORY), "a tmpfs");
        inMemory = Files.createTempDirectory(MEMORY, "nmt-it");
    }

    @AfterEach
    void delete() throws IOException {
        if (inMemory != null) {
            try (Stream<Path> files = Files.walk(inMemory)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
            }
        }
    }

    private static Child start(Jdk jdk, Cgroup cgroup, Path where, int megabytes, String... options) {
        Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .agent("pressure=off")
                .options("-Xmx64m")
                .options(options)
                .launchedBy(cgroup.launcher())
                .start(WrittenFiles.class, where.toString(), Integer.toString(megabytes));
        child.awaitLine("written");
        return child;
    }

    private static Cgroup cgroup(long megabytes) {
        Cgroup cgroup = Cgroup.withLimit(megabytes * MIB);
        assumeTrue(cgroup != null, "a memory cgroup that may be made");
        return cgroup;
    }

    private static void finish(Child child) {
        child.say("finish");
        child.await().expectExit(0);
    }

    /** The proposed limit holds the same program, files in memory and all. */
    @OnOldestAndNewestJdk
    void filesInMemoryAreToldAndHaveRoomInTheProposedLimit(Jdk jdk) throws Exception {
        Path recording = directory.resolve("now.jfr");
        long proposed;
        try (Cgroup cgroup = cgroup(400);
                Child child = start(jdk, cgroup, inMemory, 150, "-XX:StartFlightRecording:filename=" + recording)) {
            JsonNode rss = JSON.readTree(rss(jdk, child, "--json"));
            assertThat(rss.at("/cgroup/limitBytes").asLong()).isEqualTo(400 * MIB);
            assertThat(rss.at("/cgroup/sharedMemoryBytes").asLong()).isBetween(150 * MIB, 160 * MIB);
            assertThat(rss.at("/cgroup/countedBytes").asLong()).isGreaterThan(170 * MIB);
            assertThat(rss.at("/statements").findValuesAsText("text"))
                    .anyMatch(text -> text.startsWith("HELD Files in memory (tmpfs, shared memory): 15"));
            Matcher limit = LIMIT.matcher(rss(jdk, child, "--advise"));
            assertThat(limit.find()).isTrue();
            proposed = Long.parseLong(limit.group(1).replace(",", ""));
            assertThat(proposed).isGreaterThan(150 + 64);
            finish(child);
        }
        assertThat(ChildJvm.runAgentJar(jdk, "rss", recording.toString())
                        .expectSuccess()
                        .out())
                .contains("HELD Files in memory (tmpfs, shared memory): 15", "Memory of the container");
        delete();
        Files.createDirectories(inMemory);
        try (Cgroup cgroup = cgroup(proposed);
                Child child = start(jdk, cgroup, inMemory, 150)) {
            finish(child);
        }
    }

    private static String rss(Jdk jdk, Child child, String option) {
        return ChildJvm.runAgentJar(jdk, "rss", option, Long.toString(child.pid()))
                .expectSuccess()
                .out();
    }

    @OnOneJdk
    void pageCacheAtTheLimitIsNoDanger(Jdk jdk) throws Exception {
        assumeTrue(
                !List.of("tmpfs", "ramfs")
                        .contains(Files.getFileStore(directory).type()),
                "files on a disk");
        Path files = Files.createDirectories(directory.resolve("files"));
        try (Cgroup cgroup = cgroup(300);
                Child child = start(jdk, cgroup, files, 400)) {
            assertThat(rss(jdk, child, "--scale=KB"))
                    .containsPattern(
                            "RECLAIMABLE Container memory: [\\d.]+ MB of 300 MB count toward a kill, [1-6]\\d %"
                                    + "\\. With page cache (9\\d|100) % of the limit is in use: no danger\\.");
            String outside = ChildJvm.runAgentJar(jdk, "rss", "--outside", Long.toString(child.pid()))
                    .expectSuccess()
                    .out();
            assertThat(outside).contains("RECLAIMABLE Container memory", "Memory of the container");
            finish(child);
        }
    }

    /**
     * The larger of two is killed, and the other one tells of it. It is stopped meanwhile: the kernel passes over a
     * process that it has killed but whose memory is not free yet, and kills the next one that asks for a page.
     */
    @OnOneJdk
    void anOomKillOfAnotherProcess(Jdk jdk) throws Exception {
        Path evidence = directory.resolve("evidence.txt");
        try (Cgroup cgroup = cgroup(400);
                Child child = ChildJvm.withoutC2(jdk)
                        .agent("pressure=50%,pressure-file=" + evidence)
                        .options("-Xmx64m")
                        .launchedBy(cgroup.launcher())
                        .start(WrittenFiles.class, directory.toString(), "1");
                Child larger = ChildJvm.withoutC2(jdk)
                        .allowUnsafe()
                        .options("-Xmx64m")
                        .launchedBy(cgroup.launcher())
                        .start(Filling.class, "hold", "200", "600")) {
            child.awaitLine("written");
            larger.awaitLine("holding");
            AwaitedFile.await(evidence, "Findings"); // so the kills are counted already
            child.stop();
            larger.say("more");
            larger.await().expectExit(SIGKILL);
            child.resume();
            AwaitedFile.await(evidence, "cgroup OOM kill in ");
            AwaitedFile.await(evidence, "OOM kills in the container: 1");
            finish(child);
        }
        assertThat(evidence).content().contains("cgroup OOM kill in ", ", 1 process was killed: usage ");
        assertThat(ChildJvm.runAgentJar(jdk, "postmortem", directory.toString())
                        .expectSuccess()
                        .out())
                .contains("the kernel killed another process of the container for its memory");
    }
}
