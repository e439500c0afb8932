package io.nmt.bench.cost;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** One {@code malloc} and {@code free} through the {@code Linker}. */
final class LinkerPair {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MemorySegment MALLOC_SYMBOL = symbol("malloc");
    private static final MemorySegment FREE_SYMBOL = symbol("free");
    private static final MemorySegment LABS_SYMBOL = symbol("labs");

    private static final FunctionDescriptor MALLOC_OF_LONG =
            FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final FunctionDescriptor FREE_OF_LONG = FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG);

    private static final MethodHandle MALLOC = LINKER.downcallHandle(MALLOC_SYMBOL, MALLOC_OF_LONG);
    private static final MethodHandle FREE = LINKER.downcallHandle(FREE_SYMBOL, FREE_OF_LONG);
    private static final MethodHandle CRITICAL_MALLOC =
            LINKER.downcallHandle(MALLOC_SYMBOL, MALLOC_OF_LONG, Linker.Option.critical(false));
    private static final MethodHandle CRITICAL_FREE =
            LINKER.downcallHandle(FREE_SYMBOL, FREE_OF_LONG, Linker.Option.critical(false));
    private static final MethodHandle SEGMENT_MALLOC =
            LINKER.downcallHandle(MALLOC_SYMBOL, FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
    private static final MethodHandle SEGMENT_FREE =
            LINKER.downcallHandle(FREE_SYMBOL, FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
    private static final MethodHandle LONG_OF_LONG =
            LINKER.downcallHandle(MALLOC_OF_LONG, Linker.Option.critical(false));
    private static final MethodHandle VOID_OF_LONG = LINKER.downcallHandle(FREE_OF_LONG, Linker.Option.critical(false));

    private LinkerPair() {}

    private static MemorySegment symbol(String name) {
        return LINKER.defaultLookup().find(name).orElseThrow();
    }

    static long plain(long bytes) {
        try {
            long address = (long) MALLOC.invokeExact(bytes);
            FREE.invokeExact(address);
            return address;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    static long critical(long bytes) {
        try {
            long address = (long) CRITICAL_MALLOC.invokeExact(bytes);
            CRITICAL_FREE.invokeExact(address);
            return address;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    static long segments(long bytes) {
        try {
            MemorySegment block = (MemorySegment) SEGMENT_MALLOC.invokeExact(bytes);
            SEGMENT_FREE.invokeExact(block);
            return block.address();
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    /** Critical, and the symbol is given with each call. */
    static long unbound(long bytes) {
        try {
            long address = (long) LONG_OF_LONG.invokeExact(MALLOC_SYMBOL, bytes);
            VOID_OF_LONG.invokeExact(FREE_SYMBOL, address);
            return address;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    /** A function that allocates nothing, whose symbol is given with the call. */
    static long other(long number) {
        try {
            return (long) LONG_OF_LONG.invokeExact(LABS_SYMBOL, number);
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }
}
