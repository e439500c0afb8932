package io.nmt.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;

/**
 * Loads the classes of the command line, which the build packs into one entry of the jar. When an application starts
 * with the agent, the JVM looks at each entry of the jar, and that program needs none of them.
 */
final class PackedClasses extends ClassLoader {
    // Written by the build: for each class its name as UTF, its length, and its bytes.
    private static final String ENTRY = "io/nmt/agent/command-classes";

    static {
        registerAsParallelCapable();
    }

    private final ProtectionDomain domain = PackedClasses.class.getProtectionDomain();
    private final String version = PackedClasses.class.getPackage().getImplementationVersion();
    private final Map<String, ByteBuffer> classes;

    private PackedClasses(ClassLoader parent, Map<String, ByteBuffer> classes) {
        super(parent);
        this.classes = classes;
    }

    /** The loader of the command line: of this class, where nothing is packed. */
    static ClassLoader loader() throws IOException {
        ClassLoader own = PackedClasses.class.getClassLoader();
        try (InputStream entry = own.getResourceAsStream(ENTRY)) {
            return entry == null ? own : new PackedClasses(own, read(entry.readAllBytes()));
        }
    }

    private static Map<String, ByteBuffer> read(byte[] packed) {
        Map<String, ByteBuffer> classes = new HashMap<>();
        ByteBuffer all = ByteBuffer.wrap(packed);
        while (all.hasRemaining()) {
            byte[] name = new byte[all.getShort()];
            all.get(name);
            int length = all.getInt();
            classes.put(new String(name, StandardCharsets.UTF_8), all.slice(all.position(), length));
            all.position(all.position() + length);
        }
        return classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        ByteBuffer bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        String packageName = name.substring(0, name.lastIndexOf('.'));
        synchronized (classes) {
            if (getDefinedPackage(packageName) == null) {
                definePackage(packageName, null, null, null, null, version, null, null);
            }
        }
        return defineClass(name, bytes.duplicate(), domain);
    }
}
