package io.nmt.agent.instrument;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives classes their hooks whenever the JVM makes a version of them: while they load, and at each retransformation and
 * redefinition, whichever agent or debugger asks for it. It stays, so no other change removes the hooks; it adds to the
 * bytes that it is handed, so it removes no other change.
 *
 * <p>It runs on the application's threads, for each class that they load: it takes no lock, and for a class without
 * hooks it looks up a name and creates no object.
 */
final class HookingTransformer implements ClassFileTransformer {
    private final Map<String, HookedClass> classes = new ConcurrentHashMap<>();
    private final LibraryHooks libraries;
    private volatile boolean hooksLibraries;

    HookingTransformer(LibraryHooks libraries) {
        this.libraries = libraries;
    }

    /** Adds rows to a class of the JDK, with slashes. */
    HookedClass expect(String className, List<Hook> rows) {
        HookedClass known = classes.get(className);
        List<Hook> all = rows;
        if (known != null) {
            all = new ArrayList<>(known.rows());
            all.addAll(rows);
        }
        HookedClass type = new HookedClass(all);
        classes.put(className, type);
        return type;
    }

    /** Leaves a class of the JDK alone from now on. */
    void forget(String className) {
        classes.remove(className);
    }

    /** The class of the JDK of that name, with slashes; null if it is left alone. */
    HookedClass of(String className) {
        return classes.get(className);
    }

    /** The names of all classes of the JDK that are given hooks. */
    List<String> names() {
        return new ArrayList<>(classes.keySet());
    }

    /** Begins or ends to give hooks to the classes of libraries. */
    void hookLibraries(boolean hook) {
        hooksLibraries = hook;
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        try {
            if (className == null) {
                return null;
            }
            if (loader == null) {
                HookedClass type = classes.get(className);
                if (type != null || !libraries.mayHookOfBootLoader(className)) {
                    return type == null ? null : type.hook(bytes);
                }
            }
            return hooksLibraries && libraries.mayHook(className)
                    ? libraries.transform(loader, className, redefined, bytes)
                    : null;
        } catch (Throwable t) {
            return null; // the stack ends or the heap is full: the class remains as it is
        }
    }
}
