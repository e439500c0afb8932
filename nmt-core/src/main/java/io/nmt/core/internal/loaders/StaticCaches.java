package io.nmt.core.internal.loaders;

import java.util.ArrayList;
import java.util.List;

/**
 * Static fields of known libraries that keep class loaders, or classes. The libraries are looked for on the class path
 * alone: to read a field of a class asks its loader for the types of all its fields, and that one is the JDK's.
 */
final class StaticCaches {
    private static final int MOST_CLASSES = 1 << 17;
    private static final String OF_JDK = "jdk.internal.loader.";

    /** Class, static field, and the fields that lead from there to a map or a set. */
    private static final String[][] KNOWN = {
        {"com.fasterxml.jackson.databind.type.TypeFactory", "instance", "_typeCache", "_map", "data"},
        {"org.apache.commons.logging.LogFactory", "factories"},
        {"org.springframework.beans.CachedIntrospectionResults", "acceptedClassLoaders"},
        {"org.springframework.beans.CachedIntrospectionResults", "strongClassCache"},
    };

    private StaticCaches() {}

    /** The contents of a field. */
    record Cache(String name, List<Object> contents) {}

    /** The caches of the class path's libraries. */
    static List<Cache> all() {
        ClassLoader system = ClassLoader.getSystemClassLoader();
        return system.getClass().getName().startsWith(OF_JDK) ? of(system) : List.of();
    }

    private static List<Cache> of(ClassLoader loader) {
        Object list = ListFields.in(loader, ClassLoader.class, "classes");
        Object classes = list == null ? null : ListFields.in(list, list.getClass(), "elementData");
        List<Cache> caches = new ArrayList<>();
        if (classes instanceof Object[] all && all.length <= MOST_CLASSES) {
            for (Object each : all) {
                if (each instanceof Class<?> type) {
                    addCaches(type, caches);
                }
            }
        }
        return caches;
    }

    private static void addCaches(Class<?> type, List<Cache> caches) {
        String name = type.getName();
        for (String[] known : KNOWN) {
            if (known[0].equals(name)) {
                Object found = staticField(type, known[1]);
                for (int i = 2; i < known.length && found != null; i++) {
                    Object inner = reference(found, known[i]);
                    found = inner == null ? found : inner; // another version has it elsewhere
                }
                caches.add(new Cache(name + "." + known[1], MapFields.contents(found)));
            }
        }
    }

    /** The reference in a field of an object; null if the class path's library has no such one. */
    private static Object reference(Object object, String field) {
        Class<?> type = object.getClass();
        if (type.getClassLoader() != ClassLoader.getSystemClassLoader()) {
            return null;
        }
        try {
            boolean isPrimitive = type.getDeclaredField(field).getType().isPrimitive();
            return isPrimitive ? null : ListFields.in(object, type, field);
        } catch (NoSuchFieldException | LinkageError e) {
            return null;
        }
    }

    private static Object staticField(Class<?> type, String field) {
        try {
            boolean isPrimitive = type.getDeclaredField(field).getType().isPrimitive();
            return isPrimitive ? null : ListFields.of(type, field);
        } catch (NoSuchFieldException | LinkageError e) {
            return null; // in another version, or a type of another field is missing
        }
    }
}
