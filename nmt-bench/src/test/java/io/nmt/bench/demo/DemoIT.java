package io.nmt.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo programs in JVMs of their own, with the packaged agent. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DemoIT {
    private static final String AGENT_JAR = System.getProperty("nmt.agent.jar");

    @Test
    void theDemoPrintsTheSameWithTheAgentAndWithout() throws Exception {
        String demo = HttpDemo.class.getName();
        String output = java(0, demo, "requests=60");
        assertThat(output)
                .contains("Served 60 requests")
                .contains("Leaked on purpose in \"Leaky Cache\": 24,576 bytes in 6 blocks");
        assertThat(java(0, "-javaagent:" + AGENT_JAR, demo, "requests=60")).isEqualTo(output);
    }

    /** One in 16 KB is sampled, so each leaked block of 4 KiB with 22 %: that none of 60 is has a chance of 3e-7. */
    @Test
    void reportAndRecordingShowTheLeakAndThatAllElseWasFreed() throws Exception {
        assertThat(java(0, DemoLauncher.class.getName(), AGENT_JAR, "requests=600"))
                .containsPattern("(?m)^Leaky Cache +240KB +60 +240KB +60$")
                .containsPattern("(?m)^Session Index +0KB +0 +[1-9][0-9]*KB +[1-9]")
                .containsPattern("(?m)^Unsafe +0KB +0 +[1-9][0-9]*KB +[1-9]")
                .contains(
                        "nmt.NativeMemoryUsage {",
                        "nmt.NativeMemoryUsagePeak {",
                        "nmt.NativeMemoryUsageTotal {",
                        "nmt.NativeMemoryUsageTotalPeak {")
                .containsPattern(
                        "committed = +240.0 kB   count = 60\\R\\RWhat it says: \"Leaky Cache\" (went from \\d+ to|has)"
                                + " 60 blocks, taken at\\R +io\\.nmt\\.bench\\.demo\\.LeakyCache\\.allocate\\("
                                + "LeakyCache\\.java:\\d+\\) \\(its nmt\\.NativeMemorySite, above\\)\\.\\R")
                .containsPattern("nmt.NativeMemorySite \\{\\R[^}]*type = \"Leaky Cache\"\\R[^}]*LeakyCache.allocate")
                // The last lines: where the agent is, and what to type next.
                .containsPattern("\\RThe agent is \\S+/nmt-agent\\.jar\\. Now type:\\R +\\./nmt demo\\R$");
    }

    @Test
    void wrongArgumentsAreUsageErrors() throws Exception {
        assertThat(java(2, HttpDemo.class.getName(), "requests=none")).startsWith("usage: HttpDemo ");
        assertThat(java(2, HttpDemo.class.getName(), "0")).startsWith("usage: HttpDemo ");
        assertThat(java(2, DemoLauncher.class.getName())).startsWith("usage: DemoLauncher ");
    }

    @Test
    void theLauncherEndsWithTheCodeOfTheDemo() throws Exception {
        assertThat(java(2, DemoLauncher.class.getName(), AGENT_JAR, "requests=none"))
                .contains("usage: HttpDemo ")
                .doesNotContain("jfr print");
    }

    /** The output of a JVM to stdout, and if it is to fail, to stderr. */
    private static String java(int expectedExitCode, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        if (expectedExitCode == 0) {
            builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        } else {
            builder.redirectErrorStream(true);
        }
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(expectedExitCode);
        return output;
    }
}
