package io.nmt.bench.endtoend;

import io.nmt.bench.support.TemporaryDirectory;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service in a JVM of its own, from its start until it has ended. */
final class ServiceProcess implements AutoCloseable {
    /*
     * The service listens on a port that the system chooses. It is not polled, which would take processor time from its
     * start: as soon as its log says where it listens, it gets its first request.
     */
    private static final Pattern STARTED =
            Pattern.compile("powered by Quarkus (\\S+)\\) started in ([0-9.]+)s\\. Listening on: (\\S+)");
    private static final Pattern RSS = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    private static final int TIMEOUT_SECONDS = 60;
    /** 128 + SIGTERM. */
    private static final int EXIT_CODE_TERMINATED = 143;

    private final TemporaryDirectory directory;
    private final Process process;
    private final Thread reader;
    private final CompletableFuture<Matcher> started = new CompletableFuture<>();
    private final Queue<String> output = new ConcurrentLinkedQueue<>();

    private double startUpMillis;

    /**
     * Starts the service and waits for the answer to its first request.
     *
     * @param command the command line of its JVM
     * @throws IOException if it does not start or does not answer
     * @throws InterruptedException if interrupted
     */
    ServiceProcess(List<String> command) throws IOException, InterruptedException {
        directory = new TemporaryDirectory();
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.path().toFile()).redirectErrorStream(true);
        builder.redirectInput(new File("/dev/null"));
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        long beginNanos = System.nanoTime();
        process = builder.start();
        reader = new Thread(this::read, "service output");
        reader.setDaemon(true);
        reader.start();
        try {
            started.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            OpenLoopLoad.request(url());
            startUpMillis = (System.nanoTime() - beginNanos) / 1e6;
        } catch (ExecutionException | TimeoutException | IOException e) {
            process.destroyForcibly();
            throw new IOException("the service did not start: " + command + "\n" + output(), e);
        }
    }

    private void read() {
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                Matcher matcher = STARTED.matcher(line);
                if (matcher.find()) {
                    started.complete(matcher);
                }
            }
            started.completeExceptionally(new IOException("it ended"));
        } catch (IOException e) {
            started.completeExceptionally(e);
        }
    }

    /** The URL of a request. */
    URL url() throws MalformedURLException {
        return URI.create(started.join().group(3) + "/allocate").toURL();
    }

    /** The version of Quarkus. */
    String quarkusVersion() {
        return started.join().group(1);
    }

    /** From the start of the process to the end of its first answer. */
    double startUpMillis() {
        return startUpMillis;
    }

    /** Milliseconds of the start by Quarkus's own count, from its main method on. */
    double startedInMillis() {
        return Double.parseDouble(started.join().group(2)) * 1000;
    }

    /** The memory that the process holds now. */
    double rssMebibytes() throws IOException {
        Matcher matcher = RSS.matcher(Files.readString(Path.of("/proc", Long.toString(process.pid()), "status")));
        if (!matcher.find()) {
            throw new IOException("no VmRSS of process " + process.pid());
        }
        return Long.parseLong(matcher.group(1)) / 1024.0;
    }

    /** The output of the service; all of it once it is stopped. */
    String output() {
        return String.join("\n", output);
    }

    /**
     * Stops the service as a container would, with SIGTERM.
     *
     * @throws IOException if it does not end, or ends otherwise than by this signal
     * @throws InterruptedException if interrupted
     */
    void stop() throws IOException, InterruptedException {
        // Process.destroy() would also close the pipe that the service's last words come through.
        process.toHandle().destroy();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("the service does not stop\n" + output());
        }
        reader.join();
        if (process.exitValue() != EXIT_CODE_TERMINATED) {
            throw new IOException("the service ended with exit code " + process.exitValue() + "\n" + output());
        }
    }

    /** Ends the process, if it has not ended, and deletes what it left behind. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        directory.close();
    }
}
