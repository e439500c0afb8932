package io.nmt.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A program in a JVM of its own, which answers commands. */
final class Program implements AutoCloseable {
    private static final long MOST_SECONDS = 240;

    private final Process process;
    private final BufferedReader out;
    private final PrintStream in;
    private final Path errors;

    private Program(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /** With the test's own class path. */
    static Program start(Path jdk, Class<?> main, String... options) throws IOException {
        return start(jdk, System.getProperty("java.class.path"), main.getName(), options);
    }

    static Program start(Path jdk, String classPath, String main, String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(jdk.resolve("bin").resolve("java").toString());
        command.add("-Xmx256m");
        // It lives for seconds, of which most are its start.
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        command.add("-Dfile.encoding=UTF-8");
        command.add("-Dstdout.encoding=UTF-8");
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath, main));
        Path errors = Files.createTempFile("nmt-program", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(new File(System.getProperty("java.io.tmpdir")))
                .redirectError(errors.toFile())
                .start();
        // What waits for a line of it then learns that it has ended.
        CompletableFuture.delayedExecutor(MOST_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
        return new Program(process, errors);
    }

    static String agent() {
        return "-javaagent:" + System.getProperty("nmt.agent.jar") + "=history=off,pressure=off";
    }

    /** Reads lines up to one that contains a text, and returns that. */
    String awaitLine(String text) throws IOException {
        StringBuilder before = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.contains(text)) {
                return line;
            }
            before.append(line).append('\n');
        }
        throw new AssertionError("no line '" + text + "' in:\n" + before + errors());
    }

    /** Says a command, and returns the lines of its answer. */
    List<String> ask(String command) throws IOException {
        in.println(command);
        List<String> lines = new ArrayList<>();
        for (String line = out.readLine(); !"end".equals(line); line = out.readLine()) {
            if (line == null) {
                throw new AssertionError("it ended at '" + command + "': " + errors());
            }
            lines.add(line);
        }
        return lines;
    }

    /** The tracker's figures. */
    Map<String, Figures.Usage> figures() throws IOException {
        Map<String, Figures.Usage> figures = new LinkedHashMap<>();
        for (String line : ask("figures")) {
            String[] fields = line.split("\t");
            figures.put(
                    fields[0],
                    new Figures.Usage(Long.parseLong(fields[1]), Long.parseLong(fields[2]), Long.parseLong(fields[3])));
        }
        return figures;
    }

    String errors() throws IOException {
        return Files.readString(errors);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Lets it end by itself. */
    void expectSuccess() throws IOException, InterruptedException {
        in.close();
        assertThat(process.waitFor()).as(errors()).isZero();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
            Files.deleteIfExists(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
