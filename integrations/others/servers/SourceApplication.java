import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An application whose developer changes its source: dev mode of Quarkus, devtools of Spring Boot. */
final class SourceApplication implements Application {
    private static final String DEPENDENCIES = """
                <dependency>
                  <groupId>io.netty</groupId><artifactId>netty-buffer</artifactId>
                </dependency>
                <dependency>
                  <groupId>com.github.luben</groupId><artifactId>zstd-jni</artifactId><version>1.5.7-9</version>
                </dependency>
                <dependency>
                  <groupId>net.java.dev.jna</groupId><artifactId>jna</artifactId><version>5.18.1</version>
                </dependency>
            """;

    private static final String QUARKUS = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>app</groupId>
              <artifactId>app</artifactId>
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
                    <version>3.37.4</version>
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
            DEPENDENCIES
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
                    <version>3.37.4</version>
                    <extensions>true</extensions>
                    <executions><execution><goals><goal>build</goal></goals></execution></executions>
                  </plugin>
                </plugins>
              </build>
            </project>
            """;

    private static final String SPRING = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <parent>
                <groupId>org.springframework.boot</groupId>
                <artifactId>spring-boot-starter-parent</artifactId>
                <version>4.1.2</version>
                <relativePath/>
              </parent>
              <groupId>app</groupId>
              <artifactId>app</artifactId>
              <version>1</version>
              <properties><java.version>17</java.version></properties>
              <dependencies>
                <dependency>
                  <groupId>org.springframework.boot</groupId>
                  <artifactId>spring-boot-starter-webmvc</artifactId>
                </dependency>
                <dependency>
                  <groupId>org.springframework.boot</groupId>
                  <artifactId>spring-boot-devtools</artifactId>
                </dependency>
            DEPENDENCIES
              </dependencies>
            </project>
            """;

    private static final String JAX_RS = """
            package app;

            import jakarta.ws.rs.GET;
            import jakarta.ws.rs.Path;

            @Path("/")
            public class Application {
                private static final java.nio.ByteBuffer HELD = java.nio.ByteBuffer.allocateDirect(1 << 16);

                @GET
                @Path("app/index.html")
                public String page() {
                    return HELD == null ? "" : "hello VERSION";
                }

                @GET
                @Path("libraries/index.html")
                public String libraries() {
                    return Libraries.page();
                }
            }
            """;

    private static final String MVC = """
            package app;

            import org.springframework.boot.SpringApplication;
            import org.springframework.boot.autoconfigure.SpringBootApplication;
            import org.springframework.web.bind.annotation.GetMapping;
            import org.springframework.web.bind.annotation.RestController;

            @SpringBootApplication
            @RestController
            public class Application {
                private static final java.nio.ByteBuffer HELD = java.nio.ByteBuffer.allocateDirect(1 << 16);

                public static void main(String[] arguments) {
                    SpringApplication.run(Application.class, arguments);
                }

                @GetMapping("/app/index.html")
                public String page() {
                    return HELD == null ? "" : "hello VERSION";
                }

                @GetMapping("/libraries/index.html")
                public String libraries() {
                    return Libraries.page();
                }
            }
            """;

    private static final String PART = """
            package app;

            public class Libraries {
                private static final java.util.List<Object> HELD = new java.util.ArrayList<>();

                static synchronized String page() {
                    if (HELD.isEmpty()) {
            STATEMENTS
                    }
                    return "libraries";
                }
            }
            """;

    private final Server server;
    private final boolean quarkus;

    SourceApplication(Server server) {
        this.server = server;
        this.quarkus = server.name().startsWith("quarkus");
    }

    @Override
    public void prepare(Path home, Path directory) throws IOException {
        String pom = quarkus ? QUARKUS : SPRING;
        Files.writeString(home.resolve("pom.xml"), pom.replace("DEPENDENCIES", DEPENDENCIES));
        Path sources = Files.createDirectories(home.resolve(server.deployed()).getParent());
        Files.writeString(sources.resolve("Libraries.java"), PART.replace("STATEMENTS", HOLD));
    }

    /** Quarkus compiles by itself; devtools waits for new classes. */
    @Override
    public void deploy(Path home, int version) throws Exception {
        Path source = write(home, version);
        if (!quarkus) {
            String path = "target/classes:" + Files.readString(home.resolve("path.txt"));
            Shell.compile(home.resolve("target/classes"), path.replace("target", home + "/target"), source);
        }
    }

    private Path write(Path home, int version) throws IOException {
        String text = (quarkus ? JAX_RS : MVC).replace("VERSION", Integer.toString(version));
        return Files.writeString(home.resolve(server.deployed()), text);
    }

    /** They are in the first part already, and allocate when their page is read. */
    @Override
    public void deployLibraries(Path home) {}
}
