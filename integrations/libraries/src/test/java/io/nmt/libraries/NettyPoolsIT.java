package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.tools.attach.VirtualMachine;
import io.nmt.libraries.programs.NettyPools;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Chunks of Netty's pools by category, and the used part of them: by Netty's count. */
class NettyPoolsIT {
    private static final String[] JARS = {"netty-buffer", "netty-common"};
    private static final String POOLED = "io.netty.buffer.PooledByteBufAllocator";
    private static final String ADAPTIVE = "io.netty.buffer.AdaptiveByteBufAllocator";
    private static final List<String> STEPS =
            List.of("allocated", "some released", "more allocated", "all released", "at the end");
    private static final ObjectMapper JSON = new ObjectMapper();

    static Stream<Arguments> modes() {
        return modes(NettyMode.ALL);
    }

    static Stream<Arguments> modesOf41() {
        return modes(NettyMode.OF_4_1);
    }

    private static Stream<Arguments> modes(List<NettyMode> modes) {
        return Jdks.ends()
                .flatMap(jdk -> modes.stream()
                        .filter(mode -> mode.on(jdk.feature()))
                        .map(mode -> Arguments.of(jdk, Named.of(mode.name(), mode))));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("modes")
    void pooled(Jdk jdk, NettyMode mode) throws IOException {
        assertPooled(run(jdk, mode, ClassPath.jars(JARS), "pooled"), POOLED, mode.categoryOf("pooled"));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("modes")
    void adaptive(Jdk jdk, NettyMode mode) throws IOException {
        assertAdaptive(run(jdk, mode, ClassPath.jars(JARS), "adaptive"), mode.categoryOf("adaptive"));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("modesOf41")
    void pooledOfNetty41(Jdk jdk, NettyMode mode) throws IOException {
        Outcome outcome = run(jdk, mode, ClassPath.otherJars("netty-4.1", JARS), "pooled");
        assertPooled(outcome, POOLED, mode.categoryOf("pooled"));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("modesOf41")
    void adaptiveOfNetty41(Jdk jdk, NettyMode mode) throws IOException {
        Outcome outcome = run(jdk, mode, ClassPath.otherJars("netty-4.1", JARS), "adaptive");
        assertAdaptive(outcome, mode.categoryOf("adaptive"));
    }

    private static Outcome run(Jdk jdk, NettyMode mode, List<Path> classPath, String kind) {
        return ChildJvm.on(jdk)
                .agent("report=stdout")
                .options(mode.options().toArray(String[]::new))
                .classPath(classPath.toArray(Path[]::new))
                .run(NettyPools.class, kind, "whole")
                .expectExit(0);
    }

    private static void assertPooled(Outcome outcome, String allocator, String category) throws IOException {
        for (String step : STEPS) {
            assertPool(step, outcome, allocator, category);
        }
        // The other one has a chunk of its own.
        List<JsonNode> pools = pools("of two", outcome);
        assertThat(pools).as(outcome::toString).hasSize(2);
        long[] netty = netty("of two", outcome);
        assertThat(pools.get(0).get("chunkBytes").asLong()).isEqualTo(netty[0]);
        assertThat(pools.get(0).get("inUseBytes").asLong()).isEqualTo(netty[1]);
        assertThat(pools.get(1).get("chunks").asLong()).isEqualTo(1);
        assertThat(pools.get(1).get("chunkBytes").asLong()).isEqualTo(4 << 20);
        assertThat(pools.get(1).get("inUseBytes").asLong()).isEqualTo(1024);
        assertReport(outcome, allocator, category);
    }

    private static void assertAdaptive(Outcome outcome, String category) throws IOException {
        for (String step : STEPS) {
            assertPool(step, outcome, ADAPTIVE, category);
        }
        assertReport(outcome, ADAPTIVE, category);
    }

    /** The report at exit says in words what the pools are at the end. */
    private static void assertReport(Outcome outcome, String allocator, String category) throws IOException {
        long chunkBytes = 0;
        for (JsonNode pool : pools("at the end", outcome)) {
            chunkBytes += pool.get("chunkBytes").asLong();
        }
        long inUseBytes = netty("at the end", outcome)[1];
        assertThat(inUseBytes).isGreaterThanOrEqualTo(1000);
        assertThat(outcome.outLines())
                .anyMatch(line -> line.endsWith(category + "   " + allocator))
                .contains(String.format(
                        Locale.ROOT,
                        "%s has %,d B of Netty pool chunks, %,d B in use.",
                        category,
                        chunkBytes,
                        inUseBytes));
    }

    private static void assertPool(String step, Outcome outcome, String allocator, String category) throws IOException {
        long[] netty = netty(step, outcome);
        JsonNode pool = pools(step, outcome).get(0);
        assertThat(pool.get("allocator").asText()).isEqualTo(allocator);
        assertThat(pool.get("type").asText()).as("%s in %s", step, outcome).isEqualTo(category);
        assertThat(pool.get("chunkBytes").asLong())
                .as("%s in %s", step, outcome)
                .isEqualTo(netty[0]);
        assertThat(pool.get("inUseBytes").asLong())
                .as("%s in %s", step, outcome)
                .isEqualTo(netty[1]);

        long others = -netty[0];
        for (JsonNode any : pools(step, outcome)) {
            others += any.get("chunkBytes").asLong();
        }
        long before = Figures.at("begin", outcome).category(category).committed();
        assertThat(Figures.at(step, outcome).category(category).committed() - before - others)
                .as("%s in %s", step, outcome)
                .isBetween(netty[0], netty[0] + 64);
    }

    @OnOneJdk
    void relocated(Jdk jdk, @TempDir Path directory) throws IOException {
        Path jar = directory.resolve("relocated.jar");
        Relocation.write(ClassPath.jars(JARS), NettyPools.class, "io/netty/", "acme/shaded/netty/", jar);
        List<Path> classPath = new ArrayList<>(ClassPath.jars());
        classPath.add(0, jar);

        Outcome outcome = run(jdk, firstMode(jdk), classPath, "pooled");

        assertPooled(
                outcome,
                POOLED.replace("io.netty", "acme.shaded.netty"),
                firstMode(jdk).category());
    }

    /** With module descriptors of its own, which open nothing. */
    @OnOldestAndNewestJdk
    void asModules(Jdk jdk) throws IOException {
        List<Path> jars = ClassPath.jars(JARS);
        String modulePath = jars.stream()
                .skip(1) // the programs
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        NettyMode modules = new NettyMode(
                "modules",
                jdk.feature(),
                jdk.feature(),
                firstMode(jdk).category(),
                List.of("--module-path=" + modulePath, "--add-modules=io.netty.buffer"));

        assertPooled(run(jdk, modules, jars.subList(0, 1), "pooled"), POOLED, modules.categoryOf("pooled"));
        assertAdaptive(run(jdk, modules, jars.subList(0, 1), "adaptive"), modules.categoryOf("adaptive"));
    }

    private static NettyMode firstMode(Jdk jdk) {
        return NettyMode.ALL.stream()
                .filter(mode -> mode.on(jdk.feature()))
                .findFirst()
                .orElseThrow();
    }

    /** Without Netty's count of pinned bytes, there is no figure, instead of 0. */
    @OnOneJdk
    void whatNettyDoesNotCountIsNotTold(Jdk jdk) throws IOException {
        Outcome outcome = ChildJvm.on(jdk)
                .agent()
                .options("-Dio.netty.trackPinnedMemory=false")
                .classPath(ClassPath.jars(JARS).toArray(Path[]::new))
                .run(NettyPools.class, "pooled", "whole")
                .expectExit(0);

        JsonNode pool = pools("allocated", outcome).get(0);
        assertThat(pool.get("chunkBytes").asLong()).isEqualTo(netty("allocated", outcome)[0]);
        assertThat(pool.has("inUseBytes")).isFalse();
    }

    /** The default pooled allocator's chunks are known; of others, how much there is more than what came since. */
    @OnOldestAndNewestJdk
    void chunksFromBeforeTheAgentWasAttached(Jdk jdk) throws Exception {
        ChildJvm jvm =
                ChildJvm.on(jdk).allowAttach().classPath(ClassPath.jars(JARS).toArray(Path[]::new));
        Outcome outcome;
        try (Child child = jvm.start(NettyPools.class, "", "attached")) {
            child.awaitLine("ready");
            VirtualMachine attached = VirtualMachine.attach(Long.toString(child.pid()));
            attached.loadAgent(ChildJvm.agentJar());
            attached.detach();
            child.say("go");
            outcome = child.await().expectExit(0);
        }

        JsonNode old = pools("before", outcome).get(0);
        assertThat(old.has("type")).as(outcome::toString).isFalse();
        assertThat(old.get("chunkBytes").asLong()).isEqualTo(netty("before", outcome)[0]);
        assertThat(old.get("inUseBytes").asLong()).isEqualTo(netty("before", outcome)[1]);

        List<JsonNode> adaptive = pools("before, adaptive", outcome, ADAPTIVE);
        assertThat(adaptive).as(outcome::toString).hasSize(1);
        assertThat(adaptive.get(0).has("type")).isFalse();
        assertThat(adaptive.get(0).has("inUseBytes")).isFalse();
        long standardBytes = netty("before, adaptive", outcome)[0];
        assertThat(adaptive.get(0).get("chunkBytes").asLong()).isPositive().isEqualTo(standardBytes);

        long[] bytes = {0, 0};
        for (JsonNode pool : pools("pooled", outcome, POOLED)) {
            bytes[0] += pool.get("chunkBytes").asLong();
            bytes[1] += pool.get("inUseBytes").asLong();
        }
        assertThat(bytes).as(outcome::toString).isEqualTo(netty("pooled", outcome));

        long adaptiveBytes = 0;
        for (JsonNode pool : pools("adaptive", outcome, ADAPTIVE)) {
            adaptiveBytes += pool.get("chunkBytes").asLong();
            assertThat(pool.has("inUseBytes")).isEqualTo(pool.has("type"));
        }
        assertThat(adaptiveBytes).as(outcome::toString).isEqualTo(netty("adaptive", outcome)[0] + standardBytes);
    }

    private static List<JsonNode> pools(String label, Outcome outcome, String allocator) throws IOException {
        List<JsonNode> pools = pools(label, outcome);
        pools.removeIf(pool -> !pool.get("allocator").asText().equals(allocator));
        return pools;
    }

    private static List<JsonNode> pools(String label, Outcome outcome) throws IOException {
        List<JsonNode> pools = new ArrayList<>();
        JsonNode array = JSON.readTree(after("figures " + label + " ", outcome)).get("pools");
        if (array != null) {
            array.forEach(pools::add);
        }
        return pools;
    }

    private static long[] netty(String label, Outcome outcome) {
        return Stream.of(after("netty " + label + ": ", outcome).split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    private static String after(String prefix, Outcome outcome) {
        return outcome.outLines().stream()
                .filter(line -> line.startsWith(prefix))
                .findFirst()
                .map(line -> line.substring(prefix.length()))
                .orElseThrow(() -> new AssertionError("No '" + prefix + "' in " + outcome));
    }
}
