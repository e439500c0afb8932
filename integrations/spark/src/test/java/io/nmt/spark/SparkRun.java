package io.nmt.spark;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.deploy.SparkSubmit;
import org.apache.spark.launcher.JavaModuleOptions;

/** Runs an application as {@code spark-submit} does, with a Spark that is made of the class path's jars. */
final class SparkRun {
    static final String AGENT = System.getProperty("nmt.agent.jar");
    static final String PLUGIN = System.getProperty("nmt.spark.jar");
    private static final Path TEST_CLASSES = Path.of(System.getProperty("nmt.test.classes"));
    private static final Path HOME = Path.of(System.getProperty("nmt.spark.home"));
    private static final long PATIENCE_MINUTES = 15; // of a busy machine; one alone needs seconds

    // Of the driver and of executors, which live for seconds, of which most are their start.
    private static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static Path sparkJars;

    private final Path directory;
    private final Map<String, String> settings = new TreeMap<>();
    private final List<String> driverOptions = new ArrayList<>();
    private String master = "local-cluster[2,1,1024]";

    SparkRun(Path directory) {
        this.directory = directory;
        with("spark.ui.enabled", "false");
        with("spark.jars", PLUGIN + "," + AGENT);
        withExecutorOptions();
    }

    SparkRun with(String setting, String value) {
        settings.put(setting, value);
        return this;
    }

    SparkRun onMaster(String name) {
        master = name;
        return this;
    }

    SparkRun withExecutorOptions(String... options) {
        return with(
                "spark.executor.extraJavaOptions",
                Stream.concat(SHORT_LIVED.stream(), Stream.of(options)).collect(Collectors.joining(" ")));
    }

    SparkRun withDriverOption(String option) {
        driverOptions.add(option);
        return this;
    }

    /** Returns the driver's output, of which each line is shown to someone at once. */
    List<String> run(Class<?> application, Consumer<String> eachLine, String... args)
            throws IOException, InterruptedException {
        Path jars = sparkJars();
        Path home = home(jars);
        Path properties = Files.write(
                directory.resolve("spark.conf"),
                settings.entrySet().stream()
                        .map(setting -> setting.getKey() + " " + setting.getValue())
                        .toList());
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
        command.addAll(SHORT_LIVED);
        command.addAll(driverOptions);
        command.addAll(List.of(
                "-Dlog4j2.configurationFile=" + TEST_CLASSES.resolve("log4j2.properties"),
                "-cp",
                jars + File.separator + "*",
                SparkSubmit.class.getName(),
                "--master",
                master,
                "--properties-file",
                properties.toString(),
                "--class",
                application.getName(),
                applicationJar().toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_HOSTNAME", "localhost");
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        return output(builder.start(), eachLine);
    }

    private static List<String> output(Process process, Consumer<String> eachLine)
            throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        // A cluster whose executors cannot start makes new ones for ever.
        CompletableFuture<Void> end = CompletableFuture.runAsync(
                process::destroyForcibly, CompletableFuture.delayedExecutor(PATIENCE_MINUTES, TimeUnit.MINUTES));
        try (BufferedReader in = process.inputReader()) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
                eachLine.accept(line);
            }
            if (process.waitFor() != 0) {
                throw new AssertionError("Spark has failed:\n" + String.join("\n", lines));
            }
            return lines;
        } finally {
            end.cancel(false);
            process.destroyForcibly();
        }
    }

    /**
     * A home of this run alone: two applications that start in one second have one name, and would share executors'
     * files.
     */
    private static Path home(Path jars) throws IOException {
        Path home = Files.createTempDirectory(HOME, "run"); // stays, as executors may outlive the driver for a moment
        Files.createSymbolicLink(home.resolve("jars"), jars.toAbsolutePath());
        return home;
    }

    /** Made once, as runs may stand side by side. */
    private static synchronized Path sparkJars() throws IOException {
        if (sparkJars != null) {
            return sparkJars;
        }
        Path jars = Files.createDirectories(HOME.resolve("jars"));
        try (Stream<Path> earlier = Files.list(jars)) {
            for (Path link : earlier.toList()) {
                Files.delete(link);
            }
        }
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path jar = Path.of(entry);
            String name = jar.getFileName().toString();
            if (name.endsWith(".jar") && !name.startsWith("nmt-") && !name.startsWith("surefire")) {
                Files.createSymbolicLink(jars.resolve(name), jar);
            }
        }
        sparkJars = jars;
        return jars;
    }

    private Path applicationJar() throws IOException {
        Path jar = directory.resolve("acme.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> classes = Files.list(TEST_CLASSES.resolve("com/acme"))) {
            for (Path each : classes.toList()) {
                out.putNextEntry(new JarEntry("com/acme/" + each.getFileName()));
                out.write(Files.readAllBytes(each));
            }
        }
        return jar;
    }
}
