package io.nmt.core.internal.counters;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;

/**
 * A thread's id, which no other thread ever has: before JDK 22. {@code Thread.getId} may be overridden, so it will not
 * do.
 */
final class ThreadId {
    private static final JdkAccess JDK = JdkInternals.access();
    private static final long TID = JDK == null ? JdkAccess.NO_FIELD : JDK.fieldOffset(Thread.class, "tid");

    private ThreadId() {}

    /** The id, or 0 if there is no way to know it. */
    static long of(Thread thread) {
        return TID == JdkAccess.NO_FIELD ? 0 : JDK.longIn(thread, TID);
    }
}
