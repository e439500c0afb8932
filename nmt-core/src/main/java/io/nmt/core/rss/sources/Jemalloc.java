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

    /** What is asked of it. */
    private interface Question<T> {
        T ask(Jemalloc jemalloc) throws ReflectiveOperationException;
    }

    /** Returns null if it cannot be asked. */
    static MallocUsage read(String library) {
        return ask(library, jemalloc -> {
            jemalloc.call("epoch", Long.BYTES, 1, Long.BYTES);
            long inUse = jemalloc.read("stats.allocated", Long.BYTES);
            return new MallocUsage(inUse, jemalloc.read("stats.resident", Long.BYTES) - inUse, -1, List.of());
        });
    }

    /**
     * Has it write its heap profile: for the stacks of sampled blocks, how many are live, and their bytes.
     *
     * @param library its path
     * @param file to be written
     * @return whether it has; false if it cannot be asked, or does not sample (option {@code prof:true})
     */
    static boolean dumpProfile(String library, String file) {
        return Boolean.TRUE.equals(ask(library, jemalloc -> {
            if (jemalloc.read("opt.prof", 1) == 0 || jemalloc.read("prof.active", 1) == 0) {
                return false;
            }
            jemalloc.call("prof.dump", 0, jemalloc.string(file), Long.BYTES);
            return true;
        }));
    }

    private static <T> T ask(String library, Question<T> question) {
        try {
            Object enabled = Module.class.getMethod("isNativeAccessEnabled").invoke(Jemalloc.class.getModule());
            if (!Boolean.TRUE.equals(enabled)) {
                return null;
            }
            Object arena = type("Arena").getMethod("ofConfined").invoke(null);
            try {
                return question.ask(new Jemalloc(mallctl(library, arena), arena));
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

    private long read(String name, int bytes) throws ReflectiveOperationException {
        return call(name, bytes, 0, 0);
    }

    /** The address of a text. */
    private long string(String text) throws ReflectiveOperationException {
        byte[] bytes = text.concat("\0").getBytes(StandardCharsets.UTF_8);
        Object segment = segment(bytes.length);
        memory(segment).put(bytes);
        return address(segment);
    }

    private Object segment(int bytes) throws ReflectiveOperationException {
        return type("SegmentAllocator")
                .getMethod("allocate", long.class, long.class)
                .invoke(arena, (long) bytes, (long) Long.BYTES);
    }

    private static long address(Object segment) throws ReflectiveOperationException {
        return (long) type("MemorySegment").getMethod("address").invoke(segment);
    }

    private static ByteBuffer memory(Object segment) throws ReflectiveOperationException {
        return ((ByteBuffer) type("MemorySegment").getMethod("asByteBuffer").invoke(segment))
                .order(ByteOrder.nativeOrder());
    }

    /** Reads a figure of so many bytes, and writes one; of either none where that is 0. */
    private long call(String name, int oldBytes, long value, int newBytes) throws ReflectiveOperationException {
        // The figure, its length, the value.
        Object segment = segment(3 * Long.BYTES);
        long address = address(segment);
        ByteBuffer memory = memory(segment);
        memory.putLong(Long.BYTES, oldBytes);
        memory.putLong(2 * Long.BYTES, value);
        long nameAddress = string(name);
        try {
            int error = (int) mallctl.invokeExact(
                    nameAddress,
                    oldBytes == 0 ? 0L : address,
                    oldBytes == 0 ? 0L : address + Long.BYTES,
                    newBytes == 0 ? 0L : address + 2 * Long.BYTES,
                    (long) newBytes);
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
