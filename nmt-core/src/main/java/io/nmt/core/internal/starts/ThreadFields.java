package io.nmt.core.internal.starts;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;
import java.lang.reflect.Method;
import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * The fields of threads, and the JVM's list of them. Methods of a thread or its group may be the application's: they
 * may throw, and wait for its locks.
 */
public final class ThreadFields {
    private static final int HOLDER_SINCE = 19; // asking for a field that is not there throws an error inside the JDK
    private static final int RUNNABLE = 4; // JVMTI_THREAD_STATE_RUNNABLE

    private static final JdkAccess JDK = JdkInternals.access();
    private static final boolean HAS_HOLDER = Runtime.version().feature() >= HOLDER_SINCE;
    private static final long HOLDER = HAS_HOLDER ? offset(Thread.class, "holder") : JdkAccess.NO_FIELD;
    private static final Class<?> OWNER = HAS_HOLDER ? named("java.lang.Thread$FieldHolder") : Thread.class;
    private static final long TASK = offset(OWNER, HAS_HOLDER ? "task" : "target");
    private static final long STATUS = offset(OWNER, "threadStatus");

    private ThreadFields() {}

    /**
     * Looks a class of the JDK up.
     *
     * @param name with dots
     * @return null if there is none
     */
    public static Class<?> named(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /**
     * Looks a field up.
     *
     * @param type that declares it; null for none
     * @param field its name: of one that is not there, the JDK throws an error
     * @return its offset, or {@link JdkAccess#NO_FIELD}
     */
    public static long offset(Class<?> type, String field) {
        return JDK == null || type == null ? JdkAccess.NO_FIELD : JDK.fieldOffset(type, field);
    }

    private static Object owner(Thread thread) {
        return !HAS_HOLDER ? thread : HOLDER == JdkAccess.NO_FIELD ? null : JDK.reference(thread, HOLDER);
    }

    /**
     * Reads the task of a thread.
     *
     * @param thread of the application
     * @return null if it has none any more, or this JDK has it elsewhere
     */
    public static Object task(Thread thread) {
        Object owner = TASK == JdkAccess.NO_FIELD ? null : owner(thread);
        return owner == null ? null : JDK.reference(owner, TASK);
    }

    /** Tells whether it runs; false also where this JDK has that elsewhere. */
    static boolean isRunnable(Thread thread) {
        Object owner = STATUS == JdkAccess.NO_FIELD ? null : owner(thread);
        return owner != null && (JDK.intIn(owner, STATUS) & RUNNABLE) != 0;
    }

    /**
     * Lists the live platform threads.
     *
     * @return all of them; none where this JDK has no such list
     */
    @SuppressWarnings("removal") // a security manager, which JDKs before 24 may have, asks for permissions
    public static Thread[] all() {
        return AccessController.doPrivileged((PrivilegedAction<Thread[]>) ThreadFields::listed);
    }

    private static Thread[] listed() {
        try {
            if (JDK != null) {
                Method list = Thread.class.getDeclaredMethod("getThreads");
                JDK.makeAccessible(list);
                return (Thread[]) list.invoke(null);
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            // A JDK that has it elsewhere.
        }
        return new Thread[0];
    }
}
