package io.nmt.testkit;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * A JDK, or a runtime of one, on this machine.
 *
 * @param home its directory
 * @param version as its release file has it
 */
public record Jdk(Path home, Runtime.Version version) {
    static Optional<Jdk> at(Path home) {
        Properties release = new Properties();
        try (Reader in = Files.newBufferedReader(home.resolve("release"))) {
            release.load(in);
            String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
            return Optional.of(new Jdk(home, Runtime.Version.parse(version)));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty(); // not laid out like a JDK of 9 or later ("1.8.0_402" does not parse)
        }
    }

    /** Returns 17, 21, and so on. */
    public int feature() {
        return version.feature();
    }

    /** Returns the program of that name, which may be missing. */
    public Path tool(String name) {
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        return home.resolve("bin").resolve(windows ? name + ".exe" : name);
    }

    boolean hasTools() {
        return Files.isExecutable(tool("jfr")) && Files.isExecutable(tool("jcmd"));
    }

    @Override
    public String toString() {
        return "JDK " + version;
    }
}
