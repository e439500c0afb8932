package io.nmt.it.programs.offheap;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Stands for a library that allocates far below its caller, and for one whose objects are native handles. */
public final class DeepStore {
    /** Calls between the caller and the allocation. */
    public static final int CALLS = 100;

    private static final Unsafe UNSAFE = unsafe();

    private DeepStore() {}

    /** An object that owns native memory. */
    public static final class Handle implements AutoCloseable {
        @Override
        public void close() {}
    }

    /**
     * Allocates a block that is never freed.
     *
     * @param bytes of it
     */
    public static void put(long bytes) {
        put(bytes, CALLS);
    }

    private static void put(long bytes, int calls) {
        if (calls > 0) {
            put(bytes, calls - 1);
        } else {
            UNSAFE.allocateMemory(bytes);
        }
    }

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
