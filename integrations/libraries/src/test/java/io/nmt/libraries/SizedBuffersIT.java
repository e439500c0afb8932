package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.libraries.programs.SizedBuffers;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The places of Netty's pools by size of buffer, and the taken ones. */
class SizedBuffersIT {
    private static final String[] JARS = {"netty-buffer", "netty-common"};
    private static final String POOLS = "pools ";
    private static final String OWN = "own ";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The places in the smallest page run of a size, in the order of the program's sizes below 32 KB. */
    private static final Map<Integer, Integer> PLACES_OF_POOLED = Map.of(1024, 1000, 4096, 300);

    static Stream<Arguments> pools() {
        return Jdks.ends()
                .flatMap(jdk -> Stream.of("netty-4.2", "netty-4.1")
                        .flatMap(version ->
                                Stream.of("pooled", "adaptive").map(kind -> Arguments.of(jdk, version, kind))));
    }

    private static Outcome run(Jdk jdk, List<Path> classPath, String kind) {
        return ChildJvm.on(jdk)
                .agent("sample=1")
                .options("-Xlog:class+load:stdout")
                .options(LibraryOptions.unsafe(jdk).toArray(String[]::new))
                .classPath(classPath.toArray(Path[]::new))
                .run(SizedBuffers.class, kind)
                .expectExit(0);
    }

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("pools")
    void asTaken(Jdk jdk, String version, String kind) throws IOException {
        List<Path> classPath = version.equals("netty-4.2") ? ClassPath.jars(JARS) : ClassPath.otherJars(version, JARS);
        Outcome outcome = run(jdk, classPath, kind);

        check(outcome, kind, "io.netty.");
        assertThat(outcome.outLines())
                .anyMatch(line -> line.matches(" *1 KB +500 +1,0(00|24) +5(00|24)KB   .*Allocator"));
    }

    @OnOneJdk
    void relocated(Jdk jdk, @TempDir Path directory) throws IOException {
        Path jar = directory.resolve("relocated.jar");
        Relocation.write(ClassPath.jars(JARS), SizedBuffers.class, "io/netty/", "acme/shaded/netty/", jar);
        List<Path> classPath = new ArrayList<>(ClassPath.jars());
        classPath.add(0, jar);

        check(run(jdk, classPath, "pooled"), "pooled", "acme.shaded.netty.");
    }

    private static void check(Outcome outcome, String kind, String library) throws IOException {
        Map<Integer, Integer> own = new TreeMap<>();
        Map<Integer, Integer> taken = new TreeMap<>();
        JsonNode pools = null;
        for (String line : outcome.outLines()) {
            if (line.startsWith(OWN)) {
                String[] words = line.split(" ");
                own.put(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
            } else if (line.startsWith(POOLS)) {
                pools = JSON.readTree(line.substring(POOLS.length())).get("pools");
            }
        }
        assertThat(pools).as(outcome::toString).hasSize(1);
        JsonNode pool = pools.get(0);
        assertThat(pool.get("allocator").asText()).startsWith(library);
        long takenBytes = 0;
        for (JsonNode size : pool.get("sizeClasses")) {
            int bytes = size.get("bytes").asInt();
            taken.put(bytes, size.get("taken").asInt());
            takenBytes += (long) bytes * size.get("taken").asInt();
            if (kind.equals("pooled") && PLACES_OF_POOLED.containsKey(bytes)) {
                assertThat(size.get("places").asInt()).as(outcome::toString).isEqualTo(PLACES_OF_POOLED.get(bytes));
            }
            if (bytes <= 16_384) {
                assertThat(size.get("places").asInt()).isGreaterThanOrEqualTo(taken.get(bytes));
            }
        }
        assertThat(own).hasSize(5);
        assertThat(taken).as(outcome::toString).isEqualTo(own);
        assertThat(pool.get("inUseBytes").asLong()).isEqualTo(takenBytes);
        assertThat(pool.get("freeBytes").asLong())
                .isEqualTo(pool.get("chunkBytes").asLong()
                        - takenBytes
                        - pool.get("cachedBytes").asLong());
        assertThat(outcome.outLines()).contains("while they work: []").noneMatch(line -> line.contains("failed"));
        assertNothingIsLoaded(outcome, library);
    }

    /** To read a pool runs none of the library's code that has not run before. */
    private static void assertNothingIsLoaded(Outcome outcome, String library) {
        List<String> lines = outcome.outLines();
        assertThat(lines).contains("reading", "read");
        assertThat(lines.subList(lines.indexOf("reading"), lines.indexOf("read")))
                .noneMatch(line -> line.contains(library));
    }
}
