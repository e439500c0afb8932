package io.nmt.agent.instrument;

import io.nmt.core.model.Category;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The table of hooks: one row per JDK method or caller. To track another allocation path, add a row.
 *
 * <p>Most memory that Java code takes passes {@code jdk.internal.misc.Unsafe}, so three rows count it. The labels name
 * the JDK's own callers: a label says, just before such a call, what the block is for. What comes without a label is
 * the application's {@code Unsafe}. The other rows count what does not pass {@code Unsafe}.
 */
public final class HookTable {
    static final String SLF4J_MDC = "org/slf4j/MDC";
    /** The class in which OpenTelemetry keeps each thread's context, and its relocated copies. */
    static final String OTEL_STORAGE = "*/opentelemetry/context/ThreadLocalContextStorage";

    private static final String JNA_NATIVE = "com/sun/jna/Native";
    private static final String JNA_MEMORY = "com/sun/jna/Memory";
    private static final String NETTY_CHUNK = "*/netty/buffer/PoolChunk";
    private static final String NETTY_ARENA = "*/netty/buffer/PoolArena$DirectArena";
    private static final String NETTY_ADAPTIVE_CHUNKS = "*/netty/buffer/AdaptivePoolingAllocator$ChunkRegistry";
    /** The superclass of all buffers whose references Netty counts. */
    static final String NETTY_COUNTED_BUFFER = "*/netty/buffer/AbstractReferenceCountedByteBuf";

    /** The class of JFR that starts it. */
    static final String RECORDER = "jdk/jfr/FlightRecorder";

    private static final String NETTY_POOLED_BUFFER = "*/netty/buffer/PooledByteBuf";
    // With Netty's leak detector, which do not pass it on.
    private static final String NETTY_SIMPLE_LEAK_AWARE = "*/netty/buffer/SimpleLeakAwareByteBuf";
    private static final String NETTY_LEAK_AWARE = "*/netty/buffer/AdvancedLeakAwareByteBuf";
    private static final String NETTY_LEAK_AWARE_COMPOSITE = "*/netty/buffer/AdvancedLeakAwareCompositeByteBuf";
    private static final String NETTY_COMPOSITE = "*/netty/buffer/CompositeByteBuf";
    private static final String NETTY_FIXED_COMPOSITE = "*/netty/buffer/FixedCompositeByteBuf";
    private static final String NETTY_POOLED_PART = "*/netty/buffer/AbstractPooledDerivedByteBuf";
    private static final String ARROW_ROOT = "*/arrow/memory/RootAllocator";
    private static final String NETTY_PIPELINE = "*/netty/channel/DefaultChannelPipeline";
    private static final String NETTY_ARENAS = "*/netty/buffer/PoolArena";
    private static final String NETTY_ADAPTIVE = "*/netty/buffer/AdaptivePoolingAllocator";
    private static final String NETTY_ADAPTIVE_BUFFER = "*/netty/buffer/AdaptivePoolingAllocator$AdaptiveByteBuf";
    private static final String JETTY_POOL = "*/jetty/io/ArrayByteBufferPool";
    private static final String UNDERTOW_POOL = "*/undertow/server/DefaultByteBufferPool";
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";
    private static final String FILE_CHANNEL = "sun/nio/ch/FileChannelImpl";
    private static final String UNMAPPER = "sun/nio/ch/FileChannelImpl$Unmapper";
    private static final String FILE_DISPATCHER = "sun/nio/ch/UnixFileDispatcherImpl";
    private static final String WINDOWS_DISPATCHER = "sun/nio/ch/FileDispatcherImpl";
    private static final String MAP = "(Ljava/io/FileDescriptor;IJJZ)J";
    private static final String SESSION = "jdk/internal/foreign/MemorySessionImpl";
    private static final String LINKER = "jdk/internal/foreign/abi/AbstractLinker";
    private static final String SERVERS = "javax/management/MBeanServerBuilder";

    private static final String REFLECTION = "jdk/internal/reflect/Reflection";
    private static final String THREAD = "java/lang/Thread";
    private static final String LOADER = "java/lang/ClassLoader";
    private static final String DEFINER = "java/lang/invoke/MethodHandles$Lookup$ClassDefiner";
    private static final String DEFINE = "defineClass(ZLjava/lang/Object;)Ljava/lang/Class;";
    private static final String MADE = "<init>(Ljava/lang/Void;Ljava/lang/String;Ljava/lang/ClassLoader;)V";
    private static final String UNCAUGHT = "dispatchUncaughtException(Ljava/lang/Throwable;)V";
    private static final String START_IN_CONTAINER = "start(Ljdk/internal/vm/ThreadContainer;)V";
    private static final String INFLATER = "java/util/zip/Inflater";
    private static final String INFLATER_STREAM = "java/util/zip/Inflater$InflaterZStreamRef";
    private static final String DEFLATER = "java/util/zip/Deflater";
    private static final String DEFLATER_STREAM = "java/util/zip/Deflater$DeflaterZStreamRef";

    private static final Hook[] ROWS = {
        //  class, method (<init> any constructor, * any method), JDKs, category, what is done

        // Counting: every block, by size and address
        hook(UNSAFE, "allocateMemory(J)J", 17, 0, Category.UNSAFE, Hook.Kind.ALLOCATE),
        hook(UNSAFE, "reallocateMemory(JJ)J", 17, 0, Category.UNSAFE, Hook.Kind.REALLOCATE),
        hook(UNSAFE, "freeMemory(J)V", 17, 0, Category.UNSAFE, Hook.Kind.FREE),

        // Telling apart: which code is about to call Unsafe.allocateMemory
        // The constructor of DirectByteBuffer calls it. To change that class itself brings in 35 others.
        hook("java/nio/Bits", "reserveMemory(JJ)V", 17, 0, Category.DIRECT_BUFFER, Hook.Kind.LABEL_NEXT),
        // Counts nothing: says when direct buffers have reached their limit, so that the code that has them is
        // reported.
        hook("java/nio/Bits", "reserveMemory(JJ)V", 17, 0, Category.DIRECT_BUFFER, Hook.Kind.DIRECT_LIMIT),
        hook("sun/nio/ch/Util", "*", 17, 0, Category.NIO_TEMPORARY_BUFFER, Hook.Kind.LABEL_TEMPORARY),
        hook("sun/nio/ch/NativeObject", "*", 17, 0, Category.NIO_INTERNAL, Hook.Kind.LABEL),
        hook("sun/nio/ch/NativeSocketAddress", "<init>", 17, 0, Category.NIO_INTERNAL, Hook.Kind.LABEL),
        hook("sun/nio/ch/EPoll", "*", 17, 0, Category.NIO_INTERNAL, Hook.Kind.LABEL),
        hook("sun/nio/fs/NativeBuffer", "<init>", 17, 0, Category.NIO_INTERNAL, Hook.Kind.LABEL),
        hook("sun/nio/fs/Cancellable", "<init>", 17, 0, Category.NIO_INTERNAL, Hook.Kind.LABEL),
        hook("sun/nio/fs/LinuxWatchService$Poller", "<init>", 17, 0, Category.NIO_INTERNAL, Hook.Kind.LABEL),
        hook("jdk/internal/foreign/NativeMemorySegmentImpl", "*", 17, 21, Category.FOREIGN_MEMORY, Hook.Kind.LABEL),
        hook("jdk/internal/foreign/SegmentFactories", "*", 22, 0, Category.FOREIGN_MEMORY, Hook.Kind.LABEL),

        // Mapped files: the natives, which libraries also call by method handle
        hook(FILE_CHANNEL, "map0(IJJZ)J", 17, 19, Category.MAPPED_FILE, Hook.Kind.MAP),
        hook(FILE_CHANNEL, "unmap0(JJ)I", 17, 19, Category.MAPPED_FILE, Hook.Kind.UNMAP),
        hook(FILE_DISPATCHER, "map0".concat(MAP), 20, 0, Category.MAPPED_FILE, Hook.Kind.MAP),
        hook(FILE_DISPATCHER, "unmap0(JJ)I", 20, 0, Category.MAPPED_FILE, Hook.Kind.UNMAP),
        hook(UNMAPPER, "<init>(JJJLjava/io/FileDescriptor;I)V", 17, 19, Category.MAPPED_FILE, Hook.Kind.MAP_CALLER),
        hook(UNMAPPER, "unmap()V", 17, 19, Category.MAPPED_FILE, Hook.Kind.UNMAP_CALLER),
        hook(FILE_DISPATCHER, "map".concat(MAP), 20, 0, Category.MAPPED_FILE, Hook.Kind.MAP_CALLER),
        hook(FILE_DISPATCHER, "unmap(JJ)I", 20, 0, Category.MAPPED_FILE, Hook.Kind.UNMAP_CALLER),
        // The same in Windows' JDKs. It is looked for only where the other is not.
        hook(WINDOWS_DISPATCHER, "map0".concat(MAP), 20, 0, Category.MAPPED_FILE, Hook.Kind.MAP),
        hook(WINDOWS_DISPATCHER, "unmap0(JJ)I", 20, 0, Category.MAPPED_FILE, Hook.Kind.UNMAP),
        hook(WINDOWS_DISPATCHER, "map".concat(MAP), 20, 0, Category.MAPPED_FILE, Hook.Kind.MAP_CALLER),
        hook(WINDOWS_DISPATCHER, "unmap(JJ)I", 20, 0, Category.MAPPED_FILE, Hook.Kind.UNMAP_CALLER),

        // C functions: the handles that call them, once the Linker is used
        hook("jdk/internal/foreign/CABI", "<clinit>", 21, 0, Category.FOREIGN_MALLOC, Hook.Kind.FIRST_USE),
        hook(LINKER, "downcallHandle".concat(LinkAdvice.WITH_SYMBOL), 21, 0, Category.FOREIGN_MALLOC, Hook.Kind.LINK),
        hook(LINKER, "downcallHandle".concat(LinkAdvice.NO_SYMBOL), 21, 0, Category.FOREIGN_MALLOC, Hook.Kind.LINK),

        // Shared arenas, once there is one: each session is made an arena of. The class whose initialiser says so is a
        // small one.
        hook(
                "jdk/internal/foreign/SharedSession$SharedResourceList",
                "<clinit>",
                21,
                0,
                Category.FOREIGN_MEMORY,
                Hook.Kind.FIRST_ARENA),
        hook(SESSION, "asArena", 21, 0, Category.FOREIGN_MEMORY, Hook.Kind.ARENA),
        hook(SESSION, "addCloseAction(Ljava/lang/Runnable;)V", 21, 0, Category.FOREIGN_MEMORY, Hook.Kind.ARENA_CLOSE),

        // Zlib streams
        hook(INFLATER, "<init>(Z)V", 17, 0, Category.ZIP, Hook.Kind.ZIP_OPEN),
        hook(INFLATER, "inflate([BII)I", 17, 0, Category.ZIP, Hook.Kind.ZIP_INFLATE),
        hook(INFLATER, "inflate(Ljava/nio/ByteBuffer;)I", 17, 0, Category.ZIP, Hook.Kind.ZIP_INFLATE),
        hook(INFLATER, "setDictionary([BII)V", 17, 0, Category.ZIP, Hook.Kind.ZIP_INFLATE),
        hook(INFLATER, "setDictionary(Ljava/nio/ByteBuffer;)V", 17, 0, Category.ZIP, Hook.Kind.ZIP_INFLATE),
        hook(INFLATER_STREAM, "run()V", 17, 0, Category.ZIP, Hook.Kind.ZIP_END),
        hook(INFLATER_STREAM, "address()J", 17, 0, Category.ZIP, Hook.Kind.ZIP_ADDRESS),
        hook(DEFLATER, "<init>(IZ)V", 17, 0, Category.ZIP, Hook.Kind.ZIP_OPEN),
        hook(DEFLATER_STREAM, "run()V", 17, 0, Category.ZIP, Hook.Kind.ZIP_END),
        hook(DEFLATER_STREAM, "address()J", 17, 0, Category.ZIP, Hook.Kind.ZIP_ADDRESS),

        // Counts nothing: says when an OutOfMemoryError of the JVM's own ends a thread, or when a thread cannot be
        // started.
        hook(THREAD, UNCAUGHT, 17, 0, Category.NATIVE_MEMORY_TRACKING, Hook.Kind.THREAD_ENDS),
        hook(THREAD, "start()V", 17, 0, Category.NATIVE_MEMORY_TRACKING, Hook.Kind.THREAD_FAILS),
        hook(THREAD, START_IN_CONTAINER, 21, 0, Category.NATIVE_MEMORY_TRACKING, Hook.Kind.THREAD_FAILS),

        // Counts nothing: says which code makes class loaders, and hidden classes.
        hook(LOADER, MADE, 17, 0, Category.NATIVE_MEMORY_TRACKING, Hook.Kind.LOADER_MADE),
        hook(DEFINER, DEFINE, 17, 0, Category.NATIVE_MEMORY_TRACKING, Hook.Kind.CLASS_DEFINED),

        // Reflection: without the fields and methods that classes are given.
        hook(REFLECTION, "filterFields", 17, 0, Category.NATIVE_MEMORY_TRACKING, Hook.Kind.MEMBER_FILTER),
        hook(REFLECTION, "filterMethods", 17, 0, Category.NATIVE_MEMORY_TRACKING, Hook.Kind.MEMBER_FILTER),

        // JFR: who asks for the recorder starts it. To be told of its start by JFR itself loads a part of it.
        hook(RECORDER, "getFlightRecorder", 17, 0, Category.NATIVE_MEMORY_TRACKING, Hook.Kind.FIRST_RECORDING),

        // Management: what makes the server into which the tracker's MBean goes. A small class; to change
        // ManagementFactory, which asks for it, takes milliseconds at start.
        hook(SERVERS, "newMBeanServer", 17, 0, Category.NATIVE_MEMORY_TRACKING, Hook.Kind.SERVER),
    };

    private static final Hook[] LIBRARY_ROWS = {
        hook(JNA_NATIVE, "malloc(J)J", 17, 0, Category.JNA, Hook.Kind.JNA_ALLOCATE),
        hook(JNA_NATIVE, "free(J)V", 17, 0, Category.JNA, Hook.Kind.JNA_FREE),
        hook(JNA_MEMORY, "malloc(J)J", 17, 0, Category.JNA, Hook.Kind.JNA_ALLOCATE_CALLER),
        hook(JNA_MEMORY, "free(J)V", 17, 0, Category.JNA, Hook.Kind.JNA_FREE_CALLER),

        // Pools: their chunks, which the rows above count, in whichever category they are
        hook(NETTY_CHUNK, "<init>", 17, 0, Category.OTHER, Hook.Kind.CHUNK_CONSTRUCTED),
        hook(NETTY_ARENA, "destroyChunk", 17, 0, Category.OTHER, Hook.Kind.CHUNK_FREED),
        hook(NETTY_ADAPTIVE_CHUNKS, "add", 17, 0, Category.OTHER, Hook.Kind.CHUNK_ADDED),
        hook(NETTY_ADAPTIVE_CHUNKS, "remove", 17, 0, Category.OTHER, Hook.Kind.CHUNK_FREED),
        hook(ARROW_ROOT, "<init>", 17, 0, Category.OTHER, Hook.Kind.CHUNK_CONSTRUCTED), // a tree of allocators

        // Buffers from these chunks, of which samples are taken
        hook(NETTY_COUNTED_BUFFER, "touch", 17, 0, Category.OTHER, Hook.Kind.BUFFER_TOUCHED),
        hook(NETTY_COUNTED_BUFFER, "retain", 17, 0, Category.OTHER, Hook.Kind.BUFFER_RETAINED),
        hook(NETTY_COUNTED_BUFFER, "release", 17, 0, Category.OTHER, Hook.Kind.BUFFER_RELEASED),
        hook(NETTY_POOLED_PART, "init", 17, 0, Category.OTHER, Hook.Kind.BUFFER_DERIVED),
        hook(NETTY_PIPELINE, "touch", 17, 0, Category.OTHER, Hook.Kind.PIPELINE_TOUCHES),
        hook(NETTY_SIMPLE_LEAK_AWARE, "touch", 17, 0, Category.OTHER, Hook.Kind.BUFFER_TOUCHED),
        hook(NETTY_LEAK_AWARE, "touch", 17, 0, Category.OTHER, Hook.Kind.BUFFER_TOUCHED),
        hook(NETTY_LEAK_AWARE_COMPOSITE, "touch", 17, 0, Category.OTHER, Hook.Kind.BUFFER_TOUCHED),
        hook(NETTY_COMPOSITE, "touch", 17, 0, Category.OTHER, Hook.Kind.BUFFER_TOUCHED),
        hook(NETTY_COMPOSITE, "newComponent", 17, 0, Category.OTHER, Hook.Kind.BUFFER_COMPOSED),
        hook(NETTY_FIXED_COMPOSITE, "<init>", 17, 0, Category.OTHER, Hook.Kind.BUFFER_COMPOSED),
        hook(NETTY_ARENAS, "allocate", 17, 0, Category.OTHER, Hook.Kind.BUFFER_HANDED_OUT),
        hook(NETTY_POOLED_BUFFER, "deallocate", 17, 0, Category.OTHER, Hook.Kind.BUFFER_GIVEN_BACK),
        hook(NETTY_ADAPTIVE, "allocate", 17, 0, Category.OTHER, Hook.Kind.BUFFER_HANDED_OUT),
        hook(NETTY_ADAPTIVE_BUFFER, "deallocate", 17, 0, Category.OTHER, Hook.Kind.BUFFER_GIVEN_BACK),

        // The context of a thread, for the keys that the option mdc names
        hook(SLF4J_MDC, "put(Ljava/lang/String;Ljava/lang/String;)V", 17, 0, Category.OTHER, Hook.Kind.CONTEXT),
        hook(SLF4J_MDC, "remove(Ljava/lang/String;)V", 17, 0, Category.OTHER, Hook.Kind.CONTEXT),
        hook(SLF4J_MDC, "clear()V", 17, 0, Category.OTHER, Hook.Kind.CONTEXT),
        hook(SLF4J_MDC, "setContextMap(Ljava/util/Map;)V", 17, 0, Category.OTHER, Hook.Kind.CONTEXT),

        // The same for the current span, with the option otel
        hook(OTEL_STORAGE, "attach", 17, 0, Category.OTHER, Hook.Kind.CONTEXT_STORED),

        // Buffers that pools hand out as a whole: of Jetty since 12
        hook(JETTY_POOL, "acquire", 17, 0, Category.OTHER, Hook.Kind.BUFFER_LENT),
        hook(JETTY_POOL.concat("$Buffer"), "release", 17, 0, Category.OTHER, Hook.Kind.BUFFER_RETURNED), // 12.0
        hook(JETTY_POOL.concat("$PooledBuffer"), "release", 17, 0, Category.OTHER, Hook.Kind.BUFFER_RETURNED),
        hook(JETTY_POOL.concat("$ReservedBuffer"), "release", 17, 0, Category.OTHER, Hook.Kind.BUFFER_RETURNED),
        hook(UNDERTOW_POOL, "allocate", 17, 0, Category.OTHER, Hook.Kind.BUFFER_LENT),
        hook(UNDERTOW_POOL, "freeInternal", 17, 0, Category.OTHER, Hook.Kind.BUFFER_RETURNED),
    };

    private HookTable() {}

    private static Hook hook(
            String className, String method, int firstJdk, int lastJdk, Category category, Hook.Kind kind) {
        return new Hook(className, method, firstJdk, lastJdk, category, kind);
    }

    /**
     * The rows for a class of a library.
     *
     * @param className with slashes
     * @param loaded whether the class is there already
     * @return its rows, mostly none
     */
    static List<Hook> ofLibrary(String className, boolean loaded) {
        List<Hook> hooks = List.of();
        for (Hook hook : LIBRARY_ROWS) {
            boolean inTime = hook.role() != (loaded ? Hook.Role.NATIVE : Hook.Role.CALLER);
            if (inTime && hook.appliesToClass(className)) {
                if (hooks.isEmpty()) {
                    hooks = new ArrayList<>();
                }
                hooks.add(hook);
            }
        }
        return hooks;
    }

    /** The names of the library classes that have rows, with slashes; {@code *} stands for any package. */
    static Set<String> libraryClasses() {
        Set<String> names = new HashSet<>();
        for (Hook hook : LIBRARY_ROWS) {
            names.add(hook.className());
        }
        return names;
    }

    /** All rows of JDK classes, of all JDKs. */
    static List<Hook> rows() {
        return List.of(ROWS);
    }

    /**
     * The rows that apply to a JDK.
     *
     * @param jdk its feature version
     * @return by class name (with slashes), in the order of the table
     */
    static Map<String, List<Hook>> byClass(int jdk) {
        Map<String, List<Hook>> byClass = new LinkedHashMap<>();
        for (Hook hook : ROWS) {
            if (hook.appliesTo(jdk)) {
                List<Hook> hooks = byClass.get(hook.className());
                if (hooks == null) {
                    hooks = new ArrayList<>();
                    byClass.put(hook.className(), hooks);
                }
                hooks.add(hook);
            }
        }
        return byClass;
    }

    /**
     * The categories that the agent can tell apart.
     *
     * @return without repetition, in the order of the table
     */
    public static Set<Category> categories() {
        Set<Category> categories = new LinkedHashSet<>();
        for (Hook hook : ROWS) {
            if (hook.role() != Hook.Role.EXTRA) {
                categories.add(hook.category());
            }
        }
        for (Hook hook : LIBRARY_ROWS) {
            if (hook.role().counts()) {
                categories.add(hook.category());
            }
        }
        return categories;
    }
}
