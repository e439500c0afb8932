package io.nmt.core;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.hooks.LinkerUse;
import io.nmt.core.internal.tracker.Tracker;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The source of a {@link TrackedAllocator}'s memory: since JDK 22, the C library's malloc.
 *
 * <p>Called through the Linker it is faster than {@code Unsafe}, which passes the JVM on its way. That takes native
 * access ({@code --enable-native-access=ALL-UNNAMED}, or the module's name). Without it, it is {@code Unsafe} after
 * all: the first restricted call would print a warning, and would also enable native access for all code on the class
 * path, on which other libraries (Netty) base how they allocate.
 */
final class NativeHeap {
    /*
     * A critical call does not leave the Java state: it saves the transition, and a safepoint has to wait for it. So
     * only blocks that malloc serves from its free lists are allocated and freed that way, which takes well below a
     * microsecond. Larger ones may make it ask the system for memory or give some back: glibc maps blocks from 128 KiB
     * on (mallopt's M_MMAP_THRESHOLD), and consolidates free memory when it frees a block of 64 KiB
     * (FASTBIN_CONSOLIDATION_THRESHOLD).
     */
    private static final long CRITICAL_BYTES = 32 * 1024;

    private static final boolean AVAILABLE;
    private static final MethodHandle MALLOC;
    private static final MethodHandle CRITICAL_MALLOC;
    private static final MethodHandle REALLOC;
    private static final MethodHandle FREE;
    private static final MethodHandle CRITICAL_FREE;

    static {
        FunctionDescriptor malloc = FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
        FunctionDescriptor realloc =
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
        FunctionDescriptor free = FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG);
        AVAILABLE = NativeHeap.class.getModule().isNativeAccessEnabled();
        LinkerUse.linkingOwn(true);
        try {
            MALLOC = function("malloc", malloc);
            CRITICAL_MALLOC = function("malloc", malloc, Linker.Option.critical(false));
            REALLOC = function("realloc", realloc);
            FREE = function("free", free);
            CRITICAL_FREE = function("free", free, Linker.Option.critical(false));
        } finally {
            LinkerUse.linkingOwn(false);
        }
    }

    private NativeHeap() {}

    private static MethodHandle function(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        if (!AVAILABLE) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), descriptor, options);
    }

    static long allocate(long bytes, int categoryId) {
        if (!AVAILABLE) {
            return UnsafeHeap.allocate(bytes, categoryId);
        }
        if (bytes == 0) {
            return 0;
        }
        long address;
        try {
            address = bytes <= CRITICAL_BYTES
                    ? (long) CRITICAL_MALLOC.invokeExact(bytes)
                    : (long) MALLOC.invokeExact(bytes);
        } catch (Throwable t) {
            throw unexpected(t);
        }
        if (address == 0) {
            throw LiveBlocks.noMemory(bytes, categoryId);
        }
        LiveBlocks.add(address, bytes, categoryId);
        return address;
    }

    static long reallocate(long address, long bytes, int categoryId) {
        if (!AVAILABLE) {
            return UnsafeHeap.reallocate(address, bytes, categoryId);
        }
        if (address == 0) {
            return allocate(bytes, categoryId);
        }
        if (bytes == 0) {
            free(address);
            return 0;
        }
        long entry = Tracker.freed(address);
        if (entry == BlockRecord.NONE) {
            LiveBlocks.notLive(address);
        }
        long moved;
        try {
            moved = (long) REALLOC.invokeExact(address, bytes);
        } catch (Throwable t) {
            throw unexpected(t);
        }
        if (moved == 0) {
            Tracker.restored(address, entry);
            throw LiveBlocks.noMemory(bytes, categoryId);
        }
        LiveBlocks.add(moved, bytes, categoryId);
        return moved;
    }

    static void free(long address) {
        if (!AVAILABLE) {
            UnsafeHeap.free(address);
            return;
        }
        if (address == 0) {
            return;
        }
        long entry = Tracker.freed(address);
        if (entry == BlockRecord.NONE) {
            LiveBlocks.notLive(address);
        }
        try {
            if (entry != BlockRecord.NONE && BlockRecord.bytes(entry) <= CRITICAL_BYTES) {
                CRITICAL_FREE.invokeExact(address);
            } else {
                FREE.invokeExact(address);
            }
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** A downcall itself throws nothing; what does is the JVM, such as a stack overflow. */
    private static RuntimeException unexpected(Throwable t) {
        if (t instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(t);
    }
}
