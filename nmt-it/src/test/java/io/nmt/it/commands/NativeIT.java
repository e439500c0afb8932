package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.channel.profiler.ProfilerLibrary;
import io.nmt.it.programs.NativeMallocs;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.JsonSchemas;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;

/**
 * Native libraries that allocate by malloc, and the Java code that calls them: against memory that a program has
 * planted.
 */
class NativeIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LIBRARY = "libtaking.so";
    private static final String PROGRAM = NativeMallocs.class.getName();

    // An estimate is further than six standard errors from the truth in 2 of 10^9 runs.
    private static final int CERTAIN = 6;

    // What the JVM itself may take meanwhile.
    private static final long SOME = 16L << 20;

    private static final int MOST_LIBRARIES_WITH_FINDINGS = 3;

    private static Path library;

    @BeforeAll
    static void compileLibrary() throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "the profiler's library");
        library = ChildJvm.testClasses().getParent().resolve(LIBRARY);
        compile("taking.c", library);
    }

    private static void compile(String name, Path to) throws Exception {
        Path source = Path.of("src/test/c", name).toAbsolutePath();
        Process cc;
        try {
            cc = new ProcessBuilder("cc", "-O1", "-shared", "-fPIC", "-o", to.toString(), source.toString())
                    .inheritIO()
                    .start();
        } catch (IOException e) {
            abort("no C compiler: " + e);
            return;
        }
        assertThat(cc.waitFor()).isZero();
    }

    private static ChildJvm jvm(Jdk jdk) {
        ChildJvm jvm = ChildJvm.on(jdk).allowAttach().allowUnsafe().options("-Xmx128m");
        return jdk.feature() >= 21 ? jvm.allowSegments() : jvm;
    }

    @OnOldestAndNewestJdk
    void libraryAndCallSiteOfWhatIsKept(Jdk jdk) throws Exception {
        boolean links = jdk.feature() >= 21;
        ChildJvm jvm = jvm(jdk).agent();
        try (WatchedMallocs watched = WatchedMallocs.of(
                jdk, () -> jvm.start(NativeMallocs.class, library.toString(), links ? "linked" : "jni"))) {
            Child child = watched.child();
            JsonSchemas.assertValid("native", watched.json());
            JsonNode profile = watched.profile();
            long kept = NativeMallocs.KEPT_BYTES * NativeMallocs.KEPT_BLOCKS;
            long linked = links ? NativeMallocs.LINKED_BYTES * NativeMallocs.LINKED_BLOCKS : 0;

            JsonNode first = profile.get("libraries").get(0);
            assertThat(first.get("library").asText()).isEqualTo(LIBRARY);
            assertThat(first.get("significant").asBoolean()).isTrue();
            assertBytes(first, kept + linked, profile);
            assertSite(profile, "leak", kept, NativeMallocs.KEPT_BLOCKS);
            if (links) {
                assertSite(profile, "leakLinked", linked, NativeMallocs.LINKED_BLOCKS);
            }
            assertBytes(profile.get("tracked"), NativeMallocs.TRACKED_BYTES * NativeMallocs.TRACKED_BLOCKS, profile);
            assertThat(profile.get("findings").get(0).asText())
                    .startsWith("GROWING " + LIBRARY + ": ")
                    .contains(" by " + PROGRAM + " from " + PROGRAM + ".leak(");
            // After those of libraries: on a busy machine the JVM's own compilers have one, too.
            assertThat(profile.get("findings").get(findingsOfLibraries(profile)).asText())
                    .contains("These blocks came on top of older ones");
            assertAddsUp(profile);

            assertThat(ChildJvm.runCommand(jdk, "rss", child).expectExit(0).out())
                    .containsPattern("'native' found this .* ago: " + Pattern.quote(LIBRARY + ": "));
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    private static int findingsOfLibraries(JsonNode profile) {
        int significant = 0;
        for (JsonNode library : profile.get("libraries")) {
            significant += library.get("significant").asBoolean() ? 1 : 0;
        }
        return Math.min(significant, MOST_LIBRARIES_WITH_FINDINGS);
    }

    private static void assertBytes(JsonNode figures, long bytes, JsonNode profile) {
        double error = figures.get("standardErrorBytes").asDouble();
        assertThat(figures.get("bytes").asDouble())
                .as(profile::toString)
                .isCloseTo((double) bytes, within(CERTAIN * error));
        assertThat(error).isLessThan(bytes / 4.0);
    }

    private static void assertSite(JsonNode profile, String method, long bytes, long blocks) {
        for (JsonNode site : profile.get("sites")) {
            if (site.get("site").asText().startsWith(PROGRAM + "." + method + "(")) {
                assertBytes(site, bytes, profile);
                assertThat(site.get("library").asText()).isEqualTo(LIBRARY);
                assertThat(site.get("nativeStack").toString()).contains(LIBRARY + ": keep_blocks");
                double size = site.get("bytes").asDouble() / site.get("blocks").asDouble();
                assertThat(size).isCloseTo(bytes / (double) blocks, within(size / 100));
                return;
            }
        }
        throw new AssertionError(method + " is not in " + profile);
    }

    /** The profile has no more bytes than malloc's own growth. */
    private static void assertAddsUp(JsonNode profile) {
        double found = profile.get("tracked").get("bytes").asDouble();
        double variance = 0;
        for (JsonNode row : profile.get("libraries")) {
            found += row.get("bytes").asDouble();
            variance += Math.pow(row.get("standardErrorBytes").asDouble(), 2);
        }
        assertThat(found)
                .as(profile::toString)
                .isLessThan(profile.get("inUseBytesAfter").asDouble() + CERTAIN * Math.sqrt(variance));
        double grown = profile.get("inUseBytesAfter").asDouble()
                - profile.get("inUseBytesBefore").asDouble();
        assertThat(grown).as(profile::toString).isCloseTo(found, within(CERTAIN * Math.sqrt(variance) + SOME));
    }

    /** It knows all that is live, also what was malloced before. */
    @OnOldestAndNewestJdk
    void jemallocTellsItself(Jdk jdk) throws Exception {
        assumeTrue(jdk.feature() >= 22, "the Linker");
        ChildJvm jvm =
                jvm(jdk).preload(Path.of("libjemalloc.so.2")).variable("MALLOC_CONF", "prof:true,lg_prof_sample:16");
        try (WatchedMallocs watched =
                WatchedMallocs.of(jdk, () -> jvm.start(NativeMallocs.class, library.toString(), "linked"))) {
            Child child = watched.child();
            assumeTrue(isLoaded(child, "libjemalloc"), "jemalloc");
            JsonNode profile = watched.profile();
            assertThat(profile.get("live").asBoolean()).as(profile::toString).isTrue();
            long taken = NativeMallocs.KEPT_BYTES * NativeMallocs.KEPT_BLOCKS
                    + NativeMallocs.LINKED_BYTES * NativeMallocs.LINKED_BLOCKS;
            JsonNode first = profile.get("libraries").get(0);
            assertThat(first.get("library").asText()).isEqualTo(LIBRARY);
            assertBytes(first, taken, profile);
            double minutes = (Instant.parse(profile.get("end").asText()).toEpochMilli()
                            - Instant.parse(profile.get("begin").asText()).toEpochMilli())
                    / 60_000.0;
            double grown = first.get("bytesPerMinute").asDouble() * minutes;
            assertThat(grown)
                    .isCloseTo(
                            (double) taken,
                            within(CERTAIN * first.get("standardErrorBytes").asDouble() + taken / 100.0));
            JsonNode site = profile.get("sites").get(0);
            assertThat(site.get("site").asText()).isEqualTo(PROGRAM + ".keep(Native Method)");
            assertThat(site.get("nativeStack").get(0).asText()).isEqualTo(LIBRARY + ": keep_blocks");
            assertThat(profile.get("findings").get(0).asText())
                    .matches("GROWING " + LIBRARY
                            + ": [0-9.]+ [KM]B live, \\+[0-9.]+ [KMG]B/min, \\+[0-9.]+ [KM]B in [0-9]+ s\\. .*");
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    private static boolean isLoaded(Child child, String name) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(child.pid()), "maps"))
                .contains(name);
    }

    /** Those that its users make, with the agent or without it. */
    @OnOldestAndNewestJdk
    void recordingsOfTheProfilerItself(Jdk jdk) throws Exception {
        String whole = record(jdk, "whole", "nativemem=64k");
        String text = ChildJvm.runAgentJar(jdk, "report", whole).expectSuccess().out();
        assertThat(text)
                .contains("\nMalloced in ")
                .contains(LIBRARY, PROGRAM + ".leak(", "Lost frees of the profiler are unknown");
        String json = ChildJvm.runAgentJar(jdk, "report", "--json", whole)
                .expectSuccess()
                .out();
        JsonSchemas.assertValid("report", json);
        JsonNode first = JSON.readTree(json).get("malloc").get("libraries").get(0);
        assertThat(first.get("library").asText()).isEqualTo(LIBRARY);
        assertThat(first.get("bytes").asDouble())
                .isCloseTo(
                        (double) NativeMallocs.KEPT_BYTES * NativeMallocs.KEPT_BLOCKS,
                        within(CERTAIN * first.get("standardErrorBytes").asDouble()));

        String withoutFrees = record(jdk, "nofree", "nativemem=64k,nofree");
        assertThat(ChildJvm.runAgentJar(jdk, "report", withoutFrees)
                        .expectSuccess()
                        .out())
                .contains("no free was recorded");

        String comparison = ChildJvm.runAgentJar(jdk, "compare", "--json", whole, withoutFrees)
                .expectSuccess()
                .out();
        JsonSchemas.assertValid("compare", comparison);
        JsonNode change = JSON.readTree(comparison).get("libraries").get(0);
        assertThat(change.get("library").asText()).isEqualTo("Java code (Unsafe)");
        assertThat(change.get("change").asDouble())
                .isCloseTo(
                        (double) NativeMallocs.TRACKED_BYTES * NativeMallocs.TRACKED_BLOCKS,
                        within(CERTAIN * change.get("standardErrorBytes").asDouble()));
        Path page = ChildJvm.testClasses().getParent().resolve("whole-" + jdk.feature() + ".html");
        ChildJvm.runAgentJar(jdk, "flamegraph", whole, "-o", page.toString()).expectExit(0);
        assertThat(page).content().contains("keep_blocks", LIBRARY);
    }

    private static String record(Jdk jdk, String name, String options) throws Exception {
        Path directory = ChildJvm.testClasses().getParent();
        String profiler = ProfilerLibrary.of(System.getProperty("os.name"), System.getProperty("os.arch"))
                .extractTo(directory)
                .toString();
        Path file = directory.resolve(name + "-" + jdk.feature() + ".jfr");
        Files.deleteIfExists(file);
        try (Child child = jvm(jdk).options("-agentpath:" + profiler + "=start,jfr,quiet," + options + ",file=" + file)
                .start(NativeMallocs.class, library.toString(), "jni")) {
            child.awaitLine("ready");
            child.say("go");
            child.awaitLine("done");
            child.say("finish");
            child.await().expectExit(0);
        }
        return file.toString();
    }

    /** A library's memory from its own malloc would be freed by another one. */
    @OnOldestAndNewestJdk
    void aLibraryWithItsOwnMallocIsRefused(Jdk jdk) throws Exception {
        // Of its own: another run of this test would write over what this one has loaded.
        Path directory = ChildJvm.testClasses().getParent().resolve("other-" + jdk.feature());
        Path other = Files.createDirectories(directory).resolve("libother.so");
        compile("other.c", other);
        try (Child child = jvm(jdk).agent().start(NativeMallocs.class, other.toString(), "none")) {
            child.awaitLine("ready");
            ChildJvm.runCommand(jdk, "native", child, "--for", "1s")
                    .expectFailure("libother.so", "with its own malloc");
            assertThat(child.isAlive()).isTrue();
        }
    }

    /** Freed memory is not reported, however much it is. */
    @OnOldestAndNewestJdk
    void withoutALeakThereIsNone(Jdk jdk) throws Exception {
        try (WatchedMallocs watched =
                WatchedMallocs.of(jdk, () -> jvm(jdk).start(NativeMallocs.class, library.toString(), "none"))) {
            Child child = watched.child();
            JsonNode profile = watched.profile();
            for (JsonNode row : profile.get("libraries")) {
                if (row.get("library").asText().equals(LIBRARY)) {
                    assertThat(row.get("significant").asBoolean())
                            .as(profile::toString)
                            .isFalse();
                    assertThat(row.get("mallocedBytes").asLong()).isGreaterThan(500L << 20);
                }
            }
            assertThat(profile.get("findings").toString()).doesNotContain(LIBRARY);
            assertThat(ChildJvm.runCommand(jdk, "rss", child).expectExit(0).out())
                    .doesNotContain("' has found, ");
            child.say("finish");
            child.await().expectSuccess();
        }
    }
}
