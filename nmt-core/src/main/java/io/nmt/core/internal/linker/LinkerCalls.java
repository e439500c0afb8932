package io.nmt.core.internal.linker;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.hooks.Mappings;
import io.nmt.core.internal.hooks.UnsafeHooks;
import io.nmt.core.internal.rules.ThreadScope;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Category;

/**
 * The methods that are called around a C function. A method "after" gets its result and its arguments. A method
 * "before" gets the arguments, and the one after it gets also its result. If the call throws, "undo" gets that result.
 *
 * <p>A block's record is removed before the call that frees it, and added after the call that allocates it. A call
 * throws if its arguments are wrong (a closed segment, a segment of another thread): then the function was not reached.
 */
final class LinkerCalls {
    private static final int FOREIGN_MALLOC = Category.FOREIGN_MALLOC.id();
    private static final long OVERFLOW = -1;
    private static final long[] NOTHING = {};

    private LinkerCalls() {}

    static void afterMalloc(long address, long bytes) {
        allocated(address, bytes);
    }

    static void afterAlignedAlloc(long address, long alignment, long bytes) {
        allocated(address, bytes);
    }

    static void afterCalloc(long address, long count, long bytes) {
        allocated(address, count * bytes);
    }

    static void afterPosixMemalign(int error, long out, long alignment, long bytes) {
        if (error == 0) {
            try {
                allocated(NativeBytes.pointerAt(out), bytes);
            } catch (Throwable t) {
                Tracker.failed(t);
            }
        }
    }

    static void afterPosixMemalign(int error, Object out, long alignment, long bytes) {
        if (error == 0) {
            try {
                allocated(LinkerSegments.pointerIn(out), bytes);
            } catch (Throwable t) {
                Tracker.failed(t);
            }
        }
    }

    static void afterStrdup(long address, long source) {
        copied(address);
    }

    static void afterStrndup(long address, long source, long maxLength) {
        copied(address);
    }

    private static void copied(long address) {
        if (address != 0) {
            try {
                allocated(address, NativeBytes.lengthOf(address) + 1);
            } catch (Throwable t) {
                Tracker.failed(t);
            }
        }
    }

    private static void allocated(long address, long bytes) {
        if (address != 0) {
            try {
                record(address, bytes, ThreadScope.categoryId(FOREIGN_MALLOC));
            } catch (Throwable t) {
                Tracker.failed(t);
            }
        }
    }

    private static void record(long address, long bytes, int categoryId) {
        if (!UnsafeHooks.leavesOut(categoryId)) {
            Tracker.allocated(address, bytes, categoryId);
        }
    }

    static long beforeFree(long address) {
        if (address == 0) {
            return BlockRecord.NONE;
        }
        try {
            return Tracker.freed(address);
        } catch (Throwable t) {
            Tracker.failed(t);
            return BlockRecord.NONE;
        }
    }

    private static void restore(long removed, long address) {
        try {
            Tracker.restored(address, removed);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    static void undoFree(long removed, long address) {
        restore(removed, address);
    }

    static long beforeRealloc(long address, long bytes) {
        return beforeFree(address);
    }

    static void afterRealloc(long moved, long removed, long address, long bytes) {
        if (moved != 0) {
            try {
                int categoryId = removed == BlockRecord.NONE
                        ? ThreadScope.categoryId(FOREIGN_MALLOC)
                        : BlockRecord.categoryId(removed);
                record(moved, bytes, categoryId);
            } catch (Throwable t) {
                Tracker.failed(t);
            }
        } else if (bytes != 0) {
            restore(removed, address); // no memory: the old block is still there
        }
        // Else that was a free, as glibc has it. Other libraries return a block of no bytes.
    }

    static void undoRealloc(long removed, long address, long bytes) {
        undoFree(removed, address);
    }

    static long beforeReallocarray(long address, long count, long bytes) {
        return beforeFree(address);
    }

    static void afterReallocarray(long moved, long removed, long address, long count, long bytes) {
        // A product that overflows, maybe to 0, is no free: the function refuses it.
        long product = Math.multiplyHigh(count, bytes) == 0 ? count * bytes : OVERFLOW;
        afterRealloc(moved, removed, address, product);
    }

    static void undoReallocarray(long removed, long address, long count, long bytes) {
        undoFree(removed, address);
    }

    static void afterMmap(long address, long hint, long length, int protection, int flags, int file, long offset) {
        try {
            LinkerMappings.mapped(address, length, flags);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    static Object beforeMunmap(long address, long length) {
        try {
            return Mappings.unmapping(address, length);
        } catch (Throwable t) {
            Tracker.failed(t);
            return NOTHING;
        }
    }

    static void afterMunmap(int error, Object removed, long address, long length) {
        if (error != 0) {
            restore(removed);
        }
    }

    static void undoMunmap(Object removed, long address, long length) {
        restore(removed);
    }

    private static void restore(Object removed) {
        try {
            Mappings.restore((long[]) removed);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    static Object beforeMremap(long address, long oldLength, long length, int flags) {
        try {
            return LinkerMappings.remapping(address, oldLength, flags);
        } catch (Throwable t) {
            Tracker.failed(t);
            return NOTHING;
        }
    }

    static void afterMremap(long moved, Object removed, long address, long oldLength, long length, int flags) {
        try {
            LinkerMappings.remapped(moved, removed, length, flags);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    static void undoMremap(Object removed, long address, long oldLength, long length, int flags) {
        try {
            LinkerMappings.restoreRemapping(removed);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    static Object beforeMremapTo(long address, long oldLength, long length, int flags, long to) {
        return beforeMremap(address, oldLength, length, flags);
    }

    static void afterMremapTo(
            long moved, Object removed, long address, long oldLength, long length, int flags, long to) {
        afterMremap(moved, removed, address, oldLength, length, flags);
    }

    static void undoMremapTo(Object removed, long address, long oldLength, long length, int flags, long to) {
        undoMremap(removed, address, oldLength, length, flags);
    }
}
