package io.nmt.agent.instrument;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;
import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.Collection;

/**
 * Classes that are loaded from the class path. {@code Instrumentation} tells them, too, but makes a local reference to
 * each in its native code, of which {@code -Xcheck:jni} warns; so the list that class loaders keep is read, where there
 * is one.
 */
final class ClassPathClasses {
    private static final String LIST = "classes";

    private ClassPathClasses() {}

    /** Those of now: of the system's loader and of its parents. */
    static Class<?>[] loaded(Instrumentation instrumentation) {
        Class<?>[] loaded = new Class<?>[0];
        for (ClassLoader loader = ClassLoader.getSystemClassLoader(); loader != null; loader = loader.getParent()) {
            Class<?>[] ofLoader = definedBy(loader);
            if (ofLoader == null) {
                return instrumentation.getInitiatedClasses(ClassLoader.getSystemClassLoader());
            }
            int length = loaded.length;
            loaded = Arrays.copyOf(loaded, length + ofLoader.length);
            System.arraycopy(ofLoader, 0, loaded, length, ofLoader.length);
        }
        return loaded;
    }

    /** True if a class loader is the system's or one of its parents. */
    static boolean areLoadedBy(ClassLoader loader) {
        ClassLoader one = ClassLoader.getSystemClassLoader();
        while (one != null && one != loader) {
            one = one.getParent();
        }
        return one != null;
    }

    /** Returns null if this JDK keeps no such list. */
    private static Class<?>[] definedBy(ClassLoader loader) {
        JdkAccess access = JdkInternals.access();
        long offset = access.fieldOffset(ClassLoader.class, LIST);
        if (offset == JdkAccess.NO_FIELD || !(access.reference(loader, offset) instanceof Collection<?> classes)) {
            return null;
        }
        // As the JVM does when it adds one.
        synchronized (classes) {
            return classes.toArray(new Class<?>[0]);
        }
    }
}
