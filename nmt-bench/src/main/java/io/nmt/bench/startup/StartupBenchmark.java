package io.nmt.bench.startup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Compares the start of a hello-world JVM without and with the agent: premain from the JVM's call to its return, memory at
 * the end of main, and wall time of the process. The variants alternate, after one run of each that is not counted.
 *
 * <pre>
 * java -cp nmt-bench/target/nmt-bench.jar io.nmt.bench.startup.StartupBenchmark nmt-agent/target/nmt-agent.jar [RUNS]
 * </pre>
 *
 * <p>It measures the JDK that it runs on; Linux only.
 */
public final class StartupBenchmark {
    private static final int DEFAULT_RUNS = 21;

    // The figures of a run.
    private static final int PREMAIN = 0;
    private static final int RSS = 1;
    private static final int WALL = 2;

    private enum Variant {
        NO_AGENT("no agent"),
        AGENT("agent"),
        AGENT_NO_JFR("agent, jfr=false");

        final String label;
        final List<double[]> runs = new ArrayList<>();

        Variant(String label) {
            this.label = label;
        }

        double median(int figure) {
            double[] values =
                    runs.stream().mapToDouble(run -> run[figure]).sorted().toArray();
            return values[values.length / 2];
        }
    }

    private final Path agentJar;
    private final Path bracketJar;

    private StartupBenchmark(Path agentJar, Path bracketJar) {
        this.agentJar = agentJar;
        this.bracketJar = bracketJar;
    }

    /**
     * Runs the comparison and prints a table.
     *
     * @param args the agent's jar and, optionally, how often each variant is run
     * @throws IOException if a JVM cannot be started
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        int runs = args.length > 1 ? Integer.parseInt(args[1]) : DEFAULT_RUNS;
        Path bracketJar = Files.createTempFile("bracket", ".jar");
        try {
            writeBracketJar(bracketJar);
            new StartupBenchmark(Path.of(args[0]).toAbsolutePath(), bracketJar).run(runs);
        } finally {
            Files.delete(bracketJar);
        }
    }

    private static void writeBracketJar(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), PremainBracket.class.getName());
        String name = PremainBracket.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream in = PremainBracket.class.getClassLoader().getResourceAsStream(name)) {
            out.putNextEntry(new JarEntry(name));
            in.transferTo(out);
        }
    }

    private void run(int runs) throws IOException, InterruptedException {
        for (int i = -1; i < runs; i++) {
            for (Variant variant : Variant.values()) {
                // Two JVMs: the bracket needs java.instrument, which is part of what the agent adds.
                double[] bracketed = start(variant, true);
                double[] figures = start(variant, false);
                figures[PREMAIN] = bracketed[PREMAIN];
                if (i >= 0) {
                    variant.runs.add(figures);
                }
            }
        }
        System.out.printf(
                "JDK %s, hello world, median of %d runs, alternating%n", System.getProperty("java.version"), runs);
        System.out.printf("%-25s %10s %10s %10s%n", "", "premain ms", "RSS MiB", "wall ms");
        for (Variant v : Variant.values()) {
            print(v.label, v.median(PREMAIN), v.median(RSS), v.median(WALL));
        }
        for (Variant v : List.of(Variant.AGENT, Variant.AGENT_NO_JFR)) {
            Variant none = Variant.NO_AGENT;
            print(
                    "added: " + v.label,
                    v.median(PREMAIN) - none.median(PREMAIN),
                    v.median(RSS) - none.median(RSS),
                    v.median(WALL) - none.median(WALL));
        }
    }

    private static void print(String label, double premainMillis, double rssMebibytes, double wallMillis) {
        System.out.printf("%-25s %10.1f %10.1f %10.1f%n", label, premainMillis, rssMebibytes, wallMillis);
    }

    private double[] start(Variant variant, boolean bracketed) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (bracketed) {
            command.add("-javaagent:" + bracketJar + "=begin");
        }
        if (variant != Variant.NO_AGENT) {
            command.add("-javaagent:" + agentJar + (variant == Variant.AGENT ? "" : "=jfr=false"));
        }
        if (bracketed) {
            command.add("-javaagent:" + bracketJar + "=end");
        }
        command.addAll(Arrays.asList("-cp", System.getProperty("java.class.path"), HelloWorld.class.getName()));

        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        double[] figures = new double[3];
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith("premain ")) {
                    figures[PREMAIN] = Long.parseLong(line.substring("premain ".length())) / 1e6;
                } else if (line.startsWith("rss ")) {
                    figures[RSS] = Long.parseLong(line.substring("rss ".length())) / 1024.0;
                }
            }
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException("exit code " + process.exitValue() + " of " + command);
        }
        figures[WALL] = (System.nanoTime() - begin) / 1e6;
        return figures;
    }
}
