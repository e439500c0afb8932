package io.nmt.it.future;

import static io.nmt.it.future.FutureRow.row;

import java.util.List;

/** All of them: a row of {@code docs/jdks.md} may have several. */
final class FutureRows {
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";
    private static final String BITS = "java/nio/Bits";
    private static final String THREAD = "java/lang/Thread";
    private static final String DISPATCHER = "sun/nio/ch/UnixFileDispatcherImpl";
    private static final String ALLOCATE = "allocateMemory";
    private static final String LONG_TO_LONG = "(J)J";
    private static final String INACTIVE = "native memory is not tracked";
    private static final String DIRECT = "Direct Buffer 1,000,003 1 ";
    private static final String MAPPED = "Mapped File 12,288 1 ";
    private static final String MAP = "(Ljava/io/FileDescriptor;IJJZ)J";
    private static final String NOTHING_LOST = "Untracked blocks: 0. Unknown frees: 0.";
    private static final String TABLE = "Native memory outside the Java heap";

    private static final String UNSAFE_ROW = "`jdk.internal.misc.Unsafe.allocateMemory`";
    private static final String NIO_ROW = "`jdk.internal.access.JavaNioAccess`";
    private static final String BITS_ROW = "`java.nio.Bits.reserveMemory(long, long)`";
    private static final String THREAD_ROW = "`java.lang.Thread.dispatchUncaughtException(Throwable)`";
    private static final String CALLERS_ROW = "callers of `Unsafe.allocateMemory`";
    private static final String MAP_ROW = "natives `map0`, `unmap0`";
    private static final String LINKER_ROW = "`jdk.internal.foreign.abi.AbstractLinker.downcallHandle`";
    private static final String ARENA_ROW = "`jdk.internal.foreign.MemorySessionImpl.asArena`";
    private static final String ZIP_ROW = "`Inflater`, `Deflater`";

    static final List<FutureRow> ALL = List.of(
            // Counting
            row(UNSAFE_ROW, jdk -> jdk.renameMethod(UNSAFE, ALLOCATE, LONG_TO_LONG))
                    .says("is not supported: ", INACTIVE)
                    .hides(TABLE),
            row(UNSAFE_ROW, jdk -> jdk.renameMethod(UNSAFE, "freeMemory", "(J)V"))
                    .says(INACTIVE)
                    .hides(TABLE),
            row("`jdk.internal.misc.Unsafe.defineClass`", jdk -> jdk.renameMethod(UNSAFE, "defineClass", null))
                    .says(INACTIVE)
                    .hides(TABLE),
            row(
                    "`jdk.unsupported` opens `sun.misc`",
                    jdk -> jdk.refuse(
                            "java/lang/invoke/MethodHandles$Lookup",
                            "defineClass",
                            "([B)Ljava/lang/Class;",
                            "java/lang/IllegalAccessException")),
            row("`jdk.internal.access.JavaLangAccess.addReads`", jdk -> jdk.renameMethod("*", "addReads", null))
                    .says(INACTIVE)
                    .hides(TABLE),
            row(
                            "`retransformClasses` may change",
                            jdk -> jdk.refuse(
                                            "sun/instrument/InstrumentationImpl",
                                            "redefineClasses",
                                            "([Ljava/lang/instrument/ClassDefinition;)V",
                                            "java/lang/UnsupportedOperationException")
                                    .refuse(
                                            "sun/instrument/InstrumentationImpl",
                                            "retransformClasses",
                                            "([Ljava/lang/Class;)V",
                                            "java/lang/UnsupportedOperationException"))
                    .says(INACTIVE)
                    .hides(TABLE),
            row(
                            "`jdk.internal.reflect.Reflection.filterFields` and",
                            jdk -> jdk.renameMethod("jdk/internal/reflect/Reflection", "filterFields", null))
                    .says("reflection shows what hooks add")
                    .shows(DIRECT, NOTHING_LOST),
            row(NIO_ROW, FutureRows::otherReservation).shows(DIRECT, NOTHING_LOST),
            row(NIO_ROW, jdk -> jdk.renameMethod("*", "getDirectBufferPool", null))
                    .shows(DIRECT, NOTHING_LOST),
            row(BITS_ROW, jdk -> jdk.renameMethod(BITS, "reserveMemory", "(JJ)V"))
                    .says("may be counted as Unsafe instead of Direct Buffer")
                    .shows("Unsafe 1,000,003 1 "),
            row(BITS_ROW, jdk -> jdk.moveBody(BITS, "reserveMemory", "(JJ)V"))
                    .says("there will be no report when direct buffers reach their limit")
                    .shows(DIRECT),
            row(THREAD_ROW, jdk -> jdk.renameMethod("*", "dispatchUncaughtException", null))
                    .says("No report will be written when a thread ends by OutOfMemoryError")
                    .shows(DIRECT),
            row(THREAD_ROW, jdk -> jdk.moveBody(THREAD, "start", "()V"))
                    .says("No report will be written")
                    .shows(DIRECT),
            row(THREAD_ROW, jdk -> jdk.moveBody(THREAD, "start", "(Ljdk/internal/vm/ThreadContainer;)V"))
                    .from(21)
                    .says("No report will be written")
                    .shows(DIRECT),
            row(
                            "`Thread.start` returns with the thread started",
                            jdk -> hideField(hideField(hideField(jdk, "threadStatus"), "ctl"), "this$0"))
                    .shows(DIRECT, NOTHING_LOST),
            row(CALLERS_ROW, FutureRows::otherCallers)
                    .says(
                            "sun/nio/ch/Util",
                            "sun/nio/ch/NativeObject",
                            "sun/nio/ch/NativeSocketAddress",
                            "sun/nio/ch/EPoll",
                            "sun/nio/fs/NativeBuffer",
                            "sun/nio/fs/Cancellable",
                            "sun/nio/fs/LinuxWatchService$Poller")
                    .does("map")
                    .shows(DIRECT, MAPPED, NOTHING_LOST),
            row(CALLERS_ROW, jdk -> byAnother(jdk, "jdk/internal/foreign/SegmentFactories"))
                    .from(22)
                    .says("jdk/internal/foreign/SegmentFactories")
                    .shows(DIRECT),
            row(CALLERS_ROW, jdk -> missing(jdk, "sun/nio/ch/NativeSocketAddress"))
                    .says("sun/nio/ch/NativeSocketAddress")
                    .shows(DIRECT),
            row(MAP_ROW, jdk -> jdk.lengthenNative(DISPATCHER, "map0"))
                    .from(20)
                    .does("map")
                    .shows(DIRECT, MAPPED),
            row(MAP_ROW, jdk -> jdk.lengthenNative(DISPATCHER, "map0").renameMethod("*", "map", MAP))
                    .from(20)
                    .does("map")
                    .says("not tracked on this system: Mapped File (no sun.nio.ch.UnixFileDispatcherImpl.map0)")
                    .shows(DIRECT)
                    .hides("Mapped File 12,288"),
            row(MAP_ROW, jdk -> refuseName(jdk, "sun.nio.ch.UnixFileDispatcherImpl"))
                    .from(20)
                    .says("not tracked on this system: Mapped File (no sun.nio.ch.UnixFileDispatcherImpl.map0)")
                    .shows(DIRECT),
            row(LINKER_ROW, jdk -> missing(jdk, "jdk/internal/foreign/abi/AbstractLinker"))
                    .from(22)
                    .with("--enable-native-access=ALL-UNNAMED")
                    .does("malloc")
                    .says("not all of Foreign Malloc is tracked")
                    .shows(DIRECT)
                    .hides("Foreign Malloc 2,002"),
            row(LINKER_ROW, jdk -> missing(jdk, "jdk/internal/foreign/CABI"))
                    .from(22)
                    .with("--enable-native-access=ALL-UNNAMED")
                    .does("malloc")
                    .says("jdk/internal/foreign/CABI")
                    .shows(DIRECT, "Foreign Malloc 2,002 1 "),
            row(ARENA_ROW, jdk -> jdk.renameMethod("*", "asArena", null))
                    .from(22)
                    .does("arena")
                    .says("shared arenas may not be counted")
                    .shows(DIRECT, NOTHING_LOST),
            row(ARENA_ROW, jdk -> jdk.renameMethod("*", "addCloseAction", null))
                    .from(22)
                    .does("arena")
                    .says("shared arenas may not be counted")
                    .shows(DIRECT, NOTHING_LOST),
            row(ARENA_ROW, jdk -> missing(jdk, "jdk/internal/foreign/SharedSession$SharedResourceList"))
                    .from(22)
                    .does("arena")
                    .says("SharedResourceList")
                    .shows(DIRECT, NOTHING_LOST),
            row(
                            "`jdk.internal.loader.NativeLibrary.findEntry0(0, name)`",
                            jdk -> jdk.lengthenNative("jdk/internal/loader/NativeLibrary", "findEntry0"))
                    .from(22)
                    .with("--enable-native-access=ALL-UNNAMED")
                    .does("malloc")
                    .shows(DIRECT, "Foreign Malloc 2,002 1 "),
            row(ZIP_ROW, jdk -> jdk.renameField("java/util/zip/Inflater", "zsRef"))
                    .does("zip")
                    .says("Zip")
                    .shows(DIRECT, NOTHING_LOST),
            row(ZIP_ROW, jdk -> jdk.renameField("java/util/zip/Inflater$InflaterZStreamRef", "address"))
                    .does("zip")
                    .says("Zip")
                    .shows(DIRECT, NOTHING_LOST),
            row(ZIP_ROW, jdk -> jdk.renameMethod("java/util/zip/Inflater$InflaterZStreamRef", "address", "()J"))
                    .does("zip")
                    .says("Zip")
                    .shows(DIRECT, "Untracked blocks: 1. Unknown frees: 0."),
            row(ZIP_ROW, jdk -> jdk.renameMethod("java/util/zip/Deflater$DeflaterZStreamRef", "address", "()J"))
                    .does("zip")
                    .says("Zip")
                    .shows(DIRECT, NOTHING_LOST),
            row(
                            "`javax.management.MBeanServerBuilder.newMBeanServer`",
                            jdk -> jdk.renameMethod("javax/management/MBeanServerBuilder", "newMBeanServer", null))
                    .does("bean")
                    .says("there will be no MBean")
                    .shows(DIRECT, "MBean: false"),

            // Threads and stacks
            row("field `Thread.tid`", jdk -> hideField(jdk, "tid")).until(21).shows(DIRECT, NOTHING_LOST),
            // Threads that share their counters may take each other's labels: a block more is in the category Unsafe.
            row("`jdk.internal.misc.CarrierThreadLocal`", jdk -> missing(jdk, "jdk/internal/misc/CarrierThreadLocal"))
                    .from(21)
                    .does("virtual")
                    .shows("Total 2,001,003 1,001 ", NOTHING_LOST),
            row("`java.lang.BaseVirtualThread`", jdk -> refuseName(jdk, "java.lang.BaseVirtualThread"))
                    .from(21)
                    .does("virtual")
                    .shows("Direct Buffer 2,001,003 1,001 ", NOTHING_LOST),
            row("fields `Throwable.backtrace`", jdk -> hideField(hideField(jdk, "backtrace"), "stackTrace"))
                    .shows(DIRECT, "1,000,003 exact 1 1,000,003 ", "FutureWork.main(FutureWork.java:30)"),

            // Resident memory, at start
            row("`jdk.internal.misc.VM.getRuntimeArguments`", jdk -> jdk.renameMethod("*", "getRuntimeArguments", null))
                    .shows(DIRECT),
            row("`ClassLoader.classes`", jdk -> hideField(jdk, "classes")).shows(DIRECT),
            row("option `MaxDirectMemorySize`", jdk -> jdk.renameMethod("*", "maxDirectMemory", null))
                    .with("-XX:MaxDirectMemorySize=2m")
                    .does("limit")
                    .shows(DIRECT, "refused", NOTHING_LOST));

    private FutureRows() {}

    /** The category is not known any more, since another method calls. */
    private static Patch byAnother(Patch jdk, String caller) {
        return jdk.callByAnother(caller, UNSAFE, ALLOCATE, LONG_TO_LONG, false);
    }

    /** Patches the access to {@code java.nio} alone, which a class inside {@code Buffer} implements. */
    private static Patch otherReservation(Patch jdk) {
        for (String owner : List.of("jdk/internal/access/JavaNioAccess", "java/nio/Buffer$1", "java/nio/Buffer$2")) {
            jdk.renameMethod(owner, "reserveMemory", "(JJ)V");
        }
        return jdk;
    }

    private static Patch otherCallers(Patch jdk) {
        for (String caller : List.of(
                "sun/nio/ch/NativeObject",
                "sun/nio/ch/NativeSocketAddress",
                "sun/nio/ch/EPoll",
                "sun/nio/fs/NativeBuffer",
                "sun/nio/fs/Cancellable",
                "sun/nio/fs/LinuxWatchService$Poller",
                "sun/nio/ch/Util")) {
            byAnother(jdk, caller);
        }
        return jdk.callByAnother(
                "sun/nio/ch/Util", "java/nio/ByteBuffer", "allocateDirect", "(I)Ljava/nio/ByteBuffer;", true);
    }

    /** The old class stays in the image, so that it must be refused where it is asked for. */
    private static Patch missing(Patch jdk, String className) {
        return refuseName(jdk.renameClass(className), className.replace('/', '.'));
    }

    private static Patch refuseName(Patch jdk, String name) {
        String error = "java/lang/ClassNotFoundException";
        return jdk.refuse("java/lang/Class", "forName", "(Ljava/lang/String;)Ljava/lang/Class;", 0, name, error)
                .refuse(
                        "java/lang/Class",
                        "forName",
                        "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;",
                        0,
                        name,
                        error);
    }

    /** Refuses a field that the JVM itself knows, which cannot be renamed. */
    private static Patch hideField(Patch jdk, String field) {
        return jdk.refuse(
                UNSAFE,
                "objectFieldOffset",
                "(Ljava/lang/Class;Ljava/lang/String;)J",
                2,
                field,
                "java/lang/InternalError");
    }
}
