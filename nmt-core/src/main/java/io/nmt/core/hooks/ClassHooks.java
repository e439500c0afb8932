package io.nmt.core.hooks;

import io.nmt.core.tracker.Tracker;

/**
 * What the methods of {@code ClassLoader} call that bring in a class: where one of the few library classes that are hooked
 * is about to come, it says so. Nothing else calls it.
 *
 * <p>No method throws. For all other classes each is a comparison of two strings.
 */
public final class ClassHooks {
    private static final String JNA = "com.sun.jna.Native";

    private static Listener listener;

    private ClassHooks() {}

    /** Who changes the library classes. */
    public interface Listener {
        /** Such a class may be defined now, by this thread. */
        void begin();

        /** It was defined, or was not. */
        void end();
    }

    /**
     * Called on entry of {@code ClassLoader.defineClass}; and of {@code findLoadedClass}, in which the JVM also brings in what
     * it has in a class data archive.
     *
     * @param name of the class, with dots, or null
     */
    public static void loading(String name) {
        if (isHooked(name)) {
            try {
                Listener told = listener;
                if (told != null) {
                    told.begin();
                }
            } catch (Throwable t) {
                Tracker.failures++;
            }
        }
    }

    /**
     * Called on exit of the same methods, also if they throw.
     *
     * @param name of the class, with dots, or null
     */
    public static void loaded(String name) {
        if (isHooked(name)) {
            try {
                Listener told = listener;
                if (told != null) {
                    told.end();
                }
            } catch (Throwable t) {
                Tracker.failures++;
            }
        }
    }

    private static boolean isHooked(String name) {
        return JNA.equals(name);
    }

    /**
     * Says who is to be told. To be called before the hooks are installed.
     *
     * @param newListener is told; null for nobody
     */
    public static void tell(Listener newListener) {
        listener = newListener;
    }
}
