package io.nmt.core.internal.handles;

import io.nmt.core.internal.tracker.Tracker;

/**
 * The hooks in the classes of native handles. A field added to each class holds the handle's sample: null for one that
 * is not counted, or no longer.
 *
 * <p>As in {@link io.nmt.core.internal.hooks.UnsafeHooks}, no method throws, takes a lock, or allocates native memory.
 */
public final class HandleHooks {
    private HandleHooks() {}

    /**
     * Called where a constructor ends.
     *
     * @param handle the object
     * @param known what the field holds: null; or the class of what it stands for; or what this returned, if another
     *     constructor of the object has called it before
     * @param row of the agent's table
     * @return what the field is to hold
     */
    public static Object created(Object handle, Object known, int row) {
        if (known != null && !(known instanceof Class<?>)) {
            return known;
        }
        try {
            Class<?> type = known == null ? handle.getClass() : (Class<?>) known;
            return HandleClasses.of(type, row).created(handle);
        } catch (Throwable t) {
            Tracker.failed(t);
            return null;
        }
    }

    /**
     * Called before a handle is closed.
     *
     * @param known what the field held
     */
    public static void closed(Object known) {
        try {
            if (known instanceof HandleClass handles) {
                handles.closed();
            } else if (known instanceof HandleSample sample) {
                sample.closed();
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called where a handle is said to own nothing: it is as if it had not been made.
     *
     * @param known what the field held
     */
    public static void disowned(Object known) {
        try {
            if (known instanceof HandleClass handles) {
                handles.disowned();
            } else if (known instanceof HandleSample sample) {
                sample.disowned();
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * {@link #created} for a class that was loaded before the agent, and has no such field.
     *
     * @param handle the object
     * @param row of the agent's table
     */
    public static void createdWithoutField(Object handle, int row) {
        try {
            LateHandles.created(handle, row);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * {@link #closed} likewise.
     *
     * @param handle the object
     */
    public static void closedWithoutField(Object handle) {
        try {
            closed(LateHandles.remove(handle));
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * {@link #disowned} likewise.
     *
     * @param handle the object
     */
    public static void disownedWithoutField(Object handle) {
        try {
            disowned(LateHandles.remove(handle));
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }
}
