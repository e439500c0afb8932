package io.nmt.core.internal.linker;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Reads memory segments, a class that this code cannot name: there is none before JDK 21. */
final class LinkerSegments {
    private static final MethodHandle ADDRESS;
    private static final MethodHandle BYTE_SIZE;
    private static final MethodHandle IS_NATIVE;
    private static final MethodHandle LONG_AT;

    static {
        try {
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            Class<?> layout = Class.forName("java.lang.foreign.ValueLayout$OfLong");
            Object unaligned = Class.forName("java.lang.foreign.ValueLayout")
                    .getField("JAVA_LONG_UNALIGNED")
                    .get(null);
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            ADDRESS = ofObject(lookup.findVirtual(segment, "address", MethodType.methodType(long.class)));
            BYTE_SIZE = ofObject(lookup.findVirtual(segment, "byteSize", MethodType.methodType(long.class)));
            IS_NATIVE = ofObject(lookup.findVirtual(segment, "isNative", MethodType.methodType(boolean.class)));
            MethodHandle get =
                    lookup.findVirtual(segment, "get", MethodType.methodType(long.class, layout, long.class));
            LONG_AT = ofObject(MethodHandles.insertArguments(get, 1, unaligned, 0L));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private LinkerSegments() {}

    /** Initialises the class, by being called while there is stack for it. */
    static void initialise() {
        // by being called
    }

    private static MethodHandle ofObject(MethodHandle handle) {
        return handle.asType(handle.type().changeParameterType(0, Object.class));
    }

    /** The address; 0 for null, of which the Linker itself complains. */
    static long addressOf(Object segment) throws Throwable {
        return segment == null ? 0 : (long) ADDRESS.invokeExact(segment);
    }

    /**
     * The pointer that a C function has written into the segment. That may be a heap array ({@code
     * Linker.Option.critical(true)}), or a native segment of no size, as pointers from C are.
     */
    static long pointerIn(Object segment) throws Throwable {
        if ((long) BYTE_SIZE.invokeExact(segment) < Long.BYTES && (boolean) IS_NATIVE.invokeExact(segment)) {
            return NativeBytes.pointerAt((long) ADDRESS.invokeExact(segment));
        }
        return (long) LONG_AT.invokeExact(segment);
    }
}
