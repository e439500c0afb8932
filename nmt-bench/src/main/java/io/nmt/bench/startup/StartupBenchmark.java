package io.nmt.bench.startup;

import io.nmt.bench.support.Arguments;
import io.nmt.bench.support.ChildJvm;
import io.nmt.bench.support.Runs;
import io.nmt.bench.support.TemporaryDirectory;
import io.nmt.bench.support.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Compares the start of a hello-world JVM without and with an empty agent, the agent and a flight recording: premain
 * from the JVM's call to its return, memory at the end of main, and wall time of the process. The variants alternate,
 * after one run of each that is not counted. Prints tables in Markdown.
 *
 * <pre>
 * java -cp nmt-bench/target/nmt-bench.jar io.nmt.bench.startup.StartupBenchmark \
 *         nmt-agent/target/nmt-agent.jar [--quick] [--runs N]
 * </pre>
 *
 * <p>It measures the JDK that it runs on; Linux only.
 */
public final class StartupBenchmark {
    static final String PREMAIN_NANOS = "premain";
    static final String RSS_KIBIBYTES = "rss";

    private final Path bracketJar;
    private final StartupVariants variants;

    private StartupBenchmark(Path bracketJar, StartupVariants variants) {
        this.bracketJar = bracketJar;
        this.variants = variants;
    }

    /**
     * Runs the comparison and prints the tables.
     *
     * @param args the agent's jar, {@code --quick}, {@code --runs} and how often each variant is run
     * @throws IOException if a JVM cannot be started
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.parse(StartupBenchmark.class, args, 21, 5);
        try (TemporaryDirectory directory = new TemporaryDirectory()) {
            Path bracketJar = directory.file("bracket.jar");
            ClassJar.write(bracketJar, PremainBracket.class, "Premain-Class");
            StartupVariants variants = new StartupVariants(arguments, directory.file("startup.jfr"), bracketJar);
            StartupBenchmark benchmark = new StartupBenchmark(bracketJar, variants);
            for (Variant variant : variants.all()) {
                benchmark.start(variant);
            }
            Runs runs = Runs.alternating("Start", arguments.runs(), variants.all(), benchmark::start);
            arguments.printHeader(
                    System.out,
                    variants.all(),
                    "hello world, median of " + arguments.runs() + " JVMs of each, alternating");
            new StartupTables(System.out, runs, variants).print();
        }
    }

    /** Two JVMs where there is a premain: its bracket needs java.instrument, which is part of what the agent adds. */
    private Map<String, Double> start(Variant variant) throws IOException, InterruptedException {
        Map<String, Double> figures = ChildJvm.run(variant.jvmOptions(), HelloWorld.class);
        if (variants.hasAgent(variant)) {
            List<String> bracketed = new ArrayList<>(variant.jvmOptions());
            bracketed.add(0, "-javaagent:" + bracketJar + "=begin");
            bracketed.add("-javaagent:" + bracketJar + "=end");
            figures.put(PREMAIN_NANOS, ChildJvm.run(bracketed, HelloWorld.class).get(PREMAIN_NANOS));
        }
        return figures;
    }
}
