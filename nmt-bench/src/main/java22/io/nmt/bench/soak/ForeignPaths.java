package io.nmt.bench.soak;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Arenas and the {@code Linker}. */
final class ForeignPaths {
    // What freeaddrinfo frees is a list of records with pointers in them: one record, since all its pointers are 0.
    private static final long SMALLEST_RECORD = 64;

    private static final MethodHandle MALLOC =
            function("malloc", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE = function("free", FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));
    private static final MethodHandle CALLOC = function(
            "calloc", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle GIVE = function("freeaddrinfo", FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));

    private ForeignPaths() {}

    private static MethodHandle function(String name, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), descriptor);
    }

    static boolean available() {
        return true;
    }

    static int arena(long bytes) {
        int blocks = 3;
        try (Arena arena = Arena.ofConfined()) {
            for (int i = 0; i < blocks; i++) {
                arena.allocate(bytes + i);
            }
        }
        return 2 * blocks;
    }

    static long malloc(long bytes) {
        try {
            return (long) MALLOC.invokeExact(bytes);
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    static void free(long address) {
        try {
            FREE.invokeExact(address);
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    static void give(long bytes) {
        try {
            GIVE.invokeExact((long) CALLOC.invokeExact(1L, SMALLEST_RECORD + bytes));
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    static Thread startVirtual(Runnable task) {
        return Thread.startVirtualThread(task);
    }
}
