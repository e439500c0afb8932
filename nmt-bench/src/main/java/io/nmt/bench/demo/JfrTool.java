package io.nmt.bench.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The {@code jfr} command of the JDK that runs this program. */
final class JfrTool {
    private final Path directory;

    /**
     * The tool in a directory.
     *
     * @param directory where the recordings are that it is to read
     */
    JfrTool(Path directory) {
        this.directory = directory;
    }

    /** True if it can be run: a Java runtime that is not a JDK may come without it. */
    boolean exists() throws InterruptedException {
        try {
            run("version");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Runs the tool.
     *
     * @param arguments its command line
     * @return the lines it printed
     * @throws IOException if it is missing or failed
     */
    List<String> run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "jfr").toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines;
        try (BufferedReader output = process.inputReader()) {
            lines = output.lines().toList();
        }
        int exitCode = process.waitFor();
        if (exitCode != 0) {
            throw new IOException("jfr " + String.join(" ", arguments) + " exited with code " + exitCode);
        }
        return lines;
    }
}
