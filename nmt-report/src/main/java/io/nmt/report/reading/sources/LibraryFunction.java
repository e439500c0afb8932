package io.nmt.report.reading.sources;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * A C function of a library, called through the {@code Linker}: from JDK 22 on, and where the application has enabled
 * native access ({@code --enable-native-access=ALL-UNNAMED}), since the first restricted call would otherwise print a
 * warning, and enable it for all of the class path. By reflection, because this is compiled for JDK 17.
 */
final class LibraryFunction {
    private static final String FOREIGN = "java.lang.foreign.";

    private final MethodHandle handle;
    private final Object arena;

    private LibraryFunction(MethodHandle handle, Object arena) {
        this.handle = handle;
        this.arena = arena;
    }

    /** A question to the library. */
    interface Question<T> {
        T ask(LibraryFunction function) throws ReflectiveOperationException;
    }

    /**
     * Asks a function that takes words and returns an {@code int}.
     *
     * @param library its path
     * @param name of the function
     * @param words how many it takes
     * @param question whose memory is freed when it is answered
     * @return null if there is no such function, it cannot be called, or the question has failed
     */
    static <T> T ask(String library, String name, int words, Question<T> question) {
        try {
            Object enabled = Module.class.getMethod("isNativeAccessEnabled").invoke(LibraryFunction.class.getModule());
            if (!Boolean.TRUE.equals(enabled)) {
                return null;
            }
            Object arena = type("Arena").getMethod("ofConfined").invoke(null);
            try {
                return question.ask(new LibraryFunction(find(library, name, words, arena), arena));
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

    private static MethodHandle find(String library, String name, int words, Object arena)
            throws ReflectiveOperationException {
        Object lookup = type("SymbolLookup")
                .getMethod("libraryLookup", Path.class, type("Arena"))
                .invoke(null, Path.of(library), arena);
        Optional<?> symbol = (Optional<?>)
                type("SymbolLookup").getMethod("find", String.class).invoke(lookup, name);
        Object[] layouts = (Object[]) Array.newInstance(type("MemoryLayout"), words);
        Arrays.fill(layouts, type("ValueLayout").getField("JAVA_LONG").get(null));
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

    /** Returns what it returns. */
    int call(Object... words) {
        try {
            return (int) handle.invokeWithArguments(words);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    /** Memory that it can read and write, all 0. */
    Words words(int count) throws ReflectiveOperationException {
        return new Words(segment(count * Long.BYTES));
    }

    /** The address of a text. */
    long string(String text) throws ReflectiveOperationException {
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

    /** Words of native memory. */
    static final class Words {
        private final long address;
        private final ByteBuffer memory;

        private Words(Object segment) throws ReflectiveOperationException {
            this.address = LibraryFunction.address(segment);
            this.memory = LibraryFunction.memory(segment);
        }

        long address(int index) {
            return address + (long) index * Long.BYTES;
        }

        long get(int index) {
            return memory.getLong(index * Long.BYTES);
        }

        Words set(int index, long value) {
            memory.putLong(index * Long.BYTES, value);
            return this;
        }
    }
}
