package io.nmt.jmc;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.jmc.programs.Taking;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Records the program {@link Taking}. */
final class Programs {
    private static final Pattern HOME = Pattern.compile("<jdkHome>(.*)</jdkHome>");
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");
    private static final int MISC_UNSAFE_OPTION_SINCE = 23;

    private Programs() {}

    /** The build's own JDK; and the newest that the build has found, if programs are to run on others. */
    static List<Path> jdks() throws IOException {
        Path own = Path.of(System.getProperty("java.home"));
        Path toolchains = Path.of(System.getProperty("nmt.toolchains"));
        Path newest = own;
        if (isOfAllJdks() && Files.isRegularFile(toolchains)) {
            Matcher homes = HOME.matcher(Files.readString(toolchains));
            while (homes.find()) {
                Path home = Path.of(homes.group(1));
                newest = version(home) > version(newest) ? home : newest;
            }
        }
        return version(newest) == version(own) ? List.of(own) : List.of(own, newest);
    }

    /** True if tests may take long. */
    static boolean isOfAllJdks() {
        return "found".equals(System.getProperty("nmt.jdks"));
    }

    static int version(Path home) throws IOException {
        Path release = home.resolve("release");
        Matcher version = VERSION.matcher(Files.isRegularFile(release) ? Files.readString(release) : "");
        return version.find() ? Integer.parseInt(version.group(1)) : 0;
    }

    /** A program that runs. */
    record Started(Process process, Path recording) {
        /** Its recording, when it has ended. */
        Path await() throws IOException, InterruptedException {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
            return recording;
        }
    }

    /** The options of a run. */
    record Run(Path jdk, Path recording, List<String> jvmOptions, List<String> recordingOptions) {
        /** Without the agent, and with the events that are recorded by default. */
        static Run on(Path jdk, Path recording) {
            return new Run(jdk, recording, List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"), List.of());
        }

        Run withJvm(String option) {
            List<String> options = new ArrayList<>(jvmOptions);
            options.add(option);
            return new Run(jdk, recording, options, recordingOptions);
        }

        Run withAgent(String options) {
            return withJvm("-javaagent:" + System.getProperty("nmt.agent.jar") + "=" + options);
        }

        /** With a setting of the recording, such as {@code jdk.ThreadStart#enabled=true}. */
        Run with(String... settings) {
            List<String> options = new ArrayList<>(recordingOptions);
            options.addAll(List.of(settings));
            return new Run(jdk, recording, jvmOptions, options);
        }

        Started start(String... arguments) throws IOException {
            List<String> command = new ArrayList<>();
            command.add(jdk.resolve("bin").resolve("java").toString());
            command.addAll(jvmOptions);
            command.add("-XX:StartFlightRecording:filename=" + recording
                    + recordingOptions.stream().map(","::concat).collect(Collectors.joining()));
            if (version(jdk) >= MISC_UNSAFE_OPTION_SINCE) {
                command.add("--sun-misc-unsafe-memory-access=allow");
            }
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), Taking.class.getName()));
            command.addAll(List.of(arguments));
            return new Started(
                    new ProcessBuilder(command).redirectErrorStream(true).start(), recording);
        }
    }
}
