package io.nmt.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Another agent's jar. */
public final class JarOfAgent {
    private JarOfAgent() {}

    /** Writes classes of the tests' class path, of which the first is the agent. */
    public static void write(Path file, Class<?> agent, Class<?>... more) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), agent.getName());
        manifest.getMainAttributes().put(new Attributes.Name("Can-Retransform-Classes"), "true");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            write(agent, jar);
            for (Class<?> other : more) {
                write(other, jar);
            }
        }
    }

    private static void write(Class<?> type, JarOutputStream jar) throws IOException {
        String file = type.getName().replace('.', '/') + ".class";
        jar.putNextEntry(new JarEntry(file));
        try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
            in.transferTo(jar);
        }
    }
}
