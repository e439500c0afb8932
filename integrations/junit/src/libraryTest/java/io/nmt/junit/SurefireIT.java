package io.nmt.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output for a user of Maven. */
class SurefireIT {
    private static final String POM = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>demo</groupId>
              <artifactId>demo</artifactId>
              <version>1</version>
              <properties>
                <maven.compiler.source>17</maven.compiler.source>
                <maven.compiler.target>17</maven.compiler.target>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <dependencies>
                <dependency>
                  <groupId>org.junit.jupiter</groupId>
                  <artifactId>junit-jupiter</artifactId>
                  <version>${junit.version}</version>
                  <scope>test</scope>
                </dependency>
                <dependency>
                  <groupId>io.nmt</groupId>
                  <artifactId>nmt-junit</artifactId>
                  <version>1</version>
                  <scope>system</scope>
                  <systemPath>${nmt.junit.jar}</systemPath>
                </dependency>
                <dependency>
                  <groupId>io.nmt</groupId>
                  <artifactId>nmt-agent</artifactId>
                  <version>1</version>
                  <scope>system</scope>
                  <systemPath>${nmt.agent.jar}</systemPath>
                </dependency>
              </dependencies>
              <build>
                <plugins>
                  <plugin>
                    <artifactId>maven-resources-plugin</artifactId>
                    <version>3.5.0</version>
                  </plugin>
                  <plugin>
                    <artifactId>maven-compiler-plugin</artifactId>
                    <version>3.16.0</version>
                  </plugin>
                  <plugin>
                    <artifactId>maven-surefire-plugin</artifactId>
                    <version>${surefire.version}</version>
                    <configuration>
                      <argLine>-javaagent:${nmt.agent.jar}=sample=1,peak=exact</argLine>
                    </configuration>
                  </plugin>
                </plugins>
              </build>
            </project>
            """;

    static final String TEST = """
            package demo;

            import io.nmt.junit.NoNativeLeaks;
            import java.util.ArrayList;
            import java.util.List;
            import java.util.zip.Inflater;
            import org.junit.jupiter.api.Test;

            @NoNativeLeaks
            class CodecTest {
                static final List<Object> CODECS = new ArrayList<>();

                @Test
                void inflates() {
                    CODECS.add(new Inflater());
                }

                @Test
                void ends() {
                    new Inflater().end();
                }
            }
            """;

    @TempDir
    private Path project;

    @Test
    void theSummaryNamesTheLineThatAllocates() throws Exception {
        Files.writeString(project.resolve("pom.xml"), POM);
        Path tests = Files.createDirectories(project.resolve("src/test/java/demo"));
        Files.writeString(tests.resolve("CodecTest.java"), TEST);
        String output = maven();
        assertThat(output)
                .contains("[ERROR]   CodecTest.inflates:15 Leaked 1 block (about ")
                .contains("bytes) of Zip: CodecTest.inflates(CodecTest.java:15)")
                .contains("Native memory: 1 of 2 measured tests leaks:")
                .contains("Tests run: 2, Failures: 1, Errors: 0, Skipped: 0");
    }

    private String maven() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                        "--batch-mode",
                        "--offline",
                        "-Dmaven.repo.local=" + System.getProperty("maven.repo.local"),
                        "-Djunit.version=" + System.getProperty("nmt.junit.version"),
                        "-Dsurefire.version=" + System.getProperty("nmt.surefire.version"),
                        "-Dnmt.agent.jar=" + System.getProperty("nmt.agent.jar"),
                        "-Dnmt.junit.jar=" + junitJar(),
                        "test"))
                .directory(project.toFile())
                .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isNotZero();
        return output;
    }

    /** The jar, also where the test has the classes that it is made of. */
    static Path junitJar() {
        Path classes = Path.of(NoNativeLeaks.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        return Files.isRegularFile(classes)
                ? classes
                : classes.resolveSibling("nmt-junit-" + System.getProperty("nmt.version") + ".jar");
    }
}
