package io.nmt.bench.endtoend;

import io.nmt.bench.support.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The cost of tracking a Quarkus service: memory, start-up time and latency, each as a table of all {@link
 * ServiceVariant}s. Every request of the service allocates and frees 1000 blocks of native memory.
 *
 * <pre>
 * mvn -q package -DskipTests; mvn -q -f nmt-bench/quarkus package
 * java -cp nmt-bench/target/nmt-bench.jar io.nmt.bench.endtoend.EndToEndBenchmark \
 *     nmt-bench/quarkus/target/quarkus-app/quarkus-run.jar nmt-agent/target/nmt-agent.jar [OPTIONS]
 * </pre>
 *
 * <p>Options: {@code --runs N} of each variant, 10 if not given; {@code --quick} for 2 runs with loads of 2 s;
 * {@code -- JVM-OPTION...}, last, for options that the service's JVM gets in all variants.
 *
 * <p>It measures the JDK that it runs on. Linux only; it takes 13 minutes, in which nothing else should run.
 */
public final class EndToEndBenchmark {
    /*
     * A run is a process: start, first answer, memory, a load, the same load again, memory, end. The first load meets a
     * service that has answered one request and mostly interprets its code ("cold"), the second one a service that has
     * answered 251 ("warm").
     *
     * A round is one run of each variant. Each round begins with another one. The first round does not count: it brings
     * files into the page cache and has the client compiled, and its agents print their reports, which prove that they
     * track.
     */
    private static final String HEAP = "512m";
    private static final int FIRST_JDK_WITH_UNSAFE_OPTION = 23;

    private final List<Path> jars = new ArrayList<>();
    private final List<String> jvmOptions = new ArrayList<>();
    private int runs = 10;
    private int loadSeconds = 5;
    private String quarkusVersion = "";

    private EndToEndBenchmark(String[] args) {
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--runs" -> runs = i + 1 < args.length ? Integer.parseInt(args[++i]) : 0;
                case "--quick" -> {
                    runs = 2;
                    loadSeconds = 2;
                }
                case "--" -> {
                    jvmOptions.addAll(List.of(args).subList(i + 1, args.length));
                    i = args.length;
                }
                default -> jars.add(Path.of(args[i]).toAbsolutePath());
            }
        }
    }

    /**
     * Runs the comparison. The table goes to stdout, the figures of each run to stderr.
     *
     * @param args Quarkus' {@code quarkus-run.jar}, the agent's jar, and options
     * @throws IOException if a service does not start, does not answer or does not stop
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        EndToEndBenchmark benchmark = new EndToEndBenchmark(args);
        if (benchmark.jars.size() != 2
                || !benchmark.jars.stream().allMatch(Files::isRegularFile)
                || benchmark.runs < 1) {
            System.err.println("Usage: EndToEndBenchmark quarkus-run.jar nmt-agent.jar [--runs N] [--quick]"
                    + " [-- JVM-OPTION...]");
            System.exit(2);
        }
        benchmark.run();
    }

    private void run() throws IOException, InterruptedException {
        ServiceVariant[] variants = ServiceVariant.values();
        ResultTable table = new ResultTable();
        for (int round = 0; round <= runs; round++) {
            for (int i = 0; i < variants.length; i++) {
                ServiceVariant variant = variants[(i + round) % variants.length];
                boolean rehearsal = round == 0;
                Map<Figure, Double> figures = run(variant, rehearsal);
                System.err.printf("%s %d, %s:", rehearsal ? "rehearsal" : "round", round, variant.label);
                figures.forEach((figure, value) -> System.err.printf(" %s %.3f", figure, value));
                System.err.println();
                if (!rehearsal) {
                    table.add(variant, figures);
                }
            }
        }
        printHeader();
        table.print(System.out);
    }

    private Map<Figure, Double> run(ServiceVariant variant, boolean rehearsal)
            throws IOException, InterruptedException {
        List<String> command = baseCommand();
        variant.addOptions(command, jars.get(1), rehearsal ? "=report=stdout" : "");
        command.add("-jar");
        command.add(jars.get(0).toString());

        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        try (ServiceProcess service = new ServiceProcess(command)) {
            figures.put(Figure.RSS_AT_START, service.rssMebibytes());
            figures.put(Figure.START_UP, service.startUpMillis());
            figures.put(Figure.STARTED_IN, service.startedInMillis());
            quarkusVersion = service.quarkusVersion();

            Histogram cold = OpenLoopLoad.run(service.url(), loadSeconds);
            figures.put(Figure.COLD_MEAN, cold.getMean() / 1e6);
            figures.put(Figure.COLD_P50, millis(cold, 50));
            figures.put(Figure.COLD_P90, millis(cold, 90));
            figures.put(Figure.COLD_P99, millis(cold, 99));

            Histogram warm = OpenLoopLoad.run(service.url(), loadSeconds);
            figures.put(Figure.WARM_MEAN, warm.getMean() / 1e6);
            figures.put(Figure.WARM_P50, millis(warm, 50));
            figures.put(Figure.WARM_P90, millis(warm, 90));
            figures.put(Figure.WARM_P99, millis(warm, 99));
            figures.put(Figure.RSS_AFTER_LOAD, service.rssMebibytes());

            service.stop();
            checkTracking(variant, rehearsal, service.output());
        }
        return figures;
    }

    private static double millis(Histogram latencyNanos, double percentile) {
        return latencyNanos.getValueAtPercentile(percentile) / 1e6;
    }

    /** An agent that is not active costs nothing. */
    private static void checkTracking(ServiceVariant variant, boolean rehearsal, String output) throws IOException {
        boolean complaint = output.startsWith("nmt: ") || output.contains("\nnmt: ");
        boolean reported = output.contains("\nUnsafe ");
        if (complaint || reported != (rehearsal && variant.agent)) {
            throw new IOException(variant.label + ": the agent does not do what it should\n" + output);
        }
    }

    private List<String> baseCommand() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xms" + HEAP);
        command.add("-Xmx" + HEAP);
        if (Runtime.version().feature() >= FIRST_JDK_WITH_UNSAFE_OPTION) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(jvmOptions);
        command.add("-Dquarkus.http.port=0");
        return command;
    }

    private void printHeader() throws IOException {
        List<String> command = baseCommand();
        command.set(0, "java");
        System.out.println("- machine: " + Machine.describe());
        System.out.println("- JDK: " + Machine.jdk());
        System.out.println("- service: Quarkus " + quarkusVersion + ", 1000 blocks of 1 KiB per request");
        System.out.println("- command: " + String.join(" ", command) + " [variant] -jar quarkus-run.jar");
        for (ServiceVariant variant : ServiceVariant.values()) {
            List<String> options = new ArrayList<>();
            variant.addOptions(options, jars.get(1).getFileName(), "");
            System.out.println("  - " + variant.label + ": " + (options.isEmpty() ? "-" : String.join(" ", options)));
        }
        System.out.printf(
                "- load: open loop, %d requests/s for %d s, up to %d at a time; latency from when a request was due%n",
                OpenLoopLoad.REQUESTS_PER_SECOND, loadSeconds, OpenLoopLoad.AT_A_TIME);
        System.out.printf(
                "- warm-up, the same for all: cold = none, the first %1$d s after the first answer; warm = the"
                        + " %1$d s after"
                        + " those%n",
                loadSeconds);
        System.out.printf("- runs: %d of each variant, alternating, each in a new process%n%n", runs);
    }
}
