package io.nmt.core.internal.handles;

import io.nmt.core.internal.tracker.FirstUse;
import io.nmt.core.internal.tracker.Tracker;

/**
 * The hooks in the JDK's shared arenas. They are native handles like those of {@link HandleHooks}, but their class is
 * loaded before it is hooked, and so has no added field. The handle is kept among the actions that the arena runs when
 * it is closed.
 *
 * <p>No method throws, takes a lock, or allocates native memory.
 */
public final class ArenaHooks implements Runnable {
    private static final String LIBRARY = "java.lang.foreign.";
    private static final Runnable NOT_COUNTED = new ArenaHooks();
    private static final FirstUse FIRST = new FirstUse();

    private ArenaHooks() {}

    /**
     * Says what is to be done when the first arena is opened that threads can share.
     *
     * @param action run while the thread that opens it waits; it throws nothing
     */
    public static void prepareBy(Runnable action) {
        FIRST.prepareBy(action);
    }

    /** Called by the JDK before the first such arena is there. */
    public static void begins() {
        FIRST.begins();
    }

    /**
     * Called where a shared arena is opened.
     *
     * @param session the object whose life is the arena's
     * @param type that users know it by
     * @return what is to be run when the arena is closed
     */
    public static Runnable opened(Object session, Class<?> type) {
        try {
            Object known = HandleClasses.of(type, LIBRARY).created(session);
            return known instanceof Runnable action ? action : NOT_COUNTED;
        } catch (Throwable t) {
            Tracker.failed(t);
            return NOT_COUNTED;
        }
    }

    /** Closes an arena that is not counted. */
    @Override
    public void run() {}
}
