package io.nmt.libraries;

import static io.nmt.testkit.ChildJvm.runAgentJar;
import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.AllocatorUsage;
import io.nmt.jfr.recordings.RecordingReader;
import io.nmt.libraries.programs.ArrowTree;
import io.nmt.libraries.programs.ArrowVectors;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Apache Arrow, with each of its allocators: what they say they hold is what we say. */
class ArrowIT {
    private static final int CHUNK_BYTES = 4 << 20;
    private static final Kept EMPTY = new Kept("Direct Buffer", 1, 1, "EmptyByteBuf.EMPTY_BYTE_BUFFER");

    private static final List<String> JARS = List.of(
            "arrow-vector",
            "arrow-format",
            "arrow-memory-core",
            "flatbuffers-java",
            "jackson-annotations",
            "jackson-core",
            "jackson-databind",
            "commons-codec",
            "slf4j-api");

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void unsafe(Jdk jdk) {
        LibraryRun.on(jdk, classPath("arrow-memory-unsafe"))
                .options(LibraryOptions.open("java.nio"))
                .options(LibraryOptions.unsafe(jdk))
                .run(ArrowVectors.class)
                .holdsItsOwn("Unsafe", "bytes")
                .leaksIn("Unsafe", ArrowVectors.LEAK_BYTES);
    }

    /** From a pool, which holds at least what Arrow has given out of it. */
    @OnOldestAndNewestJdk
    void netty(Jdk jdk) {
        LibraryRun run = LibraryRun.on(
                        jdk,
                        classPath(
                                "arrow-memory-netty",
                                "arrow-memory-netty-buffer-patch",
                                "netty-buffer",
                                "netty-common"))
                .options(LibraryOptions.open("java.nio"))
                .options(List.of("-Dio.netty.tryReflectionSetAccessible=true"))
                .options(LibraryOptions.unsafe(jdk))
                .keeps(EMPTY)
                .keeps(new Pool("Unsafe", CHUNK_BYTES))
                .run(ArrowVectors.class)
                .holdsItsOwn("Unsafe", "pool")
                .leaksIn("Unsafe", ArrowVectors.LEAK_BYTES);
        assertThat(run.own("bytes")).isPositive().isLessThanOrEqualTo(run.own("pool"));
    }

    @OnOldestAndNewestJdk
    void treeOfAllocators(Jdk jdk) {
        Outcome outcome = jvm(jdk).run(ArrowTree.class).expectExit(0);
        List<String> theirs = allocators("theirs ", outcome);
        assertThat(theirs).hasSize(4);
        assertThat(allocators("ours ", outcome)).as(outcome::toString).isEqualTo(theirs);
        assertThat(outcome.outLines()).contains("open 0");
    }

    @OnOldestAndNewestJdk
    void recordedTreeOfAllocators(Jdk jdk) throws IOException {
        Path file = directory.resolve("arrow.jfr");
        Outcome outcome = jvm(jdk).options("-XX:StartFlightRecording:settings=default,filename=" + file)
                .run(ArrowTree.class, "open")
                .expectExit(0);
        List<String> recorded = new ArrayList<>();
        for (AllocatorUsage usage :
                RecordingReader.read(List.of(file)).last().pools().allocators()) {
            assertThat(usage.library()).isEqualTo("Arrow");
            recorded.add(usage.name()
                    + ' '
                    + usage.depth()
                    + ' '
                    + usage.bytes()
                    + ' '
                    + usage.peakBytes()
                    + ' '
                    + usage.limitBytes());
        }
        assertThat(recorded).hasSize(4).isEqualTo(allocators("theirs ", outcome));
        assertThat(runAgentJar(jdk, "report", file.toString()).expectSuccess().out())
                .contains("Allocators, each followed by its children (4)", "     query-7");
    }

    private static ChildJvm jvm(Jdk jdk) {
        return ChildJvm.on(jdk)
                .agent()
                .options(LibraryOptions.open("java.nio").toArray(String[]::new))
                .options(LibraryOptions.unsafe(jdk).toArray(String[]::new))
                .classPath(classPath("arrow-memory-unsafe").toArray(Path[]::new));
    }

    private static List<String> allocators(String whose, Outcome outcome) {
        return outcome.outLines().stream()
                .filter(line -> line.startsWith(whose))
                .map(line -> line.substring(whose.length()))
                .toList();
    }

    private static List<Path> classPath(String... allocator) {
        List<String> jars = new ArrayList<>(JARS);
        jars.addAll(List.of(allocator));
        return ClassPath.jars(jars.toArray(String[]::new));
    }
}
