package io.nmt.core.reader;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;
import java.lang.reflect.AccessibleObject;

/**
 * Reaches what the JDK keeps inside. For this project's own modules. Thread-safe. Without the agent there mostly is no
 * access.
 */
public final class JdkInside {
    private JdkInside() {}

    /** Tells if there is access. Without, no other method but {@link #runAtEnd} and {@link #symbol} may be called. */
    public static boolean isReachable() {
        return JdkInternals.access() != null;
    }

    /**
     * Makes a member accessible, whichever module it belongs to.
     *
     * @param member a method, field or constructor
     */
    public static void makeAccessible(AccessibleObject member) {
        JdkInternals.access().makeAccessible(member);
    }

    /**
     * Makes an object without a call of a constructor.
     *
     * @param type a class that can have objects
     * @return the object
     * @throws InstantiationException if it cannot have any
     */
    public static Object newInstance(Class<?> type) throws InstantiationException {
        return JdkInternals.access().newInstance(type);
    }

    /**
     * Finds a symbol in the global scope of the process.
     *
     * @param name of a C function
     * @return its address; 0 without access, before JDK 21, or if there is none
     * @throws ReflectiveOperationException if this JDK has other names
     */
    public static long symbol(String name) throws ReflectiveOperationException {
        JdkAccess access = JdkInternals.access();
        return access == null ? 0 : access.findSymbol(name);
    }

    /**
     * Runs a task at the end of the JVM: after all shutdown hooks, on the thread that ends it. To be called once.
     *
     * @param task that is short and throws nothing
     * @return false if that cannot be done
     */
    public static boolean runAtEnd(Runnable task) {
        JdkAccess access = JdkInternals.access();
        return access != null && access.runAtEnd(task);
    }
}
