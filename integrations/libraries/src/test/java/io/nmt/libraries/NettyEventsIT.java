package io.nmt.libraries;

import static io.nmt.testkit.ChildJvm.runAgentJar;
import static io.nmt.testkit.JsonSchemas.assertValid;
import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.PoolDetails;
import io.nmt.jfr.recordings.NettyReader;
import io.nmt.jfr.recordings.RecordingReader;
import io.nmt.libraries.programs.CountedBuffers;
import io.nmt.report.netty.NettyAllocator;
import io.nmt.report.netty.NettyEvents;
import io.nmt.report.netty.NettySite;
import io.nmt.report.netty.Tally;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Netty's own events have the figures that the program has counted itself, with the agent and without it. */
class NettyEventsIT {
    private static final String PROGRAM = CountedBuffers.class.getName();
    private static final String ENABLED = Stream.of(
                    "AllocateBuffer", "FreeBuffer", "ReallocateBuffer", "AllocateChunk", "FreeChunk")
            .map(name -> ",+io.netty." + name + "#enabled=true")
            .collect(Collectors.joining());

    @TempDir
    private Path directory;

    static Stream<Arguments> pools() {
        return Jdks.ends().flatMap(jdk -> Stream.of("pooled", "adaptive").map(kind -> Arguments.of(jdk, kind)));
    }

    private static ChildJvm jvm(Jdk jdk, Path file, String enabled) {
        return ChildJvm.on(jdk)
                .options("-XX:MaxDirectMemorySize=1g")
                .options("-XX:StartFlightRecording:settings=default,filename=" + file + enabled)
                .options(LibraryOptions.unsafe(jdk).toArray(String[]::new))
                .classPath(ClassPath.jars("netty-buffer", "netty-common").toArray(Path[]::new));
    }

    private static Tally counted(Outcome outcome, String name) {
        String line = outcome.outLines().stream()
                .filter(any -> any.startsWith(name + ' '))
                .findFirst()
                .orElseThrow(() -> new AssertionError(outcome.toString()));
        String[] words = line.split(" ");
        return new Tally(Long.parseLong(words[1]), Long.parseLong(words[words.length - 1]));
    }

    private static Tally sum(List<NettySite> sites, String method) {
        List<Tally> tallies = sites.stream()
                .filter(site -> site.site().toString().startsWith(PROGRAM + '.' + method + '('))
                .map(NettySite::tally)
                .toList();
        return new Tally(
                tallies.stream().mapToLong(Tally::count).sum(),
                tallies.stream().mapToLong(Tally::bytes).sum());
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("pools")
    void withoutTheAgent(Jdk jdk, String kind) throws IOException {
        Path file = directory.resolve("netty.jfr");
        Outcome outcome =
                jvm(jdk, file, ENABLED).run(CountedBuffers.class, kind).expectExit(0);

        NettyEvents events = NettyReader.read(List.of(file));
        assertThat(events.lostBytes()).isZero();
        assertThat(events.allocators()).hasSize(1);
        NettyAllocator allocator = events.allocators().get(0);
        assertThat(allocator.freed()).isEqualTo(counted(outcome, "freed"));
        assertThat(allocator.moved()).isEqualTo(counted(outcome, "moved"));
        assertThat(allocator.moved().count()).isPositive();
        assertThat(sum(events.sites(), "keep")).isEqualTo(counted(outcome, "kept"));
        assertThat(sum(events.sites(), "pass")).isEqualTo(counted(outcome, "passed"));
        assertThat(sum(events.sites(), "grow")).isEqualTo(counted(outcome, "grown"));
        assertThat(allocator.changeBytes()).isEqualTo(counted(outcome, "kept").bytes());
        long used = counted(outcome, "used").bytes();
        assertThat(allocator.chunkChangeBytes()).isEqualTo(used);
        assertThat(allocator.freedChunks().count()).isPositive();
        long live = events.liveChunks().stream()
                .mapToLong(site -> site.tally().bytes())
                .sum();
        if (kind.equals("adaptive")) {
            assertThat(allocator.chunksWithoutAddress()).isZero();
        }
        assertThat(live).isEqualTo(allocator.chunksWithoutAddress() == 0 ? used : 0);

        String text =
                runAgentJar(jdk, "report", file.toString()).expectSuccess().out();
        assertThat(text)
                .startsWith("Netty's own events, from ")
                .contains("Buffers that were allocated, by call site", PROGRAM + ".keep(")
                .contains("UNKNOWN buffers not freed")
                .doesNotContain("No io.netty.");
        assertValid(
                "report",
                runAgentJar(jdk, "report", "--json", file.toString())
                        .expectSuccess()
                        .out());
    }

    @OnOldestAndNewestJdk
    void besideTheAgentsOwn(Jdk jdk) throws IOException {
        Path file = directory.resolve("both.jfr");
        Outcome outcome = jvm(jdk, file, ENABLED)
                .agent("sample=1")
                .run(CountedBuffers.class, "pooled")
                .expectExit(0);
        long kept = counted(outcome, "kept").bytes();
        assertThat(NettyReader.read(List.of(file)).allocators())
                .singleElement()
                .returns(kept, NettyAllocator::changeBytes);
        List<PoolDetails> pools =
                RecordingReader.read(List.of(file)).last().pools().pools();
        assertThat(pools).singleElement().returns(kept, pool -> pool.pool().inUseBytes());
        assertThat(runAgentJar(jdk, "report", file.toString()).expectSuccess().out())
                .contains("Pools, the largest first", "Netty's own events, from ");
        String json = runAgentJar(jdk, "report", "--json", file.toString())
                .expectSuccess()
                .out();
        assertThat(json).contains("\"pools\":{", "\"netty\":{");
        assertValid("report", json);
    }

    /** They are there for JFR, and disabled. */
    @OnOldestAndNewestJdk
    void withoutThem(Jdk jdk) throws IOException {
        Path file = directory.resolve("none.jfr");
        jvm(jdk, file, "").run(CountedBuffers.class, "pooled").expectExit(0);
        assertThat(NettyReader.read(List.of(file))).isNull();
        assertThat(runAgentJar(jdk, "report", file.toString()).expectExit(1).err())
                .contains("has no events of native memory tracking");
    }
}
