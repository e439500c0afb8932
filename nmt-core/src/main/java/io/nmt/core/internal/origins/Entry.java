package io.nmt.core.internal.origins;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The entry of a block in {@link Origins}. */
final class Entry {
    private static final VarHandle CUTTER;

    static {
        try {
            CUTTER = MethodHandles.lookup().findVarHandle(Entry.class, "cutter", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final int categoryId;
    final long bytes;
    final long threadId;
    final String threadName;
    final long startNanos;

    /** The thread that changes a mapping just now, or null. See {@link MappingCut}. */
    volatile Thread cutter;

    Entry(int categoryId, long bytes, long threadId, String threadName, long startNanos) {
        this.categoryId = categoryId;
        this.bytes = bytes;
        this.threadId = threadId;
        this.threadName = threadName;
        this.startNanos = startNanos;
    }

    Entry resized(long newBytes) {
        return new Entry(categoryId, newBytes, threadId, threadName, startNanos);
    }

    /** A part of a mapping that is being cut. */
    Entry part(long partBytes, Thread by) {
        Entry part = resized(partBytes);
        part.cutter = by;
        return part;
    }

    /** Returns false if another thread changes the mapping. */
    boolean claim(Thread by) {
        return CUTTER.compareAndSet(this, (Thread) null, by);
    }
}
