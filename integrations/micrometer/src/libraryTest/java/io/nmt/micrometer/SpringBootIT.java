package io.nmt.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.testkit.FreePort;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An application of Spring Boot that has nmt-micrometer among its jars, and no code for it. */
class SpringBootIT {
    private static final String POM = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <parent>
                <groupId>org.springframework.boot</groupId>
                <artifactId>spring-boot-starter-parent</artifactId>
                <version>SPRING</version>
                <relativePath/>
              </parent>
              <groupId>demo</groupId>
              <artifactId>demo</artifactId>
              <version>1</version>
              <properties>
                <java.version>17</java.version>
              </properties>
              <dependencies>
                <dependency>
                  <groupId>org.springframework.boot</groupId>
                  <artifactId>spring-boot-starter-webmvc</artifactId>
                </dependency>
                <dependency>
                  <groupId>org.springframework.boot</groupId>
                  <artifactId>spring-boot-starter-actuator</artifactId>
                </dependency>
                <dependency>
                  <groupId>io.micrometer</groupId>
                  <artifactId>micrometer-registry-prometheus</artifactId>
                </dependency>
              </dependencies>
            </project>
            """;

    private static final String APPLICATION = """
            package demo;

            import java.nio.ByteBuffer;
            import org.springframework.boot.SpringApplication;
            import org.springframework.boot.autoconfigure.SpringBootApplication;

            @SpringBootApplication
            public class Application {
                static final ByteBuffer HELD = ByteBuffer.allocateDirect(33_333_333);

                public static void main(String[] arguments) {
                    SpringApplication.run(Application.class, arguments);
                }
            }
            """;

    @TempDir
    private static Path project;

    private static String classPath;

    @BeforeAll
    static void build() throws Exception {
        classPath = classPathOfBuilt();
    }

    @ParameterizedTest
    @MethodSource("io.nmt.micrometer.Jdks#all")
    void theActuatorHasTheMeters(Path jdk, @TempDir Path directory) throws Exception {
        int port = FreePort.find();
        try (Program program = start(jdk, port, Program.agent())) {
            String url = "http://127.0.0.1:" + port + "/actuator/prometheus";
            Exposition text = new Exposition(Http.await(url, body -> body.contains("nmt_memory_used_bytes")));
            assertThat(text.categories().get("Direct Buffer").bytes()).isGreaterThanOrEqualTo(33_333_333);
            assertThat(text.value("nmt_process_rss_bytes")).isGreaterThan(33_333_333);
            assertThat(text.has("nmt_leak_suspects")).isTrue();
            if (PrometheusServer.isInstalled()) {
                try (PrometheusServer prometheus =
                        PrometheusServer.scraping("127.0.0.1:" + port, "/actuator/prometheus", directory)) {
                    assertThat(prometheus.awaitUsed(Set.of("Direct Buffer")).get("Direct Buffer"))
                            .isGreaterThanOrEqualTo(33_333_333);
                }
            }
            assertThat(program.isAlive()).isTrue();
        }
    }

    @Test
    void withoutTheAgentItSaysSoAndRuns() throws Exception {
        int port = FreePort.find();
        try (Program program = start(Path.of(System.getProperty("java.home")), port)) {
            program.awaitLine("No metrics of native memory: the JVM was started without -javaagent");
            assertThat(Http.await("http://127.0.0.1:" + port + "/actuator/prometheus", body -> true))
                    .contains("jvm_memory_used_bytes")
                    .doesNotContain("nmt_");
        }
    }

    private static Program start(Path jdk, int port, String... agent) throws IOException {
        String[] options = Arrays.copyOf(agent, agent.length + 3);
        options[agent.length] = "-Dserver.port=" + port;
        options[agent.length + 1] = "-Dserver.address=127.0.0.1";
        options[agent.length + 2] = "-Dmanagement.endpoints.web.exposure.include=prometheus";
        return Program.start(jdk, classPath, "demo.Application", options);
    }

    /** By Maven, as a user does. Returns the class path that the application runs with. */
    private static String classPathOfBuilt() throws IOException, InterruptedException {
        Files.writeString(
                project.resolve("pom.xml"), POM.replace("SPRING", System.getProperty("nmt.spring-boot.version")));
        Path sources = Files.createDirectories(project.resolve("src/main/java/demo"));
        Files.writeString(sources.resolve("Application.java"), APPLICATION);
        Child.maven(project, "compile", "dependency:copy-dependencies", "-DoutputDirectory=jars");
        return String.join(
                File.pathSeparator,
                project.resolve("target/classes").toString(),
                project.resolve("jars") + "/*",
                Child.nmtMicrometer().toString());
    }
}
