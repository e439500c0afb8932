package io.nmt.junit;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Sees to it that the agent is in this JVM. Must not use a class of nmt-core: once one is loaded without the agent, the
 * agent cannot be attached any more.
 */
final class TrackedJvm {
    private static final String STATUS = "io.nmt.agent.status";
    private static final String ACTIVE = "active";
    private static final String JAR = "nmt.agent.jar";
    private static final String A_CLASS_OF_IT = "io/nmt/agent/Launcher.class";
    private static final String OPTIONS = "sample=1,peak=exact,pressure=off,history=off";
    private static final long PATIENCE_SECONDS = 60;

    // Why it cannot be, once that was tried.
    private static String problem;

    private TrackedJvm() {}

    /**
     * Attaches the agent, unless it is there. That takes a second.
     *
     * @throws IllegalStateException if that is not possible
     */
    static synchronized void require() {
        if (isTracked()) {
            return;
        }
        if (problem == null) {
            problem = attach();
        }
        if (!isTracked()) {
            throw new IllegalStateException("Native memory is not tracked in this JVM: " + problem
                    + ". Start the JVM that runs the tests with -javaagent:nmt-agent.jar=sample=1,peak=exact");
        }
    }

    static boolean isTracked() {
        return ACTIVE.equals(System.getProperty(STATUS));
    }

    /** Returns why it did not work, if so. By a process of its own: a JVM may not attach to itself. */
    private static String attach() {
        String refused = System.getProperty(STATUS);
        if (refused != null) {
            return refused;
        }
        Path jar = jar();
        if (jar == null) {
            return "neither is nmt-agent.jar on the class path, nor does the system property " + JAR + " name it";
        }
        try {
            Path output = Files.createTempFile("nmt-attach", ".txt");
            try {
                return attach(jar, output);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static String attach(Path jar, Path output) throws IOException {
        ProcessBuilder command = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                jar.toString(),
                "attach",
                Long.toString(ProcessHandle.current().pid()),
                OPTIONS));
        // Options for all JVMs, such as another agent's, are not for this one.
        command.environment().remove("JAVA_TOOL_OPTIONS");
        command.environment().remove("JDK_JAVA_OPTIONS");
        Process process = command.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "attaching the agent took more than " + PATIENCE_SECONDS + " s";
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return "interrupted while the agent was being attached";
        }
        return Files.readString(output, Charset.defaultCharset()).strip().replaceFirst("^nmt: ", "");
    }

    private static Path jar() {
        String named = System.getProperty(JAR);
        if (named != null) {
            return Path.of(named);
        }
        URL location = TrackedJvm.class.getClassLoader().getResource(A_CLASS_OF_IT);
        if (location == null || !location.getProtocol().equals("jar")) {
            return null;
        }
        String url = location.getPath();
        return Path.of(URI.create(url.substring(0, url.indexOf("!/"))));
    }
}
