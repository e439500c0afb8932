package io.nmt.bench.demo;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs {@link HttpDemo} under the agent and Flight Recorder, as a user would, then shows what is in the recording.
 * Every figure is the output of the demo, the agent or this JDK's {@code jfr} tool; of the latter, lines are left out,
 * and long ones cut; the leak's growth is one line a second.
 */
public final class DemoLauncher {
    private static final String USAGE = "usage: DemoLauncher AGENT_JAR [SECONDS | requests=N]";
    private static final String RECORDING = "demo.jfr";
    /** A small program: with the usual 512 KB, chance would decide whether its call sites are in the recording. */
    private static final String SAMPLE = "16KB";

    private DemoLauncher() {}

    /**
     * Runs the demo and exits with its code.
     *
     * @param args the agent's jar, then the arguments of {@link HttpDemo}
     * @throws IOException if a process cannot be started or a file not be written
     * @throws InterruptedException if this thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 0) {
            System.err.println(USAGE);
            System.exit(2);
        }
        Path agentJar = Path.of(args[0]);
        Path directory = Files.createTempDirectory("nmt-demo");
        int exitCode;
        try {
            exitCode = runDemo(directory, agentJar, Arrays.asList(args).subList(1, args.length));
            if (exitCode == 0) {
                RecordingView view = new RecordingView(new JfrTool(directory), RECORDING, LeakyCache.NAME);
                exitCode = view.print() ? 0 : 1;
                printWhatToType(agentJar, keep(directory.resolve(RECORDING)));
            }
        } finally {
            Files.deleteIfExists(directory.resolve(RECORDING));
            Files.delete(directory);
        }
        System.exit(exitCode);
    }

    /** Moves the recording to where the demo itself is: the build's directory for what it makes. */
    private static Path keep(Path recording) throws IOException {
        Path kept = classPath().findFirst().orElseThrow().resolveSibling(RECORDING);
        return Files.move(recording, kept, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void printWhatToType(Path agentJar, Path recording) {
        System.out.printf(
                "The recording is kept. In short, and as a page:%n"
                        + "    java -jar %1$s report %2$s%n"
                        + "    java -jar %1$s flamegraph %2$s -o leak.html%n"
                        + "%nThe agent is %1$s. Now type:%n"
                        + "    ./nmt demo%n",
                relative(agentJar), relative(recording));
    }

    /** As the user types it, where the build was called; the build itself runs this elsewhere. */
    private static Path relative(Path file) {
        Path here =
                Path.of(Objects.requireNonNullElse(System.getenv("PWD"), "")).toAbsolutePath();
        Path absolute = file.toAbsolutePath().normalize();
        return absolute.startsWith(here) ? here.relativize(absolute) : absolute;
    }

    private static int runDemo(Path directory, Path agentJar, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(quietOptions());
        command.add("-javaagent:" + agentJar.toAbsolutePath() + "=report=stdout,scale=KB,sample=" + SAMPLE);
        command.add("-XX:StartFlightRecording=filename=" + RECORDING);
        command.add("-cp");
        command.add(classPath().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.add(HttpDemo.class.getName());
        command.addAll(arguments);
        // The recording's name needs no directory, and the user's directory stays clean.
        System.out.println("$ " + shortened(command, agentJar));
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .inheritIO()
                .start()
                .waitFor();
    }

    /** From JDK 24 on, what the demo and Netty do makes the JVM print warnings unless the user agrees. */
    private static List<String> quietOptions() {
        return Runtime.version().feature() < 24
                ? List.of()
                : List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");
    }

    private static Stream<Path> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath());
    }

    /** The command with the names of its files in place of their paths. */
    private static String shortened(List<String> command, Path agentJar) {
        String line = String.join(" ", command)
                .replace(command.get(0), "java")
                .replace(agentJar.toAbsolutePath().toString(), fileName(agentJar));
        for (Path entry : classPath().toList()) {
            line = line.replace(entry.toString(), fileName(entry));
        }
        return line;
    }

    private static String fileName(Path path) {
        return String.valueOf(path.getFileName());
    }
}
