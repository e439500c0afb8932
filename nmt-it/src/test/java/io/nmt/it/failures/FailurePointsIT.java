package io.nmt.it.failures;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.FailurePoints;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.JarOfAgent;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.bytebuddy.jar.asm.ClassReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever call, allocation or branch of the tracker fails, no program notices, and the books stay right. A point that
 * an action passes several times, in a loop, fails at the first {@code nmt.failures.times} of them, 1 if that is not
 * set. In CI, each fails once with a stack overflow and once for want of heap; otherwise a third of them do, with one
 * of the two.
 */
class FailurePointsIT {
    @TempDir
    static Path directory;

    private static Path bootJar;
    private static Path agentJar;

    @BeforeAll
    static void writeAgent() throws IOException {
        bootJar = directory.resolve("failure-point.jar");
        JarOfAgent.write(bootJar, FailurePoint.class);
        agentJar = directory.resolve("failing-agent.jar");
        JarOfAgent.write(agentJar, FailingAgent.class);
    }

    @OnOldestAndNewestJdk
    void withEverySample(Jdk jdk) throws IOException {
        assertHolds(jdk, "sample=1");
    }

    @OnOldestAndNewestJdk
    void withoutSamplesAndWithExactPeaks(Jdk jdk) throws IOException {
        assertHolds(jdk, "sample=0,peak=exact");
    }

    private static void assertHolds(Jdk jdk, String options) throws IOException {
        Path report = directory.resolve("report-" + jdk.feature() + options.replaceAll("\\W", "-") + ".txt");
        Outcome outcome = ChildJvm.withoutC2(jdk)
                .agent(options + ",report=" + report)
                .options("-javaagent:" + agentJar + "=" + bootJar)
                .allowUnsafe()
                .allowSegments()
                .options(
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-Xlog:disable") // the JVM would warn of the longer boot class path
                .classPath(ChildJvm.testClasses(), ChildJvm.locationOf(ClassReader.class))
                .run(
                        FailurePoints.class,
                        System.getProperty("nmt.failures.times", "1"),
                        Boolean.toString(Boolean.getBoolean("nmt.thorough")))
                .expectExit(0);
        assertThat(outcome.outLines())
                .as(outcome::toString)
                .noneMatch(line -> line.startsWith("violation"))
                .last()
                .asString()
                .startsWith("failures ");
        assertThat(Files.readString(report)).contains("Native memory outside the Java heap");
    }
}
