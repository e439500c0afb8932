package io.nmt.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A running process: reads its output, talks to it by lines, and ends it after ten minutes at the latest, or
 * {@link ChildJvm#livesFor}. */
public final class Child implements AutoCloseable {
    private final String command;
    private final Process process;
    private final Output out;
    private final Output err;
    private final Writer in;
    private final Deadline deadline;

    Child(List<String> command, File directory, Map<String, String> variables) {
        this(command, directory, variables, new Deadline());
    }

    Child(List<String> command, File directory, Map<String, String> variables, Deadline deadline) {
        this.deadline = deadline;
        this.command = String.join(" ", command);
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory);
        removeJvmOptions(builder);
        builder.environment().putAll(variables);
        try {
            this.process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.out = new Output(process.getInputStream());
        this.err = new Output(process.getErrorStream());
        this.in = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** With these set, every JVM would begin with a line on stderr. */
    static void removeJvmOptions(ProcessBuilder builder) {
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
    }

    /** Runs a program to its end. */
    static Outcome run(List<String> command, File directory, Map<String, String> variables) {
        try (Child child = new Child(command, directory, variables)) {
            return child.await();
        }
    }

    /** Returns the process id. */
    public long pid() {
        return process.pid();
    }

    /** Waits until the process prints that line to stdout. Lines before it are passed over. */
    public void awaitLine(String line) {
        awaitLine(line::equals, line);
    }

    /** Waits until the process prints a line to stdout that begins so, and returns it. */
    public String awaitLineWith(String prefix) {
        return awaitLine(line -> line.startsWith(prefix), prefix + "...");
    }

    /** The same for stderr. */
    public String awaitErrorLineWith(String prefix) {
        return awaitLine(err, line -> line.startsWith(prefix), "'" + prefix + "...' to stderr");
    }

    private String awaitLine(Predicate<String> wanted, String description) {
        return awaitLine(out, wanted, "'" + description + "' to stdout");
    }

    private String awaitLine(Output output, Predicate<String> wanted, String description) {
        try {
            return output.awaitLine(wanted, deadline).orElseThrow(() -> failure("did not print " + description));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes a line to the process' stdin. */
    public void say(String line) {
        try {
            in.write(line + "\n");
            in.flush();
        } catch (IOException e) {
            throw failure("does not read its stdin: " + e);
        }
    }

    /** True while the process runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends the process as {@code kill -9} does. */
    public void kill() {
        process.toHandle().destroyForcibly();
    }

    /** Ends the process as {@code kill} does (SIGTERM). */
    public void terminate() {
        process.toHandle().destroy(); // Process.destroy would stop reading its output, too
    }

    /** Stops the process as {@code kill -STOP} does, and waits until each of its threads has stopped: Linux. */
    public void stop() throws IOException {
        signal("STOP");
        Awaited.until(stopped -> stopped, this::isStopped);
        if (!isStopped()) {
            throw failure("did not stop");
        }
    }

    /** Lets a stopped process go on, as {@code kill -CONT} does. */
    public void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        try (Child kill = ChildJvm.startProgram("kill", "-" + name, Long.toString(pid()))) {
            kill.await().expectExit(0);
        }
    }

    /** The kernel stops thread after thread, the first one not always first. */
    private boolean isStopped() throws IOException {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid()), "task"))) {
            for (Path thread : threads) {
                if (!Files.readString(thread.resolve("status")).contains("State:\tT")) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false; // a thread has just ended
        }
    }

    /** Waits for the end of the process. */
    public Outcome await() {
        try {
            if (!process.waitFor(deadline.millisLeft(), TimeUnit.MILLISECONDS)) {
                throw failure("did not end in time");
            }
            out.join();
            err.join();
            return new Outcome(command, process.exitValue(), out.soFar(), err.soFar());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private AssertionError failure(String what) {
        String state = process.isAlive() ? "It runs." : "It ended with " + process.exitValue() + ".";
        process.destroyForcibly();
        return new AssertionError("The process " + what + ". " + state + "\n" + command + "\n--- stdout\n" + out.soFar()
                + "--- stderr\n" + err.soFar() + "---");
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
