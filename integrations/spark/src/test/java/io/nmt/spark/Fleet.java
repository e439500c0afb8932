package io.nmt.spark;

import com.acme.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Recordings of real JVMs, each with the agent, as if each had run on a host of its own. About two of three blocks are
 * sampled, so that call sites' figures are estimates.
 */
final class Fleet {
    private static final int AT_ONCE = 2;
    private static final long PATIENCE_SECONDS = 120;

    private final List<Process> running = new ArrayList<>();

    /**
     * Records a service from its start to its end.
     *
     * @param version of the service
     * @param kilobytes that its cache and its index take
     */
    void record(Path file, String host, String version, int... kilobytes) throws IOException, InterruptedException {
        if (running.size() == AT_ONCE) {
            await();
        }
        Files.createDirectories(file.getParent());
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:MaxDirectMemorySize=256m",
                "-XX:+UseSerialGC",
                "-javaagent:" + SparkRun.AGENT + "=sample=64KB",
                "-XX:StartFlightRecording=filename=" + file,
                "-Xlog:disable",
                "-Dapp.version=" + version,
                "-cp",
                System.getProperty("nmt.test.classes"),
                Service.class.getName(),
                Integer.toString(kilobytes[0]),
                Integer.toString(kilobytes[1]));
        builder.environment().put("HOSTNAME", host);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        running.add(builder.redirectErrorStream(true)
                .redirectOutput(file.resolveSibling(file.getFileName() + ".log").toFile())
                .start());
    }

    /** Waits for all that still run. */
    void await() throws InterruptedException {
        for (Process process : running) {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new AssertionError("a service has failed");
            }
        }
        running.clear();
    }
}
