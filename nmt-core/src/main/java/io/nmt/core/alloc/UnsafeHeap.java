package io.nmt.core.alloc;

import io.nmt.core.hooks.UnsafeHooks;
import io.nmt.core.tracker.Tracker;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Tracked blocks from {@code Unsafe}. */
@SuppressWarnings("removal") // JDK 24 marks the methods used here; from JDK 22 on, malloc comes first
final class UnsafeHeap {
    private static final Unsafe UNSAFE = unsafe();

    private UnsafeHeap() {}

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static long allocate(long bytes, int categoryId) {
        // With the agent, the hook in Unsafe records the block.
        if (UnsafeHooks.installed()) {
            UnsafeHooks.label(categoryId);
            return UNSAFE.allocateMemory(bytes);
        }
        long address = UNSAFE.allocateMemory(bytes);
        if (address != 0) {
            Tracker.allocated(address, bytes, categoryId);
        }
        return address;
    }

    static long reallocate(long address, long bytes, int categoryId) {
        if (address == 0) {
            return allocate(bytes, categoryId);
        }
        if (bytes == 0) {
            free(address);
            return 0;
        }
        if (UnsafeHooks.installed()) {
            return UNSAFE.reallocateMemory(address, bytes);
        }
        long entry = Tracker.freed(address);
        long moved;
        try {
            moved = UNSAFE.reallocateMemory(address, bytes);
        } catch (Throwable t) {
            Tracker.restored(address, entry);
            throw t;
        }
        Tracker.allocated(moved, bytes, categoryId);
        return moved;
    }

    static void free(long address) {
        if (address != 0 && !UnsafeHooks.installed()) {
            Tracker.freed(address);
        }
        UNSAFE.freeMemory(address);
    }
}
