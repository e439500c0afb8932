package io.nmt.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.acme.LeakyJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters of real executors, of which one is lost, and what the driver's log says of it. */
class LostExecutorIT {
    private static final long MEGABYTE = 1L << 20;
    private static final String AGENT_OPTION = "-javaagent:" + SparkRun.AGENT;
    private static final Pattern HOLDS = Pattern.compile("executor (\\d+) on host .* holds (\\d+) bytes");

    @TempDir
    private Path directory;

    private boolean killed;

    @Test
    void anExecutorThatFillsTheDirectLimit() throws Exception {
        Path sink = Files.createDirectory(directory.resolve("metrics"));
        List<String> log = new SparkRun(directory)
                .with("spark.plugins", NmtPlugin.class.getName())
                .withExecutorOptions("-XX:MaxDirectMemorySize=260m", AGENT_OPTION)
                .with("spark.metrics.conf.*.sink.csv.class", "org.apache.spark.metrics.sink.CsvSink")
                .with("spark.metrics.conf.*.sink.csv.period", "1")
                .with("spark.metrics.conf.*.sink.csv.directory", sink.toString())
                .run(LeakyJob.class, line -> {}, directory.toString(), "false");
        assertThat(lost(log))
                .matches("WARN NmtPlugin: executor \\d on host localhost was lost \\(Command exited with code 52\\): "
                        + "(just|\\d+ s) before, it held \\d+ MB outside the heap \\(Direct Buffer 2[3-9]\\d MB.*"
                        + "; most at com\\.acme\\.Encoder\\.encode\\(Encoder\\.java:\\d+\\): 2\\d\\d MB"
                        + ".* of Direct Buffer");
        assertThat(log).anyMatch(line -> line.startsWith("    nmt: direct buffer limit: "));
        assertThat(log)
                .anyMatch(line -> line.matches("    1\\. [0-9.]+ MB Direct Buffer: com\\.acme\\.Encoder\\.encode.*"));
        assertThat(log).contains("sum 499500");
        assertThat(gauges(sink))
                .anyMatch(name -> name.endsWith(".0.plugin.io.nmt.spark.NmtPlugin.memory.used.direct_buffer.csv"))
                .anyMatch(name -> name.endsWith(".1.plugin.io.nmt.spark.NmtPlugin.memory.used.total.csv"))
                .anyMatch(name -> name.endsWith(".driver.plugin.io.nmt.spark.NmtPlugin.memory.resident.csv"));
    }

    private static List<String> gauges(Path sink) throws IOException {
        try (Stream<Path> files = Files.list(sink)) {
            return files.map(Path::toString).toList();
        }
    }

    /**
     * The agent is attached by the plugin. The executor is killed as the kernel does it, once it has told the
     * driver.
     */
    @Test
    void anExecutorThatIsKilled() throws Exception {
        List<String> log = new SparkRun(directory)
                .with("spark.plugins", NmtPlugin.class.getName())
                .run(LeakyJob.class, this::killWhenItHoldsAll, directory.toString(), "false");
        assertThat(lost(log))
                .contains("was lost (Command exited with code 137): ")
                .containsPattern("it held 4\\d\\d MB outside the heap \\(Direct Buffer 4")
                .containsPattern("; most at com\\.acme\\.Encoder\\.encode\\(Encoder\\.java:\\d+\\): [34]\\d\\d MB");
        assertThat(log).contains("sum 499500");
    }

    private void killWhenItHoldsAll(String line) {
        Matcher holds = HOLDS.matcher(line);
        if (!killed && holds.find() && Long.parseLong(holds.group(2)) >= 400 * MEGABYTE) {
            killed = true;
            try {
                long pid = Long.parseLong(Files.readString(directory.resolve("first-executor")));
                ProcessHandle.of(pid).orElseThrow().destroyForcibly();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** It leaks until the driver knows of the report of memory pressure, waits for that, and then leaks on. */
    @Test
    void anExecutorThatTheKernelKills() throws Exception {
        try (Container container = Container.withLimit(1000 * MEGABYTE, directory.resolve("jdk"))) {
            assumeTrue(container != null, "a memory cgroup that may be made");
            List<String> log = new SparkRun(directory)
                    .onMaster("local-cluster[1,1,1024]")
                    .with("spark.plugins", NmtPlugin.class.getName())
                    .with("spark.executor.memory", "512m")
                    .with("spark.executorEnv.JAVA_HOME", container.javaHome())
                    .withExecutorOptions("-XX:MaxDirectMemorySize=4g", AGENT_OPTION)
                    .run(LeakyJob.class, this::letItGoOn, directory.toString(), "true");
            assertThat(lost(log))
                    .contains("executor 0 on host localhost was lost (Command exited with code 137): ")
                    .containsPattern(" before, it held \\d+ MB outside the heap \\(Direct Buffer \\d+ MB")
                    .containsPattern("; resident [0-9.]+ [GM]B of [0-9.]+ [GM]B; most at com\\.acme\\.Encoder\\.encode"
                            + "\\(Encoder\\.java:\\d+\\): \\d+ MB .* blocks of Direct Buffer");
            assertThat(log).anyMatch(line -> line.startsWith("    nmt: cgroup limit: "));
            assertThat(log)
                    .anyMatch(
                            line -> line.matches("    1\\. [0-9.]+ MB Direct Buffer: com\\.acme\\.Encoder\\.encode.*"));
            assertThat(log).contains("sum 499500");
        }
    }

    private void letItGoOn(String line) {
        if (line.contains(", and has written ")) {
            try {
                Files.writeString(directory.resolve("go-on"), line);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static String lost(List<String> log) {
        List<String> lost = log.stream()
                .filter(line -> line.startsWith("WARN NmtPlugin: executor "))
                .toList();
        assertThat(lost).as("%s", log).hasSize(1);
        return lost.get(0);
    }

    /** Without the agent's jar, the job runs as ever. */
    @Test
    void anExecutorWithoutTheAgent() throws Exception {
        List<String> log = new SparkRun(directory)
                .with("spark.plugins", NmtPlugin.class.getName())
                .with("spark.jars", SparkRun.PLUGIN)
                .onMaster("local[1]")
                .run(com.acme.Sum.class, line -> {});
        assertThat(log)
                .contains("WARN NmtPlugin: Native memory of executor driver is not tracked: nmt-agent.jar is neither"
                        + " after -javaagent nor among spark.jars, and spark.nmt.agent.jar does not name it")
                .contains("sum 499500");
    }
}
