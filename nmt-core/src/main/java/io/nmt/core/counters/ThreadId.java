package io.nmt.core.counters;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A thread's id, which no other thread ever has: before JDK 22. {@code Thread.getId} may be overridden, so it will not do. */
final class ThreadId {
    // Not null where the agent has opened java.lang to us.
    private static final VarHandle TID = tid();

    private ThreadId() {}

    private static VarHandle tid() {
        try {
            return MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                    .findVarHandle(Thread.class, "tid", long.class);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** The id, or 0 if there is no way to know it. */
    static long of(Thread thread) {
        return TID == null ? 0 : (long) TID.get(thread);
    }
}
