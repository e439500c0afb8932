package io.nmt.agent.instrument;

import static io.nmt.agent.instrument.NativeMemoryUse.What.ALLOCATES;
import static io.nmt.agent.instrument.NativeMemoryUse.What.FREES;
import static io.nmt.agent.instrument.NativeMemoryUse.What.LINKS;
import static io.nmt.agent.instrument.NativeMemoryUse.What.MAPS;
import static io.nmt.agent.instrument.NativeMemoryUse.What.REALLOCATES;
import static io.nmt.agent.instrument.NativeMemoryUse.What.ZIPS;

import io.nmt.agent.instrument.NativeMemoryUse.What;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The JDKs' uses of native memory that need no row of the {@link HookTable}, with reasons. */
final class Exclusions {
    static final List<Exclusion> LIST = List.of(
            exclude("sun/misc/Unsafe", "calls jdk.internal.misc.Unsafe, which counts", ALLOCATES, REALLOCATES, FREES),
            exclude(
                    "java/nio/DirectByteBuffer",
                    "Bits.reserveMemory, which it calls before, gives the label",
                    ALLOCATES,
                    FREES),
            exclude("java/nio/DirectByteBuffer$Deallocator", "frees what DirectByteBuffer took", FREES),
            exclude("sun/nio/ch/AllocatedNativeObject", "frees what NativeObject, which it extends, took", FREES),

            // Counted, but as the application's. Each row would have its class loaded at start-up.
            exclude("sun/awt/X11/*", "counted as Unsafe: small structures of X11, in 80 classes", ALLOCATES, FREES),
            exclude("sun/java2d/marlin/OffHeapArray", "counted as Unsafe", ALLOCATES, REALLOCATES, FREES),
            exclude("sun/java2d/pipe/RenderBuffer", "counted as Unsafe: once for each pipeline", ALLOCATES),
            exclude("jdk/vm/ci/hotspot/*", "counted as Unsafe: JVMCI is off by default", ALLOCATES, FREES),
            exclude(
                    "jdk/internal/foreign/abi/x64/sysv/SysVVaList",
                    "counted as Unsafe: 24 bytes once",
                    ALLOCATES,
                    FREES),
            exclude(
                    "jdk/internal/foreign/abi/aarch64/linux/LinuxAArch64VaList",
                    "counted as Unsafe: 32 bytes once",
                    ALLOCATES,
                    FREES),

            // Called something with "map", or returning a buffer
            exclude("java/lang/System", "mapLibraryName gives a library its file name", MAPS),
            exclude("sun/nio/ch/FileDispatcherImpl", "asks whether the system can copy what is mapped", MAPS),
            exclude("sun/awt/X11/XlibWrapper", "maps of keys and of a pointer's buttons", MAPS),
            exclude("jdk/vm/ci/hotspot/CompilerToVM", "maps of objects in compiled code, and of constants", MAPS),
            exclude("jdk/internal/jimage/NativeImageBuffer", "the JVM's own view of lib/modules", MAPS),
            exclude("jdk/internal/perf/Perf", "the JVM's own performance counters", MAPS),

            // In java.util.zip
            exclude("java/util/zip/Adler32", "a checksum: it has no stream, and its state is an int", ZIPS),
            exclude("java/util/zip/CRC32", "a checksum: it has no stream, and its state is an int", ZIPS),

            // Through the Linker
            exclude("jdk/internal/foreign/AbstractCLinker", "is the Linker of JDK 17", LINKS),
            exclude(
                    "jdk/internal/foreign/abi/SharedUtils$AllocHolder",
                    "CLinker.allocateMemory of JDK 17 alone",
                    LINKS),
            exclude("java/lang/foreign/snippets/*", "examples of the documentation, which never run", LINKS),
            exclude(
                    "jdk/internal/org/jline/terminal/impl/ffm/*",
                    "functions for terminals, which take no memory",
                    LINKS),
            exclude("sun/font/HBShaper", "functions of the JDK's own libfontmanager", LINKS));

    /** Native libraries that map memory. */
    static final Map<String, String> MAPPING = Map.of(
            "libjvm.so", "the JVM itself: it reports what it maps by -XX:NativeMemoryTracking",
            "libnio.so", "the natives of FileChannel, which are in the table",
            "libjimage.so", "NativeImageBuffer: the JVM's own view of lib/modules",
            "libzip.so", "reads the directory of a jar for the JVM itself; java.util.zip reads it in Java",
            "libawt_xawt.so", "pictures that are shared with the X server");

    /** Native libraries that open streams of zlib. */
    static final Map<String, String> ZIPPING = Map.of(
            "libzip.so", "the natives of Inflater and Deflater",
            "libjli.so", "the launcher, which reads a jar's manifest before there is a JVM",
            "libsplashscreen.so", "the splash screen, before there is a JVM");

    private Exclusions() {}

    private static Exclusion exclude(String className, String reason, What... what) {
        return new Exclusion(className, reason, Set.of(what));
    }
}
