package io.nmt.it.resident;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.Planted;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.Outcome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The parts of resident memory: planted memory appears in its line, the lines add up, and the first verdict is about
 * it. Each JDK has each plant once, each time with another collector and with HotSpot's tracking on or off; all
 * combinations with {@code -Drss.combinations=all}.
 */
@EnabledOnOs(OS.LINUX)
class ResidentMemoryIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> COLLECTORS = List.of("G1", "Parallel", "Z");

    /** A plant, the line in which it is to appear, and its allowed error in percent. */
    enum Plant {
        DIRECT("Direct Buffer", 5),
        UNTOUCHED("Unsafe", 5),
        FILE("Mapped File", 5),
        NATIVE("Native Libraries malloc", 10),
        FRAGMENTS("malloc retained", 10),
        STACKS("Thread Stacks", 5),
        METASPACE("Metaspace", 5);

        private final String line;
        private final int tolerance;

        Plant(String line, int tolerance) {
            this.line = line;
            this.tolerance = tolerance;
        }

        /** The plant's bytes; those of the first are allocated, and in memory nowhere. */
        long bytes(JsonNode rss) {
            return switch (this) {
                case UNTOUCHED -> component(rss, line, "committed");
                case METASPACE ->
                    component(rss, line, "resident") + component(rss, "Compressed Class Space", "resident");
                default -> component(rss, line, "resident");
            };
        }
    }

    record Case(Jdk jdk, Plant plant, String collector, boolean hotSpotTracking) {
        @Override
        public String toString() {
            return jdk + " " + plant + " " + collector + (hotSpotTracking ? " NMT" : "");
        }
    }

    static Stream<Case> cases() {
        boolean all = "all".equals(System.getProperty("rss.combinations"));
        List<Case> cases = new ArrayList<>();
        int turn = 0;
        for (Jdk jdk : Jdks.all().toList()) {
            for (Plant plant : Plant.values()) {
                for (int i = 0; i < (all ? 6 : 1); i++) {
                    int which = all ? i : turn++ % 6;
                    cases.add(new Case(jdk, plant, COLLECTORS.get(which % 3), which % 2 == 0));
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void whatWasPlantedIsFound(Case planted) throws IOException {
        try (Child child = start(planted)) {
            long truth = Long.parseLong(child.awaitLineWith("planted").split(" ")[1]);
            JsonNode rss = JSON.readTree(runCommand(planted.jdk(), "rss", child, "--json")
                    .expectSuccess()
                    .out());
            child.say("finish");
            child.await().expectSuccess();

            long rssBytes = rss.get("rssBytes").asLong();
            assertThat(sum(rss)).isEqualTo(rssBytes);
            assertColumns(rss);
            assertThat(planted.plant().bytes(rss))
                    .as(rss.toString())
                    .isCloseTo(truth, within(truth * planted.plant().tolerance / 100));
            assertThat(component(rss, "Unaccounted", "resident"))
                    .isLessThanOrEqualTo(rssBytes * (planted.hotSpotTracking() ? 3 : 8) / 100);
            assertThat(rss.get("verdicts").get(0).get("component").asText()).startsWith(planted.plant().line);
            assertThat(rss.get("hotSpotTracking").asBoolean()).isEqualTo(planted.hotSpotTracking());
        }
    }

    @OnEveryJdk
    void trimShowsWhatWasKept(Jdk jdk) throws IOException {
        try (Child child = start(new Case(jdk, Plant.FRAGMENTS, "G1", false))) {
            long freed = Long.parseLong(child.awaitLineWith("planted").split(" ")[1]);
            JsonNode trim = JSON.readTree(runCommand(jdk, "rss", child, "--trim", "--json")
                    .expectSuccess()
                    .out());
            Outcome again = runCommand(jdk, "rss", child, "--trim").expectSuccess();
            child.say("finish");
            child.await().expectSuccess();

            long kept = component(trim.get("before"), "malloc retained", "resident");
            long stays = component(trim.get("after"), "malloc retained", "resident");
            assertThat(kept).isCloseTo(freed, within(freed / 10));
            // Of four blocks in a page one in sixteen lives: three of four pages can go.
            assertThat(kept - stays).isGreaterThan(freed / 2);
            assertThat(trim.get("givenBackBytes").asLong()).isGreaterThan(freed / 2);
            assertThat(again.out()).contains("malloc_trim", "still in memory");
        }
    }

    @OnEveryJdk
    void reportForPeople(Jdk jdk) throws IOException {
        try (Child child = start(new Case(jdk, Plant.DIRECT, "G1", true))) {
            child.awaitLineWith("planted");
            Outcome report = runCommand(jdk, "rss", child, "--scale", "mb", "--advise", "--arenas")
                    .expectSuccess();
            Outcome wrong = runCommand(jdk, "rss", child, "--json", "--watch", "5s");
            Outcome json = runCommand(jdk, "rss", child, "--json", "--advise", "--arenas")
                    .expectSuccess();
            Outcome wrongTime = runCommand(jdk, "rss", child, "--watch", "0s");
            child.say("finish");
            child.await().expectSuccess();

            assertThat(wrong.exitCode()).isEqualTo(2);
            assertThat(wrong.err()).contains("--json does not go with --watch");
            assertThat(wrongTime.exitCode()).isEqualTo(2);
            assertThat(report.out())
                    .containsPattern("(?m)^(HELD|UNKNOWN) Direct Buffer: 30")
                    .contains("\n\nResident memory of the process\n")
                    .containsPattern("(?m)^Direct Buffer +30\\dMB +30\\dMB +30\\dMB +\\d+\\.\\d % +exact$")
                    .containsPattern("(?m)^RSS .* 100\\.0 % +exact$")
                    .containsPattern("Limit direct buffers: 512 MB, \\d+ % used\\.")
                    .contains("Planted.direct")
                    .contains("-XX:MaxDirectMemorySize: 384 MB. Peak: 300 MB. With 25 % headroom: 375 MB, rounded up")
                    .containsPattern("(?m)^Container(, with -Xmx as (proposed|it is))?: \\d");
            JsonNode arenas = JSON.readTree(json.out()).get("arenas");
            if (jdk.feature() > 17) {
                assertThat(report.out()).contains("Arenas of malloc");
                assertThat(arenas.get(0).get("systemBytes").asLong()).isPositive();
            } else {
                assertThat(arenas).isNull();
            }
            assertThat(JSON.readTree(json.out()).get("advice").toString()).contains("-XX:MaxDirectMemorySize: 384 MB");
        }
    }

    /** Memory from before the agent is in the line that says so, if HotSpot's tracking tells. */
    @OnEveryJdk
    void attachedLate(Jdk jdk) throws IOException {
        try (Child child =
                program(new Case(jdk, Plant.DIRECT, "G1", true), false).start(Planted.class, "direct")) {
            long truth = Long.parseLong(child.awaitLineWith("planted").split(" ")[1]);
            JsonNode rss = JSON.readTree(
                    runCommand(jdk, "rss", child, "--json").expectExit(0).out());
            child.say("finish");
            child.await().expectSuccess();

            assertThat(component(rss, "Unsafe, before tracking", "resident")).isCloseTo(truth, within(truth / 20));
            assertThat(rss.get("verdicts").get(0).get("component").asText()).isEqualTo("Unsafe, before tracking");
        }
    }

    /** Its own figures where they can be had, and no false ones of glibc's where not. */
    @OnEveryJdk
    void withJemallocPreloaded(Jdk jdk) throws IOException {
        assertOwnFigures(jdk, "jemalloc", "libjemalloc.so.2");
    }

    @OnEveryJdk
    void withTcmallocPreloaded(Jdk jdk) throws IOException {
        assertOwnFigures(jdk, "tcmalloc", "libtcmalloc_minimal.so.4");
    }

    private static void assertOwnFigures(Jdk jdk, String allocator, String library) throws IOException {
        Case planted = new Case(jdk, Plant.FRAGMENTS, "G1", false);
        try (Child child = program(planted, true).preload(Path.of(library)).start(Planted.class, "fragments")) {
            long freed = Long.parseLong(child.awaitLineWith("planted").split(" ")[1]);
            JsonNode rss = JSON.readTree(
                    runCommand(jdk, "rss", child, "--json").expectSuccess().out());
            Outcome trim = runCommand(jdk, "rss", child, "--trim");
            child.say("finish");
            Outcome outcome = child.await();
            assumeFalse(outcome.err().contains("cannot be preloaded"), allocator);
            outcome.expectSuccess();

            assertThat(rss.get("malloc").get("allocator").asText()).isEqualTo(allocator);
            assertThat(sum(rss)).isEqualTo(rss.get("rssBytes").asLong());
            String line = jdk.feature() >= 22 ? "malloc retained" : "Native Libraries malloc";
            assertThat(component(rss, line, "resident")).as(rss.toString()).isCloseTo(freed, within(freed / 4));
            assertThat(rss.get("verdicts").get(0).get("component").asText()).isEqualTo(line);
            trim.expectFailure(allocator, "malloc_trim is glibc's");
        }
    }

    private static long sum(JsonNode rss) {
        long sum = 0;
        for (JsonNode component : rss.get("components")) {
            assertThat(component.get("resident").asLong())
                    .as(component.toString())
                    .isNotNegative();
            sum += component.get("resident").asLong();
        }
        return sum;
    }

    /** Resident memory is accessible, and tracked memory is in no other line: 500 MB of a file were in two. */
    private static void assertColumns(JsonNode rss) {
        for (JsonNode component : rss.get("components")) {
            if (!component.get("component").asText().equals("Java Heap, counted again")) {
                assertThat(component.get("committed").asLong())
                        .as(rss.toString())
                        .isGreaterThanOrEqualTo(component.get("resident").asLong());
            }
        }
        assertThat(component(rss, "Other Mapped Files", "committed"))
                .as(rss.toString())
                .isLessThan(400L << 20);
    }

    private static Child start(Case planted) {
        return program(planted, true)
                .start(Planted.class, planted.plant().name().toLowerCase(Locale.ROOT));
    }

    private static ChildJvm program(Case planted, boolean agent) {
        ChildJvm jvm = ChildJvm.withC2InCi(planted.jdk())
                .options("-Xmx512m", "-XX:+Use" + planted.collector() + "GC")
                .allowAttach()
                .allowUnsafe()
                .classPath(ChildJvm.testClasses(), zstd());
        if (planted.jdk().feature() >= 24) {
            jvm.options("--enable-native-access=ALL-UNNAMED");
        }
        if (planted.hotSpotTracking()) {
            jvm.options("-XX:NativeMemoryTracking=summary");
        }
        // Where planting takes a minute, what grows meanwhile would come first.
        return agent ? jvm.agent("history=off") : jvm;
    }

    private static Path zstd() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> path.contains("zstd-jni"))
                .map(Path::of)
                .findFirst()
                .orElseThrow();
    }

    private static long component(JsonNode rss, String name, String figure) {
        for (JsonNode component : rss.get("components")) {
            if (component.get("component").asText().equals(name)) {
                return component.get(figure).asLong();
            }
        }
        return 0;
    }
}
