package io.nmt.agent.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.List;

/** An agent that writes classes of the JDK as a JVM hands them to agents: one that is loaded is put together. */
public final class SeenClasses {
    static final String NAMES = "names"; // the file of their names, with slashes
    static final String ON_DISK = ".class"; // as it is loaded
    static final String IN_MEMORY = ".again"; // as it is retransformed

    static final String NOTHING = "nothing"; // in place of the directory: a JVM that records a cache would end

    private SeenClasses() {}

    public static void premain(String directory, Instrumentation instrumentation) throws Exception {
        if (directory.equals(NOTHING)) {
            return;
        }
        Path files = Path.of(directory);
        List<String> names = Files.readAllLines(files.resolve(NAMES));
        instrumentation.addTransformer(new Writer(files, names), true);
        for (String name : names) {
            for (Module module : ModuleLayer.boot().modules()) {
                try (InputStream file = module.getResourceAsStream(name + ".class")) {
                    if (file != null) {
                        Files.copy(file, files.resolve(name.replace('/', '.') + ON_DISK));
                    }
                }
            }
        }
        for (String name : names) {
            if (Files.exists(files.resolve(name.replace('/', '.') + ON_DISK))) { // else another system's
                instrumentation.retransformClasses(Class.forName(name.replace('/', '.'), false, null));
            }
        }
    }

    public static void main(String[] arguments) {}

    record Writer(Path files, List<String> names) implements ClassFileTransformer {
        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
            if (type != null && names.contains(name)) {
                try {
                    Files.write(files.resolve(name.replace('/', '.') + IN_MEMORY), bytes);
                } catch (IOException e) {
                    throw new AssertionError(name + " is not written", e);
                }
            }
            return null;
        }
    }
}
