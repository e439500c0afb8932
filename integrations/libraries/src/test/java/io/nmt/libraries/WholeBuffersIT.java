package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.libraries.programs.WholeBuffers;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Buffers of Jetty's and Undertow's pools that are not released: to the byte if each buffer is sampled. */
class WholeBuffersIT {
    private static final int UNKNOWN = -1;

    static Stream<Arguments> pools() {
        return Jdks.ends().flatMap(jdk -> Stream.of("jetty", "undertow").map(library -> Arguments.of(jdk, library)));
    }

    /** A line of the program: what call sites have, what pools say is in use, and what the program knows of. */
    private record Figures(String label, long bySite, long ofPools, long own) {
        static List<Figures> of(Outcome outcome) {
            List<Figures> all = new ArrayList<>();
            for (String line : outcome.outLines()) {
                String[] words = line.split(" ");
                if (words.length == 4 && words[3].matches("\\d+")) {
                    all.add(new Figures(
                            words[0], Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3])));
                }
            }
            return all;
        }
    }

    private static ChildJvm jvm(Jdk jdk) {
        return ChildJvm.on(jdk)
                .options("-Xmx256m", "-XX:MaxDirectMemorySize=1g", "-Xverify:all")
                .classPath(ClassPath.jars(
                                "jetty-io", "jetty-util", "slf4j-api", "undertow-core", "xnio-api", "jboss-logging")
                        .toArray(Path[]::new));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("pools")
    void toTheByte(Jdk jdk, String library) {
        Outcome outcome =
                jvm(jdk).agent("sample=1").run(WholeBuffers.class, library).expectExit(0);
        List<Figures> all = Figures.of(outcome);
        assertThat(all).as(outcome::toString).hasSize(6);
        for (Figures figures : all) {
            assertThat(figures.bySite).as("%s in %s", figures, outcome).isEqualTo(figures.own);
            assertThat(figures.ofPools).as("%s in %s", figures, outcome).isEqualTo(figures.own);
        }
        assertThat(all.get(0).own).isPositive();
        assertThat(all.get(5).own).isZero();
    }

    /** Buffers that were handed out before are known once they are handed out again. */
    @ParameterizedTest
    @ValueSource(strings = {"jetty", "undertow"})
    void attached(String library) throws Exception {
        try (Child child = jvm(Jdks.all().findFirst().orElseThrow()).start(WholeBuffers.class, library, "attached")) {
            Outcome outcome = Latecomer.attachedTo(child);
            List<Figures> all = Figures.of(outcome);
            assertThat(all).as(outcome::toString).hasSize(7);
            assertThat(all.get(0).bySite).isZero();
            for (Figures figures : all.subList(1, 6)) {
                assertThat(figures.bySite).as("%s in %s", figures, outcome).isBetween(1L, figures.own);
                assertThat(figures.ofPools).as("%s in %s", figures, outcome).isEqualTo(UNKNOWN);
            }
            assertThat(all.get(6).bySite).as(outcome::toString).isZero();
        }
    }
}
