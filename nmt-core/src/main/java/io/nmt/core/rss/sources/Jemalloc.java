package io.nmt.core.rss.sources;

import io.nmt.core.model.MallocUsage;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Asks jemalloc, by its {@code mallctl}, through the {@code Linker}: from JDK 22 on, and where the application has
 * enabled native access ({@code --enable-native-access=ALL-UNNAMED}), since the first restricted call would otherwise
 * print a warning, and enable it for all of the class path. By reflection, because this is compiled for JDK 17.
 */
final class Jemalloc {
    private static final String FOREIGN = "java.lang.foreign.";

    private final MethodHandle mallctl;
    private final Object arena;

    private Jemalloc(MethodHandle mallctl, Object arena) {
        this.mallctl = mallctl;
        this.arena = arena;
    }

    /** Returns null if it cannot be asked. */
    static MallocUsage read(String library) {
        try {
            Object enabled = Module.class.getMethod("isNativeAccessEnabled").invoke(Jemalloc.class.getModule());
            if (!Boolean.TRUE.equals(enabled)) {
                return null;
            }
            Object arena = type("Arena").getMethod("ofConfined").invoke(null);
            try {
                Jemalloc jemalloc = new Jemalloc(mallctl(library, arena), arena);
                jemalloc.call("epoch", 1);
                long inUse = jemalloc.call("stats.allocated", 0);
                return new MallocUsage(inUse, jemalloc.call("stats.resident", 0) - inUse, -1, List.of());
            } finally {
                type("Arena").getMethod("close").invoke(arena);
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null;
        }
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(FOREIGN + name);
    }

    /** {@code int mallctl(const char *name, void *oldp, size_t *oldlenp, void *newp, size_t newlen)}. */
    private static MethodHandle mallctl(String library, Object arena) throws ReflectiveOperationException {
        Object lookup = type("SymbolLookup")
                .getMethod("libraryLookup", Path.class, type("Arena"))
                .invoke(null, Path.of(library), arena);
        Optional<?> symbol = (Optional<?>)
                type("SymbolLookup").getMethod("find", String.class).invoke(lookup, "mallctl");
        Object number = type("ValueLayout").getField("JAVA_LONG").get(null);
        Object layouts = Array.newInstance(type("MemoryLayout"), 5);
        for (int i = 0; i < 5; i++) {
            Array.set(layouts, i, number);
        }
        Object descriptor = type("FunctionDescriptor")
                .getMethod("of", type("MemoryLayout"), layouts.getClass())
                .invoke(null, type("ValueLayout").getField("JAVA_INT").get(null), layouts);
        Object options = Array.newInstance(type("Linker$Option"), 0);
        return (MethodHandle) type("Linker")
                .getMethod("downcallHandle", type("MemorySegment"), type("FunctionDescriptor"), options.getClass())
                .invoke(
                        type("Linker").getMethod("nativeLinker").invoke(null),
                        symbol.orElseThrow(),
                        descriptor,
                        options);
    }

    /** Reads a figure; if {@code value} is not 0, also writes it. */
    private long call(String name, long value) throws ReflectiveOperationException {
        byte[] text = (name + '\0').getBytes(StandardCharsets.US_ASCII);
        // The figure, its length, the value, and the name.
        Object segment = type("SegmentAllocator")
                .getMethod("allocate", long.class, long.class)
                .invoke(arena, 3L * Long.BYTES + text.length, (long) Long.BYTES);
        long address = (long) type("MemorySegment").getMethod("address").invoke(segment);
        ByteBuffer memory = ((ByteBuffer)
                        type("MemorySegment").getMethod("asByteBuffer").invoke(segment))
                .order(ByteOrder.nativeOrder());
        memory.putLong(Long.BYTES, Long.BYTES);
        memory.putLong(2 * Long.BYTES, value);
        memory.position(3 * Long.BYTES);
        memory.put(text);
        try {
            int error = (int) mallctl.invokeExact(
                    address + 3 * Long.BYTES,
                    address,
                    address + Long.BYTES,
                    value == 0 ? 0L : address + 2 * Long.BYTES,
                    value == 0 ? 0L : (long) Long.BYTES);
            if (error != 0) {
                throw new IllegalStateException(name + ": " + error);
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
        return memory.getLong(0);
    }
}
