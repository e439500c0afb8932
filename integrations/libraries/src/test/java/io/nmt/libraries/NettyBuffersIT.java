package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.nmt.libraries.programs.NettyBuffers;
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

/** Netty's pooled buffers that are not released: by Netty's count, to the byte if each buffer is sampled. */
class NettyBuffersIT {
    private static final String[] JARS = {"netty-buffer", "netty-common"};
    private static final int EACH_LOST_BYTES = 1024;
    private static final int LOST = 500;
    private static final int ROUNDS = 12;

    // Of a normal distribution, beyond six standard errors is one in 500 million. Ours have longer tails, the fewer
    // samples there are: each round has more than a hundred.
    private static final double CERTAIN = 6;

    static Stream<Arguments> pools() {
        return Jdks.ends()
                .flatMap(jdk -> Stream.of("netty-4.2", "netty-4.1")
                        .flatMap(version ->
                                Stream.of("pooled", "adaptive").map(kind -> Arguments.of(jdk, version, kind))));
    }

    static Stream<Arguments> poolsOf42() {
        return pools().filter(arguments -> arguments.get()[1].equals("netty-4.2"));
    }

    /** A line of the program: our figure with its standard error, Netty's, and of ours what was lost. */
    private record Figures(String label, long ours, long error, long theirs, long lost) {
        static List<Figures> of(Outcome outcome) {
            List<Figures> all = new ArrayList<>();
            for (String line : outcome.outLines()) {
                String[] words = line.split(" ");
                if (words.length == 5 && words[1].matches("\\d+")) {
                    all.add(new Figures(
                            words[0],
                            Long.parseLong(words[1]),
                            Long.parseLong(words[2]),
                            Long.parseLong(words[3]),
                            Long.parseLong(words[4])));
                }
            }
            return all;
        }
    }

    private static ChildJvm jvm(Jdk jdk, String version) {
        List<Path> classPath = version.equals("netty-4.2") ? ClassPath.jars(JARS) : ClassPath.otherJars(version, JARS);
        return ChildJvm.on(jdk)
                .options("-Xmx256m", "-XX:MaxDirectMemorySize=2g")
                .options(LibraryOptions.unsafe(jdk).toArray(String[]::new))
                .classPath(classPath.toArray(Path[]::new));
    }

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("pools")
    void toTheByte(Jdk jdk, String version, String kind) {
        Outcome outcome = jvm(jdk, version)
                .agent("sample=1")
                .run(NettyBuffers.class, kind, "4", "1")
                .expectExit(0);
        List<Figures> all = Figures.of(outcome);
        assertThat(all).as(outcome::toString).hasSize(6);
        for (Figures figures : all) {
            assertThat(figures.ours).as("%s in %s", figures, outcome).isEqualTo(figures.theirs);
            assertThat(figures.error).isZero();
        }
        assertThat(all.get(0).ours).isPositive();
        assertThat(all.get(4).lost).as(outcome::toString).isEqualTo((long) LOST * EACH_LOST_BYTES);
    }

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("pools")
    void estimates(Jdk jdk, String version, String kind) {
        Outcome outcome = jvm(jdk, version)
                .agent("sample=64KB")
                .run(NettyBuffers.class, kind, Integer.toString(ROUNDS), "7")
                .expectExit(0);
        double sum = 0;
        int rounds = 0;
        for (Figures figures : Figures.of(outcome)) {
            if (figures.label.equals("round")) {
                double off = (double) (figures.ours - figures.theirs) / figures.error;
                assertThat(off).as("%s in %s", figures, outcome).isCloseTo(0, within(CERTAIN));
                sum += off;
                rounds++;
            }
        }
        assertThat(rounds).isEqualTo(ROUNDS);
        // What is shared lives for some rounds, so that these are not independent: taken as if they were one.
        assertThat(sum / rounds).as(outcome::toString).isCloseTo(0, within(CERTAIN));
    }

    /** Netty's classes that were loaded before the agent have no field; of older buffers no owner is known. */
    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("poolsOf42")
    void attached(Jdk jdk, String version, String kind) throws Exception {
        try (Child child = jvm(jdk, version).start(NettyBuffers.class, kind, "3", "3", "attached")) {
            Outcome outcome = Latecomer.attachedTo(child);
            List<Figures> all = Figures.of(outcome);
            assertThat(all).as(outcome::toString).hasSize(6);
            assertThat(all.get(0).ours).isZero();
            for (Figures figures : all.subList(1, 4)) {
                assertThat(figures.ours).as("%s in %s", figures, outcome).isPositive();
            }
            assertThat(all.get(4).lost).as(outcome::toString).isEqualTo((long) LOST * EACH_LOST_BYTES);
            assertThat(all.get(5).ours).as(outcome::toString).isLessThanOrEqualTo((long) LOST * EACH_LOST_BYTES);
            if (kind.equals("pooled")) { // Netty does not tell what is in use of adaptive chunks from before the agent
                assertThat(all.get(0).theirs).isPositive();
                assertThat(all.get(5).theirs).as(outcome::toString).isEqualTo((long) LOST * EACH_LOST_BYTES);
            }
        }
    }
}
