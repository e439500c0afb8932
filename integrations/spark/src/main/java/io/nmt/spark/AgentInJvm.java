package io.nmt.spark;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Sees to it that the agent is in this JVM. Must not use a class of nmt-core: once one is loaded without the agent, the
 * agent cannot be attached any more.
 */
final class AgentInJvm {
    private static final String STATUS = "io.nmt.agent.status";
    private static final String ACTIVE = "active";
    private static final String A_CLASS_OF_IT = "io/nmt/agent/Launcher.class";
    private static final long PATIENCE_SECONDS = 60;

    private AgentInJvm() {}

    static boolean isActive() {
        return ACTIVE.equals(System.getProperty(STATUS));
    }

    /**
     * Attaches the agent, unless it is there: by a process of its own, since a JVM may not attach to itself. That takes
     * a second or two.
     *
     * @param jarName of the agent; empty if it is among Spark's jars
     * @param options of the agent; empty for none
     * @return empty, or why that is not possible
     */
    static String require(String jarName, String options) throws InterruptedException {
        if (isActive()) {
            return "";
        }
        String refused = System.getProperty(STATUS);
        if (refused != null) {
            return refused;
        }
        try {
            Path jar = jarName.isEmpty() ? jar() : Path.of(jarName);
            if (jar == null) {
                return "nmt-agent.jar is neither after -javaagent nor among spark.jars, and spark.nmt.agent.jar does"
                        + " not name it";
            }
            Path output = Files.createTempFile("nmt-attach", ".txt");
            try {
                String said = attach(jar, options, output);
                return isActive() ? "" : said;
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static String attach(Path jar, String options, Path output) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-jar",
                jar.toString(),
                "attach",
                Long.toString(ProcessHandle.current().pid())));
        if (!options.isEmpty()) {
            command.add(options);
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        // Options for all JVMs, such as another agent's, are not for this one.
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return "attaching the agent took more than " + PATIENCE_SECONDS + " s";
            }
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output, Charset.defaultCharset())
                .strip()
                .replaceFirst("^nmt: ", "")
                .replace('\n', ' ');
    }

    private static Path jar() {
        URL location = AgentInJvm.class.getClassLoader().getResource(A_CLASS_OF_IT);
        if (location == null || !location.getProtocol().equals("jar")) {
            return null;
        }
        String url = location.getPath();
        return Path.of(URI.create(url.substring(0, url.indexOf("!/"))));
    }
}
