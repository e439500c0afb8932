package io.nmt.agent.instrument;

import io.nmt.core.internal.jdk.JdkInternals;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;

/**
 * Classes that a class loader has brought in. {@code Instrumentation} tells them, too, but makes a local reference to
 * each in its native code, of which {@code -Xcheck:jni} warns; so the class loader is asked for the one that is wanted.
 */
final class InitiatedClasses {
    /** As {@code findLoadedClass} does, which a class loader may hide. */
    private static final String FIND = "findLoadedClass0";

    private InitiatedClasses() {}

    /**
     * Finds a class, without bringing it in.
     *
     * @param name with dots
     * @return null if it is not there
     */
    static Class<?> find(Instrumentation instrumentation, ClassLoader loader, String name) {
        // Asked for a class of an archive, the JVM's own loaders bring it in: a second time, if it is on the way.
        if (ClassPathClasses.areLoadedBy(loader)) {
            return named(name, ClassPathClasses.loaded(instrumentation));
        }
        try {
            Method method = ClassLoader.class.getDeclaredMethod(FIND, String.class);
            JdkInternals.access().makeAccessible(method);
            return (Class<?>) method.invoke(loader, name);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return named(name, instrumentation.getInitiatedClasses(loader));
        }
    }

    private static Class<?> named(String name, Class<?>[] types) {
        for (Class<?> type : types) {
            if (type.getName().equals(name)) {
                return type;
            }
        }
        return null;
    }
}
