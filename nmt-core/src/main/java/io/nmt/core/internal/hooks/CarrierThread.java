package io.nmt.core.internal.hooks;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;

/** The platform thread that runs the current code: the current thread, or what carries it if it is virtual. */
final class CarrierThread {
    private static final long UNKNOWN = JdkAccess.NO_FIELD;
    private static final JdkAccess JDK = JdkInternals.access();

    // Since JDK 21 the JVM loads it at its start. Only the first virtual thread may initialise it: it makes the
    // scheduler.
    private static final Class<?> VIRTUAL_THREAD = virtualThread();
    private static final long CARRIER_OFFSET = carrierOffset();

    private CarrierThread() {}

    private static Class<?> virtualThread() {
        try {
            return Class.forName("java.lang.VirtualThread", false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static long carrierOffset() {
        return VIRTUAL_THREAD == null ? UNKNOWN : JDK.fieldOffset(VIRTUAL_THREAD, "carrierThread");
    }

    /** Has no point at which a virtual thread could be moved to another carrier. */
    static Thread current() {
        Thread thread = Thread.currentThread();
        if (CARRIER_OFFSET == UNKNOWN || !VIRTUAL_THREAD.isInstance(thread)) {
            return thread;
        }
        // The thread's own field, which only changes when it is moved.
        Thread carrier = (Thread) JDK.reference(thread, CARRIER_OFFSET);
        return carrier == null ? thread : carrier;
    }
}
