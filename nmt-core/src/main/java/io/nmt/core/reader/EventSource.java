package io.nmt.core.reader;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets one copy of nmt-jfr emit the events of this tracker. With the agent there may be two in a JVM: the agent's own,
 * and one that the application uses as a library. Thread-safe.
 */
public final class EventSource {
    private static final AtomicInteger CLAIMED = new AtomicInteger();

    private EventSource() {}

    /**
     * Claims the events for the caller, until the JVM ends.
     *
     * @return false if another caller has them
     */
    public static boolean claim() {
        return CLAIMED.compareAndSet(0, 1);
    }
}
