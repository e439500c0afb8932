package io.nmt.bench.support;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs a program of this class path in a JVM of its own, and reads the figures that it prints. */
public final class ChildJvm {
    /** The figure that is measured from outside: from the start of the process to its end. */
    public static final String WALL_MILLIS = "wall ms";

    private static final String PREFIX = "figure:";
    private static final int FIRST_JDK_WITH_UNSAFE_OPTION = 23;

    private ChildJvm() {}

    /**
     * Called in the child: gives a figure to the process that started it.
     *
     * @param name of the figure, without {@code =}
     * @param value of the figure
     */
    public static void print(String name, double value) {
        System.out.println(PREFIX + name + "=" + value);
    }

    /**
     * Called in the child: gives a figure to the process that started it.
     *
     * @param name of the figure, without {@code =}
     * @param value of the figure
     */
    public static void print(String name, long value) {
        System.out.println(PREFIX + name + "=" + value);
    }

    /**
     * Runs a program and waits for its end.
     *
     * @param jvmOptions of its JVM
     * @param program with a main method
     * @param arguments of the program
     * @return the figures it printed, and {@link #WALL_MILLIS}
     * @throws IOException if it cannot be started or fails
     * @throws InterruptedException if interrupted
     */
    public static Map<String, Double> run(List<String> jvmOptions, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(program.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));

        Map<String, Double> figures = new LinkedHashMap<>();
        StringBuilder output = new StringBuilder();
        boolean inactive = false; // an agent that is costs nothing
        long beginNanos = System.nanoTime();
        Process process = builder.start();
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.append(line).append('\n');
                int equals = line.indexOf('=');
                if (line.startsWith(PREFIX)) {
                    figures.put(line.substring(PREFIX.length(), equals), Double.valueOf(line.substring(equals + 1)));
                }
                inactive |= line.startsWith("nmt: ");
            }
        }
        int exitCode = process.waitFor();
        figures.put(WALL_MILLIS, (System.nanoTime() - beginNanos) / 1e6);
        if (exitCode != 0 || inactive) {
            throw new IOException("exit code " + exitCode + " of " + command + "\n" + output);
        }
        return figures;
    }

    /**
     * The options that let a program use {@code Unsafe} and malloc without a warning of the JVM.
     *
     * @return none before there is such a warning
     */
    public static List<String> quietOptions() {
        return Runtime.version().feature() < FIRST_JDK_WITH_UNSAFE_OPTION
                ? List.of()
                : List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");
    }
}
