package io.nmt.bench.startup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A jar of one class. */
final class ClassJar {
    private ClassJar() {}

    /**
     * Writes a jar.
     *
     * @param jar to be written
     * @param type the class
     * @param attribute of the manifest that names the class, such as {@code Premain-Class}
     */
    static void write(Path jar, Class<?> type, String attribute) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name(attribute), type.getName());
        String name = type.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream in = type.getClassLoader().getResourceAsStream(name)) {
            out.putNextEntry(new JarEntry(name));
            in.transferTo(out);
        }
    }
}
