package io.nmt.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output for a user of Gradle, with the lines of the documentation; if Gradle is installed. */
class GradleIT {
    // The first that runs JUnit 5 by itself.
    private static final Version OLDEST = Version.parse("4.6");
    private static final String BUILD = """
            apply plugin: 'java'

            configurations {
                nmt { transitive = false }
            }
            dependencies {
                testImplementation files(%s)
                nmt files('%s')
            }
            tasks.withType(JavaCompile) {
                sourceCompatibility = '17'
                targetCompatibility = '17'
            }
            test {
                executable = '%s'
                useJUnitPlatform()
                jvmArgs "-javaagent:${configurations.nmt.asPath}=sample=1,peak=exact"
                testLogging { exceptionFormat = 'full' }
                onOutput { test, event -> if (test.className == null) print event.message }
            }
            """;

    @TempDir
    private Path project;

    @Test
    void theFailureAndTheReportAreSeen() throws Exception {
        assumeTrue(isInstalled(), "gradle");
        Matcher version = Pattern.compile("(?m)^Gradle (\\d+(\\.\\d+)+)").matcher(gradle("--version"));
        assumeTrue(version.find() && Version.parse(version.group(1)).compareTo(OLDEST) >= 0, "a newer gradle");

        Files.writeString(project.resolve("settings.gradle"), "rootProject.name = 'demo'\n");
        Files.writeString(project.resolve("build.gradle"), build());
        Path tests = Files.createDirectories(project.resolve("src/test/java/demo"));
        Files.writeString(tests.resolve("CodecTest.java"), SurefireIT.TEST);
        String output = gradle("--offline", "--no-daemon", "test");
        assertThat(output)
                .contains("CodecTest > inflates() FAILED\n"
                        + "    org.opentest4j.AssertionFailedError: Leaked 1 block (about ")
                .contains("bytes) of Zip: CodecTest.inflates(CodecTest.java:15)\n")
                .contains("Native memory: 1 of 2 measured tests leaks:\n", "2 tests completed, 1 failed");
        assertThat(project.resolve("build/test-results/test/TEST-demo.CodecTest.xml"))
                .content()
                .contains("<failure message=\"org.opentest4j.AssertionFailedError: Leaked 1 block (about ")
                .contains("\tat demo.CodecTest.inflates(CodecTest.java:15)");
    }

    private static boolean isInstalled() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "gradle")));
    }

    private static String build() {
        String agent = System.getProperty("nmt.agent.jar");
        List<String> jars = new ArrayList<>(List.of("'" + SurefireIT.junitJar() + "'", "'" + agent + "'"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (new File(entry).getName().matches("(junit-|opentest4j|apiguardian).*")) {
                jars.add("'" + entry + "'");
            }
        }
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return BUILD.formatted(String.join(", ", jars), agent, java);
    }

    /** Runs it on the JDK that it is used with; what it keeps is not in a directory that the test deletes. */
    private String gradle(String... arguments) throws IOException, InterruptedException {
        Path kept = Path.of("target", "gradle").toAbsolutePath();
        List<String> command = new ArrayList<>(List.of("gradle", "--project-cache-dir", kept + "/project"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("GRADLE_USER_HOME", kept.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output.replace(System.lineSeparator(), "\n");
    }
}
