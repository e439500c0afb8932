package org.apache.commons.logging;

import java.util.Hashtable;
import java.util.Map;

/** Has the field of the library's class of this name. */
@SuppressWarnings("JdkObsolete") // as the library has it
public final class LogFactory {
    private static final Map<ClassLoader, Object> factories = new Hashtable<>();

    private LogFactory() {}

    /** Keeps a loader. */
    public static void keep(ClassLoader loader) {
        factories.put(loader, "factory");
    }

    /** Releases it. */
    public static void release(ClassLoader loader) {
        factories.remove(loader);
    }
}
