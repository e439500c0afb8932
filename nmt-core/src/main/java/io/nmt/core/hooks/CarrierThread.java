package io.nmt.core.hooks;

import jdk.internal.misc.Unsafe;

/** The platform thread that runs the current code: the current thread, or what carries it if it is virtual. */
final class CarrierThread {
    private static final long UNKNOWN = -1;

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
        try {
            return VIRTUAL_THREAD == null
                    ? UNKNOWN
                    : Unsafe.getUnsafe().objectFieldOffset(VIRTUAL_THREAD, "carrierThread");
        } catch (InternalError e) { // a JDK that has no such field
            return UNKNOWN;
        }
    }

    /** Has no point at which a virtual thread could be moved to another carrier. */
    static Thread current() {
        Thread thread = Thread.currentThread();
        if (CARRIER_OFFSET == UNKNOWN || !VIRTUAL_THREAD.isInstance(thread)) {
            return thread;
        }
        // The thread's own field, which only changes when it is moved.
        Thread carrier = (Thread) Unsafe.getUnsafe().getReference(thread, CARRIER_OFFSET);
        return carrier == null ? thread : carrier;
    }
}
