package io.nmt.bench.startup;

import io.nmt.bench.support.Arguments;
import io.nmt.bench.support.MarkdownTable;
import io.nmt.bench.support.Runs;
import io.nmt.bench.support.TemporaryDirectory;
import io.nmt.bench.support.Variant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hello world as a whole process, with an empty agent and with the agent; from JDK 25 on also with an AOT cache that
 * each was trained with. Wall and processor time are those of bash, the peak of resident memory is GNU time's. The
 * variants alternate. Prints a table in Markdown.
 *
 * <pre>
 * java -cp nmt-bench/target/nmt-bench.jar io.nmt.bench.startup.HelloProcesses \
 *         nmt-agent/target/nmt-agent.jar [--quick] [--runs N]
 * </pre>
 */
public final class HelloProcesses {
    private static final int FIRST_JDK_WITH_CACHE = 25;
    private static final String WALL_SECONDS = "wall";
    private static final String USER_SECONDS = "user";
    private static final String SYSTEM_SECONDS = "system";
    private static final String PEAK_KIBIBYTES = "peak";
    private static final String CPU_SECONDS = "cpu";
    private static final Pattern FIGURE = Pattern.compile("figure:(\\w+)=([0-9.]+)");

    private static final String TIMED = String.format(
            "TIMEFORMAT='figure:%s=%%3R figure:%s=%%3U figure:%s=%%3S'; time /usr/bin/time -f figure:%s=%%M \"$@\"",
            WALL_SECONDS, USER_SECONDS, SYSTEM_SECONDS, PEAK_KIBIBYTES);

    private final Path program;

    private HelloProcesses(Path program) {
        this.program = program;
    }

    /**
     * Runs the comparison and prints the table.
     *
     * @param args the agent's jar, {@code --quick}, {@code --runs} and how often each variant is run
     * @throws IOException if a JVM cannot be started
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.parse(HelloProcesses.class, args, 21, 5);
        try (TemporaryDirectory directory = new TemporaryDirectory()) {
            Path program = directory.file("hello.jar");
            Path empty = directory.file("empty.jar");
            ClassJar.write(program, Greeting.class, "Main-Class");
            ClassJar.write(empty, Greeting.class, "Premain-Class");
            new HelloProcesses(program).compare(arguments, "-javaagent:" + empty, directory);
        }
    }

    private void compare(Arguments arguments, String empty, TemporaryDirectory directory)
            throws IOException, InterruptedException {
        List<Variant> variants = new ArrayList<>(
                List.of(Variant.NOTHING, new Variant("empty agent", empty), new Variant("agent", arguments.agent(""))));
        if (Runtime.version().feature() >= FIRST_JDK_WITH_CACHE) {
            variants.add(trained("AOT cache: empty agent", empty, directory.file("empty.aot")));
            variants.add(trained("AOT cache: agent", arguments.agent(""), directory.file("agent.aot")));
        }
        for (Variant variant : variants) {
            start(variant);
        }
        Runs runs = Runs.alternating("Hello", arguments.runs(), variants, this::start);
        arguments.printHeader(
                System.out, variants, "hello world, median of " + arguments.runs() + " processes of each, alternating");
        MarkdownTable table = new MarkdownTable("", "wall time, ms", "processor, ms", "peak RSS, MiB");
        for (Variant variant : variants) {
            table.row(
                    variant.label(),
                    String.format("%.0f", runs.median(variant, WALL_SECONDS) * 1000),
                    String.format("%.0f", runs.median(variant, CPU_SECONDS) * 1000),
                    String.format("%.1f", runs.median(variant, PEAK_KIBIBYTES) / 1024));
        }
        table.print(System.out);
    }

    private Variant trained(String label, String agent, Path cache) throws IOException, InterruptedException {
        start(new Variant("training", "-XX:AOTCacheOutput=" + cache, agent));
        return new Variant(label, "-XX:AOTCache=" + cache, agent);
    }

    private Map<String, Double> start(Variant variant) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", "-c", TIMED, "hello"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(variant.jvmOptions());
        command.addAll(List.of("-jar", program.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0 || !output.contains("hello")) {
            throw new IOException(command + "\n" + output);
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        Matcher figure = FIGURE.matcher(output);
        while (figure.find()) {
            figures.put(figure.group(1), Double.valueOf(figure.group(2)));
        }
        figures.put(CPU_SECONDS, figures.get(USER_SECONDS) + figures.get(SYSTEM_SECONDS));
        return figures;
    }
}
