package io.nmt.core.internal.loaders;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.starts.ThreadFields;

/**
 * The fields of class loaders, and of threads that refer to them. Methods of a loader may be the application's: they
 * may throw, and wait for its locks.
 */
final class LoaderFields {
    static final String NO_PARENT = ""; // the boot loader is

    private static final int MOST_LOCALS = 4096; // of a thread, slots

    private static final JdkAccess JDK = JdkInternals.access();
    private static final long PARENT = ThreadFields.offset(ClassLoader.class, "parent");
    private static final long CONTEXT = ThreadFields.offset(Thread.class, "contextClassLoader");
    private static final long LOCALS = ThreadFields.offset(Thread.class, "threadLocals");
    private static final Class<?> MAP = ThreadFields.named("java.lang.ThreadLocal$ThreadLocalMap");
    private static final Class<?> ENTRY = ThreadFields.named("java.lang.ThreadLocal$ThreadLocalMap$Entry");
    private static final long TABLE = ThreadFields.offset(MAP, "table");
    private static final long VALUE = ThreadFields.offset(ENTRY, "value");

    private LoaderFields() {}

    /** Initialises this class. */
    static void initialise() {
        parentClass(LoaderFields.class.getClassLoader());
    }

    private static Object reference(Object object, long offset) {
        return object == null || offset == JdkAccess.NO_FIELD ? null : JDK.reference(object, offset);
    }

    /** Returns null where it is the boot loader. */
    static ClassLoader parent(ClassLoader loader) {
        return (ClassLoader) reference(loader, PARENT);
    }

    /** Names the class of a loader's parent. */
    static String parentClass(ClassLoader loader) {
        return className(parent(loader));
    }

    /** Names the class of a loader; the boot loader has none. */
    static String className(ClassLoader loader) {
        return loader == null ? NO_PARENT : loader.getClass().getName();
    }

    /** Returns null if it has none. */
    static ClassLoader context(Thread thread) {
        // It is an object of another class where a JDK marks that there is none.
        return reference(thread, CONTEXT) instanceof ClassLoader loader ? loader : null;
    }

    /** The values of a thread's locals, with nulls among them; those of many are left out. */
    static Object[] locals(Thread thread) {
        if (!(reference(reference(thread, LOCALS), TABLE) instanceof Object[] table) || table.length > MOST_LOCALS) {
            return new Object[0];
        }
        Object[] values = new Object[table.length];
        for (int i = 0; i < table.length; i++) {
            values[i] = reference(table[i], VALUE);
        }
        return values;
    }
}
