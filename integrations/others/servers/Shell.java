import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/** Programs that the comparison runs, on the JDK that runs it. */
final class Shell {
    private Shell() {}

    static ProcessBuilder command(String command, Path home) {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", command)
                .directory(home.toFile())
                .redirectErrorStream(true);
        String java = System.getProperty("java.home");
        builder.environment().put("JAVA_HOME", java);
        builder.environment().merge("PATH", Path.of(java, "bin").toString(), (path, bin) -> bin + ":" + path);
        return builder;
    }

    static void await(ProcessBuilder builder) throws IOException, InterruptedException {
        if (builder.start().waitFor() != 0) {
            throw new IOException(builder.command() + " failed");
        }
    }

    /** Returns its stdout. */
    static String read(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(List.of(command) + " failed");
        }
        return text;
    }

    /** Returns the program of the JDK that runs this. */
    static String jdk(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }

    /** Returns an artifact of Maven Central, kept in the directory. */
    static Path fetch(String artifact, Path directory) throws IOException, InterruptedException {
        String[] parts = artifact.split(":");
        Path file = directory.resolve(
                parts[1] + "-" + parts[2] + (parts.length > 4 ? "-" + parts[4] : "") + "." + parts[3]);
        if (!Files.exists(file)) {
            await(new ProcessBuilder(
                            "mvn",
                            "-q",
                            "-B",
                            "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
                            "-Dartifact=" + artifact,
                            "-DoutputDirectory=" + directory)
                    .inheritIO());
        }
        return file;
    }

    /** Returns the directory that the zip has at its top. */
    static Path unpack(Path zip, Path directory) throws IOException, InterruptedException {
        await(new ProcessBuilder("unzip", "-q", zip.toString(), "-d", directory.toString()).inheritIO());
        File[] top = directory.toFile().listFiles();
        return top[0].toPath();
    }

    static void compile(Path classes, String path, Path... sources) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("--release", "17", "-proc:none", "-parameters", "-cp", path, "-d"));
        arguments.add(classes.toString());
        for (Path source : sources) {
            arguments.add(source.toString());
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        if (ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments.toArray(String[]::new)) != 0) {
            throw new IOException(List.of(sources) + " do not compile: " + said);
        }
    }
}
