package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.reading.sources.JvmScale.Collector;
import org.junit.jupiter.api.Test;

/** The parts of VM.info that the estimate of the JVM's memory scales with. */
class JvmScaleTest {
    private static final String OF_17 = """
            # JRE version: OpenJDK Runtime Environment (17.0.15+6) (build 17.0.15+6-Debian-1deb12u1)
            # Java VM: OpenJDK 64-Bit Server VM (17.0.15+6, mixed mode, sharing, tiered, compressed oops, g1 gc, linux-amd64)

            GC Precious Log:
             Heap Region Size: 4M
             Parallel Workers: 2
             Concurrent Workers: 1
             Concurrent Refinement Workers: 2
            jvm_args: -Xmx1g -XX:StartFlightRecording=filename=a.jfr
            """;

    @Test
    void ofG1() {
        assertThat(JvmScale.parse(OF_17, 7)).isEqualTo(new JvmScale(17, Collector.G1, 2, true, 7, 0));
        assertThat(JvmScale.collectorText(OF_17)).isEqualTo("g1, 2 threads, regions of 4M");
    }

    @Test
    void ofZ() {
        String text = """
                # JRE version: OpenJDK Runtime Environment Temurin-25 (25.0.3+9) (build 25.0.3+9-LTS)
                # Java VM: OpenJDK 64-Bit Server VM Temurin-25 (25.0.3+9-LTS, mixed mode, tiered, z gc, linux-amd64)
                 GC Workers for Old Generation: 3 (dynamic)
                 GC Workers Max: 4 (dynamic)
                """;
        assertThat(JvmScale.parse(text, 0)).isEqualTo(new JvmScale(25, Collector.Z, 4, false, 0, 0));
    }

    @Test
    void ofAJvmThatDoesNotTell() {
        assertThat(JvmScale.parse("", 0)).isEqualTo(JvmScale.NONE);
        assertThat(JvmScale.collectorText("")).isEmpty();
    }
}
