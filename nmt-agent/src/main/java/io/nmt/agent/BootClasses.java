package io.nmt.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import jdk.internal.misc.Unsafe;

/**
 * Gives the tracker's classes to the boot loader, where instrumented JDK classes can see them.
 *
 * <p>They are defined one by one through the JDK's internal {@code Unsafe.defineClass}. The official ways, {@code
 * appendToBootstrapClassLoaderSearch} and {@code Boot-Class-Path}, switch off class data sharing for the application and
 * make the JVM print a warning.
 */
final class BootClasses {
    /**
     * All classes of nmt-core but those {@link #FOR_LINKER}. The boot loader has no place to find more of them by itself, and one that some other loader
     * defined could not use those here. A class stands after the classes it extends or implements.
     */
    static final String[] NAMES = {
        "io/nmt/core/categories/Category",
        "io/nmt/core/categories/CategoryTable",
        "io/nmt/core/categories/CategoryRule",
        "io/nmt/core/categories/CategoryRules",
        "io/nmt/core/categories/Scope",
        "io/nmt/core/blocks/BlockRecord",
        "io/nmt/core/blocks/BlockVisitor",
        "io/nmt/core/blocks/BlockTable$RawVisitor",
        "io/nmt/core/blocks/BlockTable$Level",
        "io/nmt/core/blocks/BlockTable",
        "io/nmt/core/blocks/LastSlot",
        "io/nmt/core/counters/CounterEntry",
        "io/nmt/core/counters/ThreadCounters",
        "io/nmt/core/counters/CounterSums",
        "io/nmt/core/counters/ThreadId",
        "io/nmt/core/counters/LocalCounters$Use",
        "io/nmt/core/counters/LocalCounters",
        "io/nmt/core/counters/Peaks",
        "io/nmt/core/counters/Counters",
        "io/nmt/core/snapshot/CategoryUsage",
        "io/nmt/core/snapshot/SnapshotDiff$Change",
        "io/nmt/core/snapshot/SnapshotDiff",
        "io/nmt/core/snapshot/Snapshot",
        "io/nmt/core/origins/Origin",
        "io/nmt/core/origins/Origins$Entry",
        "io/nmt/core/origins/Origins",
        "io/nmt/core/tracker/Tracker",
        "io/nmt/core/hooks/UnsafeHooks",
        "io/nmt/core/hooks/ClassHooks$Listener",
        "io/nmt/core/hooks/ClassHooks",
        "io/nmt/core/hooks/JnaHooks",
        "io/nmt/core/hooks/MappingHooks",
        "io/nmt/core/hooks/LinkerUse",
        "io/nmt/core/hooks/ZipHooks",
        "io/nmt/core/alloc/UnsafeHeap",
        "io/nmt/core/alloc/NativeHeap",
        "io/nmt/core/alloc/TrackedAllocator",
        "io/nmt/core/mappings/MappedFile",
        "io/nmt/core/mappings/AddressSpace$Region",
        "io/nmt/core/mappings/AddressSpace",
        "io/nmt/core/mappings/MappedFiles",
        "io/nmt/core/report/Scale",
        "io/nmt/core/report/TextTable",
        "io/nmt/core/report/TextReport",
        "io/nmt/core/report/DetailReport",
        "io/nmt/core/report/JsonReport",
        "io/nmt/core/unreachable/CleaningThread",
        "io/nmt/core/unreachable/FullCollection",
        "io/nmt/core/unreachable/Unreachable$Freed",
        "io/nmt/core/unreachable/Unreachable",
        "io/nmt/core/NativeMemory",
    };

    /** Those that only the hooks of the {@code Linker} use: they are defined when it is used for the first time. */
    static final String[] FOR_LINKER = {
        "io/nmt/core/hooks/NativeBytes",
        "io/nmt/core/hooks/LinkerFunction",
        "io/nmt/core/hooks/LinkerFunctions",
        "io/nmt/core/hooks/LinkerSegments",
        "io/nmt/core/hooks/LinkerMappings",
        "io/nmt/core/hooks/LinkerCalls",
        "io/nmt/core/hooks/LinkerAdapter",
        "io/nmt/core/hooks/LinkerDispatch",
        "io/nmt/core/hooks/LinkerHooks",
    };

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
        define(NAMES);
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
            // JDK 17, if the application has added it: some of its classes are hooked, too.
            Optional<Module> incubator = ModuleLayer.boot().findModule("jdk.incubator.foreign");
            if (incubator.isPresent()) {
                instrumentation.redefineModule(
                        incubator.get(), Set.of(first.getModule()), Map.of(), Map.of(), Set.of(), Map.of());
            }
            defined = true;
        } catch (ClassNotFoundException e) {
            throw new AgentException("the agent's jar cannot be read: " + e);
        }
    }

    /** To be called once, after {@link #define(Instrumentation)}. */
    static void defineForLinker() throws AgentException {
        define(FOR_LINKER);
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

    private static void define(String... names) throws AgentException {
        try (JarFile jar = new JarFile(ownJar(), false, JarFile.OPEN_READ, Runtime.version())) {
            for (String name : names) {
                define(jar, name);
            }
        } catch (IOException | URISyntaxException e) {
            throw new AgentException("the agent's jar cannot be read: " + e);
        }
    }

    private static void define(JarFile jar, String name) throws IOException, AgentException {
        ZipEntry entry = jar.getEntry(name.concat(".class"));
        if (entry == null) {
            throw new AgentException("the agent's jar lacks " + name);
        }
        try (InputStream in = jar.getInputStream(entry)) {
            byte[] bytes = in.readAllBytes();
            Unsafe.getUnsafe().defineClass(name, bytes, 0, bytes.length, null, null);
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
