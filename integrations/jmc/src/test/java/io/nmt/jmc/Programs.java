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

    /** Whether tests may take a minute. */
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

    /** Starts it with a recording, which the agent takes part in if it has options. */
    static Started start(Path jdk, String agentOptions, Path recording, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                jdk.resolve("bin").resolve("java").toString(),
                "-Xmx64m",
                "-XX:StartFlightRecording:filename=" + recording));
        if (agentOptions != null) {
            command.add("-javaagent:" + System.getProperty("nmt.agent.jar") + "=" + agentOptions);
        }
        if (version(jdk) >= MISC_UNSAFE_OPTION_SINCE) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Taking.class.getName()));
        command.addAll(List.of(arguments));
        return new Started(new ProcessBuilder(command).redirectErrorStream(true).start(), recording);
    }
}
