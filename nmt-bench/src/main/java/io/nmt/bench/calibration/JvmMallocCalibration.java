package io.nmt.bench.calibration;

import io.nmt.bench.support.ChildJvm;
import io.nmt.bench.support.GoalVerdict;
import io.nmt.bench.support.Machine;
import io.nmt.bench.support.MarkdownTable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The error of the estimate of the JVM's memory from malloc: twenty programs, with the estimate and HotSpot's own
 * tracking at the same moment. Prints a table in Markdown.
 *
 * <pre>
 * java -cp nmt-bench/target/nmt-bench.jar io.nmt.bench.calibration.JvmMallocCalibration [REPOSITORY] [OPTIONS]
 * </pre>
 *
 * <p>{@code REPOSITORY} has the libraries that three programs load: Maven's, {@code ~/.m2/repository} unless told.
 * Options: {@code --held-out} runs six others, to which the estimate was not fitted; {@code --raw} prints each figure
 * of each program to stderr.
 */
public final class JvmMallocCalibration {
    private static final double GOAL_SHARE = 0.2;
    private static final long GOAL_BYTES = 10L << 20;
    private static final double GOAL_PROGRAMS = 0.9; // 18 of 20
    private static final int MB = 1 << 20;

    private static final List<CalibratedProgram> PROGRAMS = List.of(
            program("hello world, Serial", "idle", 0, "-XX:+UseSerialGC -Xmx64m"),
            program("hello world, G1", "idle", 0, "-XX:+UseG1GC -Xmx256m"),
            program("hello world, G1, heap of 12 GB", "idle", 0, "-XX:+UseG1GC -Xmx12g"),
            program("hello world, ZGC", "idle", 0, "-XX:+UseZGC -Xmx512m"),
            program("800 MB live, G1, regions of 1 MB", "heap", 800, "-XX:+UseG1GC -Xmx2g -XX:G1HeapRegionSize=1m"),
            program("800 MB live, G1, regions of 16 MB", "heap", 800, "-XX:+UseG1GC -Xmx2g -XX:G1HeapRegionSize=16m"),
            program("800 MB live, Parallel", "heap", 800, "-XX:+UseParallelGC -Xmx2g"),
            program("600 MB live, ZGC", "heap", 600, "-XX:+UseZGC -Xmx2g"),
            program("1,500 threads", "threads", 1500, "-XX:+UseG1GC -Xmx512m -Xss256k"),
            program("5,000 loaders of a class", "loaders", 5000, "-XX:+UseG1GC -Xmx512m"),
            program("40 loaders of 200 classes", "applications", 40, "-XX:+UseParallelGC -Xmx512m"),
            program("20,000 classes", "classes", 20_000, "-XX:+UseSerialGC -Xmx512m"),
            program("10,000 hidden classes", "hidden", 10_000, "-XX:+UseG1GC -Xmx512m"),
            program("1,000 classes with compiled code", "compiled", 1000, "-XX:+UseG1GC -Xmx512m"),
            program("300,000 interned strings", "interned", 300_000, "-XX:+UseSerialGC -Xmx512m"),
            program("2,000 shapes of method handles", "handles", 2000, "-XX:+UseG1GC -Xmx512m"),
            program("a recording of JFR", "compiled", 300, "-XX:+UseG1GC -Xmx512m -XX:StartFlightRecording"),
            program(
                    "Spring, Tomcat: 4,000 classes",
                    "libraries",
                    4000,
                    "-XX:+UseG1GC -Xmx512m",
                    "spring-core",
                    "spring-web",
                    "tomcat-embed-core",
                    "log4j-core"),
            program(
                    "Scala, Spark: 12,000 classes",
                    "libraries",
                    12_000,
                    "-XX:+UseG1GC -Xmx1g",
                    "scala-library",
                    "scala-reflect",
                    "spark-catalyst_2.13",
                    "spark-core_2.13"),
            program("300 scripts of Groovy", "scripts", 300, "-XX:+UseSerialGC -Xmx512m", "groovy"));

    /** To these the estimate was not fitted. */
    private static final List<CalibratedProgram> HELD_OUT = List.of(
            program(
                    "Guava, Jackson, Netty, Kotlin: 6,000 classes",
                    "libraries",
                    6000,
                    "-XX:+UseParallelGC -Xmx512m",
                    "guava",
                    "jackson-databind",
                    "netty-common",
                    "netty-buffer",
                    "kotlin-stdlib"),
            program(
                    "HSQLDB, H2, Lucene: 4,000 classes",
                    "libraries",
                    4000,
                    "-XX:+UseZGC -Xmx1g",
                    "hsqldb",
                    "h2",
                    "lucene-core"),
            program("600 MB live, G1, 8 threads", "heap", 600, "-XX:+UseG1GC -Xmx3g -XX:ParallelGCThreads=8"),
            program(
                    "1,500 classes, C1 alone",
                    "compiled",
                    1500,
                    "-XX:+UseSerialGC -Xmx512m -XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=200m"),
            program("800 threads, ZGC, no archive", "threads", 800, "-XX:+UseZGC -Xmx512m -Xshare:off"),
            program(
                    "100 scripts of Groovy, a recording",
                    "scripts",
                    100,
                    "-XX:+UseG1GC -Xmx1g -XX:StartFlightRecording",
                    "groovy"));

    private JvmMallocCalibration() {}

    /** A program that is run: its name in the table, load, options and the names of libraries. */
    private record CalibratedProgram(
            String name, String load, int count, List<String> options, List<String> libraries) {}

    private static CalibratedProgram program(String name, String load, int count, String options, String... libraries) {
        return new CalibratedProgram(name, load, count, List.of(options.split(" ")), List.of(libraries));
    }

    /**
     * Runs all and prints the table.
     *
     * @param args the directory of the libraries, {@code --held-out}, {@code --raw}
     * @throws IOException if a child fails
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(args));
        boolean raw = arguments.remove("--raw");
        List<CalibratedProgram> programs = arguments.remove("--held-out") ? HELD_OUT : PROGRAMS;
        Path repository = arguments.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".m2", "repository")
                : Path.of(arguments.get(0));
        System.out.println("- machine: " + Machine.describe());
        System.out.println("- JDK: " + Machine.jdk());
        System.out.println();
        MarkdownTable table = new MarkdownTable("program", "HotSpot's tracking, MB", "estimate, MB", "error", "");
        int within = 0;
        int all = 0;
        for (CalibratedProgram program : programs) {
            String jars = jars(repository, program.libraries);
            if (!program.libraries.isEmpty() && jars.isEmpty()) {
                System.err.println(program.name + ": left out, no library in " + repository);
                continue;
            }
            Map<String, Double> figures = run(program, jars);
            if (raw) {
                System.err.println(program.name + "\t" + figures);
            }
            double counted = figures.get(LoadedProgram.COUNTED);
            double error = figures.get(LoadedProgram.ESTIMATE) - counted;
            boolean met = Math.abs(error) <= Math.max(GOAL_BYTES, GOAL_SHARE * counted);
            within += met ? 1 : 0;
            all++;
            table.row(
                    program.name,
                    String.format("%.1f", counted / MB),
                    String.format("%.1f", (counted + error) / MB),
                    String.format("%+.0f %%", 100 * error / counted),
                    GoalVerdict.of(met));
        }
        table.print(System.out);
        System.out.printf(
                "Within 20 %% or 10 MB: %d of %d, goal 9 of 10: %s%n",
                within, all, GoalVerdict.of(within >= GOAL_PROGRAMS * all));
    }

    private static Map<String, Double> run(CalibratedProgram program, String jars)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(program.options);
        options.add("-XX:NativeMemoryTracking=summary");
        return ChildJvm.run(options, LoadedProgram.class, program.load, Integer.toString(program.count), jars);
    }

    /** The newest jar of each library, as a class path; empty if there is none. */
    private static String jars(Path repository, List<String> names) throws IOException {
        List<String> found = new ArrayList<>();
        for (String name : names) {
            String file = ".*/" + name.replace(".", "\\.") + "/[^/]+/" + name.replace(".", "\\.") + "-[0-9.]+\\.jar";
            try (Stream<Path> files = Files.walk(repository)) {
                files.map(Path::toString)
                        .filter(path -> path.matches(file))
                        .sorted()
                        .reduce((one, other) -> other)
                        .ifPresent(found::add);
            }
        }
        return found.stream().collect(Collectors.joining(File.pathSeparator));
    }
}
