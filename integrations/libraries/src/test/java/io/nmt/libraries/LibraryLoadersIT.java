package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.libraries.programs.LibraryLoaders;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Netty and JNA in class loaders of frameworks: they work, and figures equal Netty's own. */
class LibraryLoadersIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Stream<Arguments> loaders() {
        return Jdks.all()
                .flatMap(jdk -> Stream.of("felix", "equinox", "jboss-modules", "tomcat", "layer")
                        .map(kind -> Arguments.of(jdk, kind)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("loaders")
    void fromTheStart(Jdk jdk, String kind, @TempDir Path directory) throws IOException {
        assertFigures(jvm(jdk, kind)
                .agent()
                .run(LibraryLoaders.class, arguments(kind, "late", directory))
                .expectExit(0));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("loaders")
    void attachedToAHealthyProcess(Jdk jdk, String kind, @TempDir Path directory) throws Exception {
        try (Child child =
                jvm(jdk, kind).allowAttach().start(LibraryLoaders.class, arguments(kind, "early", directory))) {
            assertFigures(Latecomer.attachedTo(child));
        }
    }

    private static String[] arguments(String kind, String when, Path directory) {
        List<String> all = new ArrayList<>(List.of(kind, when, directory.toString()));
        for (Path jar : withoutPrograms(ClassPath.jars("netty-common", "netty-buffer", "jna"))) {
            all.add(jar.toString());
        }
        return all.toArray(String[]::new);
    }

    private static List<Path> withoutPrograms(List<Path> path) {
        return path.subList(1, path.size());
    }

    /** Has one framework of OSGi on the class path: both have packages of one name, of which one is signed. */
    private static ChildJvm jvm(Jdk jdk, String kind) {
        ChildJvm jvm = ChildJvm.withoutC2(jdk)
                .classPath(ClassPath.jars(
                                kind.equals("equinox") ? "org.eclipse.osgi" : "org.apache.felix.framework",
                                "jboss-modules",
                                "tomcat-embed-core",
                                "tomcat-annotations-api")
                        .toArray(Path[]::new));
        return jdk.feature() >= 24 ? jvm.options("--enable-native-access=ALL-UNNAMED") : jvm;
    }

    private static void assertFigures(Outcome outcome) throws IOException {
        JsonNode figures = JSON.readTree(after("figures used ", outcome));
        long chunks = 0;
        long inUse = 0;
        for (JsonNode pool : figures.path("pools")) {
            chunks += pool.get("chunkBytes").asLong();
            inUse += pool.get("inUseBytes").asLong();
        }
        assertThat(chunks + " " + inUse).as(outcome::toString).isEqualTo(after("netty used: ", outcome));
        assertThat(chunks).isPositive();
        assertThat(jnaBytes(figures)).as(outcome::toString).isEqualTo(1000);
        assertThat(figures.get("untrackedBlocks").asLong())
                .as(outcome::toString)
                .isZero();
    }

    private static long jnaBytes(JsonNode figures) {
        for (JsonNode category : figures.get("categories")) {
            if (category.get("type").asText().equals("JNA")) {
                return category.get("committed").asLong();
            }
        }
        return 0;
    }

    private static String after(String prefix, Outcome outcome) {
        return outcome.outLines().stream()
                .filter(line -> line.startsWith(prefix))
                .findFirst()
                .map(line -> line.substring(prefix.length()))
                .orElseThrow(() -> new AssertionError("No '" + prefix + "' in " + outcome));
    }
}
