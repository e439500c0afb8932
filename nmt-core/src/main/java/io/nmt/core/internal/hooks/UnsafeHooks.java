package io.nmt.core.internal.hooks;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.counters.ThreadCounters;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.internal.rules.ThreadScope;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Category;
import java.nio.ByteBuffer;

/**
 * The hooks in the JDK's {@code Unsafe}. Nothing else calls it, except the agent's self-test.
 *
 * <p>No method throws, blocks, or allocates native memory. The order of the calls matters: a block's record is removed
 * on entry of a free or a reallocation and added on exit of an allocation, so that another thread that is given the
 * same address never finds the old record.
 */
public final class UnsafeHooks {
    private static final int UNSAFE = Category.UNSAFE.id();
    private static final int TEMPORARY_BUFFER = Category.NIO_TEMPORARY_BUFFER.id();

    private static volatile boolean installed;
    private static boolean[] leftOut;

    private UnsafeHooks() {}

    /**
     * Called in a JDK method, immediately before its call that allocates: says what that block is for.
     *
     * @param categoryId of the block, or {@link ThreadCounters#PROBE}
     */
    public static void label(int categoryId) {
        try {
            Tracker.current().label(categoryId, false);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called where it is known that a block will be allocated next, but not by which caller: by one that says what it
     * is for, or else for this.
     *
     * @param categoryId of the block
     */
    public static void labelIfNone(int categoryId) {
        try {
            Tracker.current().label(categoryId, true);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /** Takes back what {@link #label} said, after the call that was to allocate. */
    public static void unlabel() {
        try {
            Tracker.current().takeLabel(UNSAFE);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called in place of {@code ByteBuffer.allocateDirect} where {@code sun.nio.ch.Util} allocates a temporary buffer
     * (until JDK 24). On a virtual thread that is moved to another carrier while it waits for direct memory, the label
     * stays behind, and one other block gets a wrong category.
     *
     * @param capacity of the buffer, in bytes
     * @return the buffer
     */
    public static ByteBuffer allocateTemporary(int capacity) {
        try {
            label(TEMPORARY_BUFFER);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
        try {
            return ByteBuffer.allocateDirect(capacity);
        } finally {
            try {
                unlabel(); // there was no block to take it
            } catch (Throwable t) {
                Tracker.failed(t);
            }
        }
    }

    /**
     * Called on exit of {@code Unsafe.allocateMemory}.
     *
     * @param address it returned
     * @param bytes it was asked for
     */
    public static void allocated(long address, long bytes) {
        try {
            ThreadCounters counters = Tracker.current();
            int categoryId = counters.takeLabel(UNSAFE);
            if (categoryId == TEMPORARY_BUFFER) {
                temporaryAllocated(counters, address, bytes);
            } else if (address != 0) {
                record(counters, address, bytes, ThreadScope.categoryId(categoryId));
            }
        } catch (Throwable t) {
            dropLabel();
            Tracker.failed(t);
        }
    }

    /** Or the next block would get it. No block is lost if this fails. */
    private static void dropLabel() {
        try {
            Tracker.current().takeLabel(UNSAFE);
        } catch (VirtualMachineError e) {
            return; // the next block gets it
        }
    }

    /** Records a temporary buffer with the thread whose cache has it: this thread, or its carrier. */
    private static void temporaryAllocated(ThreadCounters counters, long address, long bytes) {
        if (address != 0
                && !leavesOut(TEMPORARY_BUFFER)
                && Tracker.allocatedWithOrigin(counters, address, bytes, TEMPORARY_BUFFER)) {
            // Last: should it fail, the block is recorded nevertheless; and should a virtual thread have to wait
            // here, the counters may be another thread's afterwards.
            Origins.opened(address, bytes, TEMPORARY_BUFFER, CarrierThread.current());
        }
    }

    /**
     * Called when {@code Unsafe.allocateMemory} throws: what was said by {@link #label} is void.
     *
     * @param bytes it was asked for
     * @param error that it throws
     */
    public static void allocationFailed(long bytes, Throwable error) {
        dropLabel();
        try {
            RefusedMemory.refused(bytes, error);
        } catch (RuntimeException | VirtualMachineError | LinkageError e) {
            return; // no block is lost by that
        }
    }

    /**
     * Called on entry of {@code Unsafe.freeMemory}.
     *
     * @param address to be freed
     */
    public static void freeing(long address) {
        if (address == 0) {
            return;
        }
        try {
            Tracker.freed(address);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called on entry of {@code Unsafe.reallocateMemory}.
     *
     * @param address of the old block
     * @param bytes of the new block
     * @return the old block's record, for the call on exit
     */
    public static long reallocating(long address, long bytes) {
        // A new size of 0 makes it call freeMemory, which has its own hook.
        if (address == 0 || bytes == 0) {
            return BlockRecord.NONE;
        }
        try {
            return Tracker.freed(address);
        } catch (Throwable t) {
            Tracker.failed(t);
            return BlockRecord.NONE;
        }
    }

    /**
     * Called on exit of {@code Unsafe.reallocateMemory}. The block keeps its category.
     *
     * @param removed what {@link #reallocating} returned
     * @param address it returned
     * @param bytes it was asked for
     */
    public static void reallocated(long removed, long address, long bytes) {
        if (address == 0) {
            return;
        }
        try {
            ThreadCounters counters = Tracker.current();
            int label = counters.takeLabel(UNSAFE);
            record(
                    counters,
                    address,
                    bytes,
                    removed == BlockRecord.NONE ? ThreadScope.categoryId(label) : BlockRecord.categoryId(removed));
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called when {@code Unsafe.reallocateMemory} throws: the old block is still there.
     *
     * @param address of the old block
     * @param removed what {@link #reallocating} returned
     * @param bytes it was asked for
     * @param error that it throws
     */
    public static void reallocationFailed(long address, long removed, long bytes, Throwable error) {
        try {
            Tracker.restored(address, removed);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
        try {
            RefusedMemory.refused(bytes, error);
        } catch (RuntimeException | VirtualMachineError | LinkageError e) {
            return; // no block is lost by that
        }
    }

    /**
     * Records a block, unless its category is left out.
     *
     * @param counters of the current thread
     * @param address where it starts
     * @param bytes its size
     * @param categoryId of its category
     */
    public static void record(ThreadCounters counters, long address, long bytes, int categoryId) {
        boolean[] out = leftOut;
        if (out == null || !out[categoryId]) {
            Tracker.allocated(counters, address, bytes, categoryId);
        }
    }

    /**
     * Leaves blocks of some categories out. To be called before the hooks are installed.
     *
     * @param categoryIds by id, whether to leave it out
     */
    public static void leaveOut(boolean[] categoryIds) {
        leftOut = categoryIds.clone();
    }

    /**
     * True if the blocks of a category are left out.
     *
     * @param categoryId of the category
     * @return true if they are not tracked
     */
    public static boolean leavesOut(int categoryId) {
        boolean[] out = leftOut;
        return out != null && out[categoryId];
    }

    /**
     * True if blocks of some category are left out.
     *
     * @return true if not all are tracked
     */
    public static boolean leavesOutAny() {
        return leftOut != null;
    }

    /** Called by the agent once the hooks are in place. */
    public static void markInstalled() {
        installed = true;
    }

    /**
     * True if the methods of {@code Unsafe} call these hooks.
     *
     * @return true from the end of the agent's installation on
     */
    public static boolean installed() {
        return installed;
    }
}
