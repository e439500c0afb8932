package io.nmt.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.junit.cases.RunCases;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tests that were run by JUnit's launcher in a JVM of their own, and what became of them. */
final class CasesRun {
    private static final String EACH_SITE = "sample=1,peak=exact";
    private static final Pattern HOME = Pattern.compile("<jdkHome>(.*)</jdkHome>");

    private final String output;

    private CasesRun(String output) {
        this.output = output;
    }

    /** With the agent from the start, which takes each call site. */
    static CasesRun withAgent(String... arguments) throws IOException, InterruptedException {
        return withAgent(Path.of(System.getProperty("java.home")), EACH_SITE, arguments);
    }

    static CasesRun withAgent(Path jdk, String options, String... arguments) throws IOException, InterruptedException {
        return run(jdk, classPath(), "-javaagent:" + System.getProperty("nmt.agent.jar") + "=" + options, arguments);
    }

    /** A run that the agent is attached to, with JUnit 6. */
    static CasesRun onSix(String... arguments) throws IOException, InterruptedException {
        List<String> path = new ArrayList<>();
        for (String entry : classPath()) {
            if (!new File(entry).getName().matches("(junit-|opentest4j|apiguardian).*")) {
                path.add(entry);
            }
        }
        try (Stream<Path> jars = Files.list(Path.of(System.getProperty("nmt.junit6")))) {
            jars.map(Path::toString).forEach(path::add);
        }
        return run(Path.of(System.getProperty("java.home")), path, "-XX:+EnableDynamicAgentLoading", arguments);
    }

    private static List<String> classPath() {
        return List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    private static CasesRun run(Path jdk, Collection<String> path, String option, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                jdk.resolve("bin").resolve("java").toString(),
                "-Xmx128m",
                option,
                "-Dnmt.agent.jar=" + System.getProperty("nmt.agent.jar"),
                "-cp",
                String.join(File.pathSeparator, path),
                RunCases.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return new CasesRun(output.replace(System.lineSeparator(), "\n"));
    }

    /** The newest JDK that the build has found; the build's own unless programs are to run on others. */
    static Path newestJdk() throws IOException {
        Path own = Path.of(System.getProperty("java.home"));
        Path toolchains = Path.of(System.getProperty("nmt.toolchains"));
        if (!System.getProperty("nmt.jdks").equals("found") || !Files.isRegularFile(toolchains)) {
            return own;
        }
        Path newest = own;
        int newestVersion = Runtime.version().feature();
        Matcher homes = HOME.matcher(Files.readString(toolchains));
        while (homes.find()) {
            Path home = Path.of(homes.group(1));
            Matcher version = Pattern.compile("JAVA_VERSION=\"(\\d+)").matcher(read(home.resolve("release")));
            if (version.find() && Integer.parseInt(version.group(1)) > newestVersion) {
                newest = home;
                newestVersion = Integer.parseInt(version.group(1));
            }
        }
        return newest;
    }

    private static String read(Path file) throws IOException {
        return Files.isRegularFile(file) ? Files.readString(file) : "";
    }

    /** The outcome of a test: its status, and the message with the first frame of the stack trace. */
    String outcome(String test) {
        Matcher found = Pattern.compile("(?ms)^== " + Pattern.quote(test) + "\\(\\) (.*?)(?=^== |\\z)")
                .matcher(output);
        assertThat(found.find()).as(test + " in " + output).isTrue();
        return found.group(1);
    }

    /** The tests that failed. */
    List<String> failed() {
        return Pattern.compile("(?m)^== (\\w+)\\(\\) FAILED$")
                .matcher(output)
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toList());
    }

    /** The output before the outcomes. */
    String report() {
        return output.substring(0, output.indexOf("== "));
    }
}
