package io.nmt.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.testkit.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An application of Quarkus, built by its own plugin, that has nmt-micrometer among its jars, and no code for it. */
class QuarkusIT {
    private static final String POM = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>demo</groupId>
              <artifactId>demo</artifactId>
              <version>1</version>
              <properties>
                <maven.compiler.release>17</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <dependencyManagement>
                <dependencies>
                  <dependency>
                    <groupId>io.quarkus.platform</groupId>
                    <artifactId>quarkus-bom</artifactId>
                    <version>QUARKUS</version>
                    <type>pom</type>
                    <scope>import</scope>
                  </dependency>
                </dependencies>
              </dependencyManagement>
              <dependencies>
                <dependency>
                  <groupId>io.quarkus</groupId>
                  <artifactId>quarkus-rest</artifactId>
                </dependency>
                <dependency>
                  <groupId>io.quarkus</groupId>
                  <artifactId>quarkus-micrometer-registry-prometheus</artifactId>
                </dependency>
                <dependency>
                  <groupId>io.nmt</groupId>
                  <artifactId>nmt-micrometer</artifactId>
                  <version>1</version>
                  <scope>system</scope>
                  <systemPath>NMT</systemPath>
                </dependency>
              </dependencies>
              <build>
                <plugins>
                  <plugin>
                    <artifactId>maven-compiler-plugin</artifactId>
                    <version>3.16.0</version>
                  </plugin>
                  <plugin>
                    <groupId>io.quarkus.platform</groupId>
                    <artifactId>quarkus-maven-plugin</artifactId>
                    <version>QUARKUS</version>
                    <extensions>true</extensions>
                    <executions>
                      <execution>
                        <goals>
                          <goal>build</goal>
                        </goals>
                      </execution>
                    </executions>
                  </plugin>
                </plugins>
              </build>
            </project>
            """;

    private static final String BEAN = """
            package demo;

            import io.quarkus.runtime.StartupEvent;
            import jakarta.enterprise.context.ApplicationScoped;
            import jakarta.enterprise.event.Observes;
            import java.nio.ByteBuffer;

            @ApplicationScoped
            public class Held {
                static ByteBuffer held;

                void start(@Observes StartupEvent event) {
                    held = ByteBuffer.allocateDirect(33_333_333);
                }
            }
            """;

    @TempDir
    private static Path project;

    @BeforeAll
    static void build() throws Exception {
        String pom = POM.replace("QUARKUS", System.getProperty("nmt.quarkus.version"))
                .replace("NMT", Child.nmtMicrometer().toString());
        Files.writeString(project.resolve("pom.xml"), pom);
        Path sources = Files.createDirectories(project.resolve("src/main/java/demo"));
        Files.writeString(sources.resolve("Held.java"), BEAN);
        Child.maven(project, "-DskipTests", "package");
    }

    @ParameterizedTest
    @MethodSource("io.nmt.micrometer.Jdks#all")
    void theMetersAreThereIfTheAgentIs(Path jdk) throws Exception {
        int port = FreePort.find();
        try (Program program = start(jdk, port, Program.agent())) {
            program.awaitLine("Listening on");
            Exposition text = new Exposition(Http.await(url(port), body -> body.contains("nmt_memory_used_bytes")));
            assertThat(text.categories().get("Direct Buffer").bytes()).isGreaterThanOrEqualTo(33_333_333);
            assertThat(text.value("nmt_process_rss_bytes")).isGreaterThan(33_333_333);
            assertThat(text.has("nmt_leak_suspects")).isTrue();
        }
    }

    @Test
    void withoutTheAgentItSaysSoAndRuns() throws Exception {
        int port = FreePort.find();
        try (Program program = start(Path.of(System.getProperty("java.home")), port, "-Dwithout.agent=true")) {
            program.awaitLine("No metrics of native memory: the JVM was started without -javaagent");
            assertThat(Http.await(url(port), body -> body.contains("jvm_memory_used_bytes")))
                    .doesNotContain("nmt_");
        }
    }

    private Program start(Path jdk, int port, String option) throws Exception {
        return Program.start(
                jdk,
                project.resolve("target/quarkus-app/quarkus-run.jar").toString(),
                "io.quarkus.bootstrap.runner.QuarkusEntryPoint",
                option,
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.port=" + port);
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port + "/q/metrics";
    }
}
