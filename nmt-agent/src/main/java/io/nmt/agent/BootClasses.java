package io.nmt.agent;

import io.nmt.agent.options.AgentException;
import io.nmt.core.internal.hooks.ZipHooks;
import io.nmt.core.internal.jdk.JdkAccess;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Gives the tracker's classes to the boot loader, where instrumented JDK classes can see them, and with them those that
 * put the hooks in: there they are not verified, and need no lookup each, which shortens premain.
 *
 * <p>They are defined one by one through the JDK's internal {@code Unsafe.defineClass}. The official ways, {@code
 * appendToBootstrapClassLoaderSearch} and {@code Boot-Class-Path}, switch off class data sharing for the application
 * and make the JVM print a warning. The boot loader has no place to find more classes by itself, and one that some
 * other loader defined could not use those here: so all that may be needed is defined at once, or before it is needed.
 *
 * <p>No package of the JDK is exported or opened for that: libraries would find it, and then do what they do not do
 * without the agent. Instead, two classes become part of the JDK's base module: {@link ClassDefiner}, and the
 * implementation of {@link JdkAccess}. How the first one gets there is told in {@link FirstClasses}.
 */
final class BootClasses implements Runnable, BiConsumer<byte[], Integer> {
    // Entries of the agent's jar, which the build writes.
    private static final String FIRST = "io/nmt/agent/first-classes";
    private static final String AT_START = "io/nmt/agent/boot-classes";
    private static final String FOR_HOOKS = "io/nmt/agent/hook-classes";
    private static final String FOR_LINKER = "io/nmt/agent/linker-classes";
    private static final String FOR_LIBRARIES = "io/nmt/agent/library-classes";
    private static final String KNOWN_VERSIONS = "io/nmt/agent/known-versions-"; // and the JDK

    private static final int FIRST_JDK_OF_LINKER = 21; // as in HookTable
    private static final int HEADER_BYTES = Short.BYTES + Short.BYTES + Integer.BYTES;
    private static final int READ_BYTES = 1 << 14; // most classes are smaller

    // As the build names it.
    private static final String ACCESS = "jdk.internal.misc.NmtJdkAccess";
    private static final String TRACKERS = "io.nmt.core.model.Category";

    // Null until the first classes are there.
    private static BiConsumer<byte[], Integer> definer;

    private static final String CORE = "io.nmt.core.";
    private static final String OWN_TRACKER =
            "the application uses nmt-core already; start it with -javaagent instead of attaching later";

    private static boolean defined;

    // Read at start, and kept compressed. They are defined by threads of the application, which must not read a file
    // for that.
    private static byte[] forHooks;
    private static byte[] forLinker;
    private static byte[] forLibraries;

    private static byte[] knownVersions;

    private final byte[] classes;

    private BootClasses(byte[] classes) {
        this.classes = classes;
    }

    static void define(Instrumentation instrumentation, boolean attached) throws AgentException {
        if (defined) {
            return;
        }
        try (ZipFile jar = new ZipFile(ownJar())) {
            if (attached) {
                refuseOwnTracker(instrumentation);
            }
            if (definer == null) {
                defineFirst(jar, instrumentation);
                define(jar, AT_START, definer);
                int jdk = Runtime.version().feature();
                forHooks = read(jar, FOR_HOOKS);
                forLinker = jdk < FIRST_JDK_OF_LINKER ? null : read(jar, FOR_LINKER);
                knownVersions = jar.getEntry(KNOWN_VERSIONS + jdk) == null ? null : read(jar, KNOWN_VERSIONS + jdk);
                forLibraries = read(jar, FOR_LIBRARIES);
            }
            Class<?> trackers = Class.forName(TRACKERS, false, BootClasses.class.getClassLoader());
            if (trackers.getClassLoader() != null) {
                throw new AgentException(OWN_TRACKER);
            }
            letIncubatorRead(trackers.getModule(), instrumentation);
            defined = true;
        } catch (IOException | URISyntaxException | ClassNotFoundException e) {
            throw new AgentException("the agent's jar cannot be read: " + e);
        }
    }

    private static void defineFirst(ZipFile jar, Instrumentation instrumentation)
            throws IOException, AgentException, ClassNotFoundException {
        FirstClasses first = new FirstClasses(instrumentation);
        define(jar, FIRST, first);
        if (first.definer() == null) {
            throw new AgentException("this JVM records classes for an archive (AOT cache, CDS), which cannot hold"
                    + " instrumented ones");
        }
        // It hands itself over while it is initialised.
        Class.forName(ACCESS, true, null);
        definer = first.definer();
    }

    /**
     * Before anything is defined: once the boot loader has classes of these names, the application's own loaders find
     * those, and not the rest of their own.
     */
    private static void refuseOwnTracker(Instrumentation instrumentation) throws AgentException {
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (loaded.getClassLoader() != null && loaded.getName().startsWith(CORE)) {
                throw new AgentException(OWN_TRACKER);
            }
        }
    }

    /** JDK 17, if the application has added it: some of its classes are hooked, too. */
    private static void letIncubatorRead(Module ours, Instrumentation instrumentation) {
        if (Runtime.version().feature() == 17) {
            // To look for a module that is not there takes milliseconds.
            for (Module module : ModuleLayer.boot().modules()) {
                if (module.getName().equals("jdk.incubator.foreign")) {
                    instrumentation.redefineModule(module, Set.of(ours), Map.of(), Map.of(), Set.of(), Map.of());
                }
            }
        }
    }

    /**
     * Defines those that the hooks of the Linker call. To be called after {@link #define(Instrumentation, boolean)};
     * again, if it fails.
     */
    static void defineForLinker() throws AgentException {
        new BootClasses(forLinker).define();
    }

    /** The versions with hooks that are known of this JDK's classes; null if there are none. */
    static byte[] knownVersions() {
        return knownVersions;
    }

    /** Returns what defines those that put hooks into class files: to be run as {@link #forLibraries} says. */
    static Runnable forHooks() {
        return new BootClasses(forHooks);
    }

    /**
     * Returns what defines those that the hooks of libraries call: to be run after
     * {@link #define(Instrumentation, boolean)}, once or more often, also by several threads at once.
     */
    static Runnable forLibraries() {
        return new BootClasses(forLibraries);
    }

    @Override
    public void run() {
        try {
            define();
        } catch (AgentException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /**
     * Defines a class, unless it is there: another thread was faster, or this one was interrupted by an error before.
     */
    @Override
    public void accept(byte[] bytes, Integer length) {
        try {
            definer.accept(bytes, length);
        } catch (LinkageError e) {
            return; // should it not be that, the code that uses the class meets it
        }
    }

    private void define() throws AgentException {
        Thread starting = ZipHooks.startsAgent(Thread.currentThread());
        try (InputStream compressed = new ByteArrayInputStream(classes, Integer.BYTES, classes.length);
                InputStream in = new InflaterInputStream(compressed)) {
            define(new BufferedInputStream(in, READ_BYTES), size(classes), this);
        } catch (IOException e) {
            throw new AgentException("the agent's jar is damaged: " + e);
        } finally {
            ZipHooks.startsAgent(starting);
        }
    }

    /** The bytes of an entry that the jar has compressed: its first four. */
    private static int size(byte[] entry) {
        return unsignedShort(entry, 0) << Short.SIZE | unsignedShort(entry, Short.BYTES);
    }

    private static byte[] read(ZipFile jar, String entryName) throws IOException, AgentException {
        ZipEntry entry = entry(jar, entryName);
        byte[] bytes = new byte[(int) entry.getSize()];
        try (InputStream in = jar.getInputStream(entry)) {
            readAll(in, bytes, bytes.length);
        }
        return bytes;
    }

    private static ZipEntry entry(ZipFile jar, String entryName) throws AgentException {
        ZipEntry entry = jar.getEntry(entryName);
        if (entry == null) {
            throw new AgentException("the agent's jar lacks " + entryName);
        }
        return entry;
    }

    /**
     * Defines the classes that an entry of the jar holds, superclasses and interfaces first: for each the first and the
     * last JDK that it is for, as shorts, its length, and its bytes.
     */
    private static void define(ZipFile jar, String entryName, BiConsumer<byte[], Integer> definedBy)
            throws IOException, AgentException {
        ZipEntry entry = entry(jar, entryName);
        try (InputStream in = jar.getInputStream(entry)) {
            define(new BufferedInputStream(in, READ_BYTES), entry.getSize(), definedBy);
        }
    }

    /** In one array that is used again: until the first collection, what is allocated here is in the process's RSS. */
    private static void define(InputStream in, long size, BiConsumer<byte[], Integer> definedBy) throws IOException {
        int jdk = Runtime.version().feature();
        byte[] header = new byte[HEADER_BYTES];
        byte[] bytes = new byte[(int) Math.min(size, READ_BYTES)];
        long left = size;
        while (left > 0) {
            readAll(in, header, HEADER_BYTES);
            int firstJdk = unsignedShort(header, 0);
            int lastJdk = unsignedShort(header, Short.BYTES);
            int length = unsignedShort(header, 2 * Short.BYTES) << Short.SIZE | unsignedShort(header, 3 * Short.BYTES);
            if (length > bytes.length) {
                bytes = new byte[2 * length];
            }
            readAll(in, bytes, length);
            if (firstJdk <= jdk && jdk <= lastJdk) {
                definedBy.accept(bytes, length);
            }
            left -= HEADER_BYTES + length;
        }
    }

    private static void readAll(InputStream in, byte[] bytes, int length) throws IOException {
        if (in.readNBytes(bytes, 0, length) < length) {
            throw new EOFException();
        }
    }

    /** As DataInputStream reads it, which initialises a dozen other classes. */
    private static int unsignedShort(byte[] bytes, int at) {
        return ((bytes[at] & 0xff) << Byte.SIZE) | (bytes[at + 1] & 0xff);
    }

    static File ownJar() throws URISyntaxException {
        URI location = BootClasses.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        return new File(location);
    }
}
