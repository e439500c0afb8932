package io.nmt.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Builds a user's project. */
final class Child {
    private Child() {}

    static void maven(Path project, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                "--batch-mode",
                "--quiet",
                "-Dmaven.repo.local=" + System.getProperty("maven.repo.local")));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    /** Its jar, also where the test has the classes that it is made of. */
    static Path nmtMicrometer() {
        Path classes = Path.of(NativeMemoryMetrics.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        Path jar = Files.isRegularFile(classes)
                ? classes
                : classes.resolveSibling("nmt-micrometer-" + System.getProperty("nmt.version") + ".jar");
        assertThat(jar).isRegularFile();
        return jar;
    }
}
