package io.nmt.jmh;

import java.net.URI;
import java.net.URL;
import java.nio.file.Path;

/** The agent's jar, and whether it is at work. */
final class AgentJar {
    private static final String JAR = "nmt.agent.jar";
    private static final String A_CLASS_OF_IT = "io/nmt/agent/Launcher.class";

    private AgentJar() {}

    static boolean isActive() {
        return "active".equals(System.getProperty("io.nmt.agent.status"));
    }

    /**
     * The path of the jar.
     *
     * @throws IllegalStateException if it is not found
     */
    static String find() {
        String named = System.getProperty(JAR);
        if (named != null) {
            return named;
        }
        URL location = AgentJar.class.getClassLoader().getResource(A_CLASS_OF_IT);
        if (location == null || !location.getProtocol().equals("jar")) {
            throw new IllegalStateException("nmt-agent.jar is not on the class path; name it:"
                    + " -prof io.nmt.jmh.NmtProfiler:agent=/path/to/nmt-agent.jar");
        }
        String url = location.getPath();
        return Path.of(URI.create(url.substring(0, url.indexOf("!/")))).toString();
    }
}
