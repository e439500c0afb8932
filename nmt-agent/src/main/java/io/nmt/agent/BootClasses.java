package io.nmt.agent;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import jdk.internal.misc.Unsafe;

/**
 * Gives the tracker's classes to the boot loader, where instrumented JDK classes can see them, and with them those that
 * put the hooks in: there they are not verified, and need no lookup each, which shortens premain.
 *
 * <p>They are defined one by one through the JDK's internal {@code Unsafe.defineClass}. The official ways, {@code
 * appendToBootstrapClassLoaderSearch} and {@code Boot-Class-Path}, switch off class data sharing for the application and
 * make the JVM print a warning. The boot loader has no place to find more classes by itself, and one that some other
 * loader defined could not use those here: so all that may be needed is defined at once, or before it is needed.
 */
final class BootClasses implements Runnable {
    // Entries of the agent's jar, which the build writes.
    private static final String AT_START = "io/nmt/agent/boot-classes";
    private static final String FOR_LINKER = "io/nmt/agent/linker-classes";
    private static final String FOR_LIBRARIES = "io/nmt/agent/library-classes";

    private static final int HEADER_BYTES = Short.BYTES + Short.BYTES + Integer.BYTES;
    private static final int READ_BYTES = 1 << 16;

    private static final String FIRST = "io.nmt.core.categories.Category";

    private static boolean defined;

    private BootClasses() {}

    static void define(Instrumentation instrumentation) throws AgentException {
        if (defined) {
            return;
        }
        Module javaBase = Object.class.getModule();
        // This module is the application's class path: it gets no more than the definition of classes takes.
        export(instrumentation, javaBase, Set.of(), BootClasses.class.getModule(), Map.of());
        define(AT_START);
        try {
            Class<?> first = Class.forName(FIRST, false, BootClasses.class.getClassLoader());
            if (first.getClassLoader() != null) {
                throw new AgentException("the application uses nmt-core already; start it with -javaagent instead of"
                        + " attaching later");
            }
            // For a thread's id, and to look for functions in the process's global scope.
            Set<Module> ours = Set.of(first.getModule());
            Map<String, Set<Module>> opened = Map.of("java.lang", ours, "jdk.internal.loader", ours);
            export(instrumentation, javaBase, ours, first.getModule(), opened);
            letIncubatorRead(first.getModule(), instrumentation);
            defined = true;
        } catch (ClassNotFoundException e) {
            throw new AgentException("the agent's jar cannot be read: " + e);
        }
    }

    /** JDK 17, if the application has added it: some of its classes are hooked, too. */
    private static void letIncubatorRead(Module ours, Instrumentation instrumentation) {
        // Where there is no such module, to look for it takes milliseconds.
        if (Runtime.version().feature() == 17) {
            Optional<Module> incubator = ModuleLayer.boot().findModule("jdk.incubator.foreign");
            if (incubator.isPresent()) {
                instrumentation.redefineModule(incubator.get(), Set.of(ours), Map.of(), Map.of(), Set.of(), Map.of());
            }
        }
    }

    /** To be called once, after {@link #define(Instrumentation)}. */
    static void defineForLinker() throws AgentException {
        define(FOR_LINKER);
    }

    /** Returns what defines those that the hooks of libraries call: to be run once, after {@link #define(Instrumentation)}. */
    static Runnable forLibraries() {
        return new BootClasses();
    }

    @Override
    public void run() {
        try {
            define(FOR_LIBRARIES);
        } catch (AgentException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** Lets the JDK's base module read {@code readable}, and {@code to} use its internal Unsafe. */
    private static void export(
            Instrumentation instrumentation,
            Module javaBase,
            Set<Module> readable,
            Module to,
            Map<String, Set<Module>> opened) {
        instrumentation.redefineModule(
                javaBase, readable, Map.of("jdk.internal.misc", Set.of(to)), opened, Set.of(), Map.of());
    }

    /**
     * Defines the classes that an entry of the jar holds, superclasses and interfaces first: for each the first and the
     * last JDK that it is for, as shorts, its length, and its bytes.
     */
    private static void define(String entryName) throws AgentException {
        try (ZipFile jar = new ZipFile(ownJar())) {
            ZipEntry entry = jar.getEntry(entryName);
            if (entry == null) {
                throw new AgentException("the agent's jar lacks " + entryName);
            }
            try (InputStream in = jar.getInputStream(entry)) {
                define(new DataInputStream(new BufferedInputStream(in, READ_BYTES)), entry.getSize());
            }
        } catch (IOException | URISyntaxException e) {
            throw new AgentException("the agent's jar cannot be read: " + e);
        }
    }

    /** In one array that is used again: until the first collection, what is allocated here is in the process's RSS. */
    private static void define(DataInputStream in, long size) throws IOException {
        int jdk = Runtime.version().feature();
        byte[] bytes = new byte[READ_BYTES];
        long left = size;
        while (left > 0) {
            int firstJdk = in.readShort();
            int lastJdk = in.readShort();
            int length = in.readInt();
            if (length > bytes.length) {
                bytes = new byte[length];
            }
            in.readFully(bytes, 0, length);
            if (firstJdk <= jdk && jdk <= lastJdk) {
                Unsafe.getUnsafe().defineClass(null, bytes, 0, length, null, null);
            }
            left -= HEADER_BYTES + length;
        }
    }

    private static File ownJar() throws URISyntaxException {
        URI location = BootClasses.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        return new File(location);
    }
}
