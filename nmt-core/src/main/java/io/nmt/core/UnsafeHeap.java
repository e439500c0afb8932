package io.nmt.core;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.hooks.UnsafeHooks;
import io.nmt.core.internal.tracker.Tracker;
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
        boolean hooked = UnsafeHooks.installed();
        if (hooked) {
            UnsafeHooks.label(categoryId);
        }
        long address;
        try {
            address = UNSAFE.allocateMemory(bytes);
        } catch (OutOfMemoryError e) {
            throw LiveBlocks.noMemory(bytes, categoryId);
        }
        if (!hooked && address != 0) {
            LiveBlocks.add(address, bytes, categoryId);
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
        boolean hooked = UnsafeHooks.installed();
        long entry = hooked ? Tracker.recordOf(address) : Tracker.freed(address);
        if (entry == BlockRecord.NONE) {
            LiveBlocks.notLive(address);
        }
        long moved;
        try {
            moved = UNSAFE.reallocateMemory(address, bytes);
        } catch (OutOfMemoryError e) {
            if (!hooked) {
                Tracker.restored(address, entry);
            }
            throw LiveBlocks.noMemory(bytes, categoryId);
        }
        if (!hooked) {
            LiveBlocks.add(moved, bytes, categoryId);
        }
        return moved;
    }

    static void free(long address) {
        if (address == 0) {
            return;
        }
        long entry = UnsafeHooks.installed() ? Tracker.recordOf(address) : Tracker.freed(address);
        if (entry == BlockRecord.NONE) {
            LiveBlocks.notLive(address);
        }
        UNSAFE.freeMemory(address);
    }
}
