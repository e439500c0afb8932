package io.nmt.core.internal.loaders;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The keys and values of the JDK's maps, by their fields: a method would take locks, and call {@code hashCode} of keys.
 * Entries that other threads change meanwhile may be missing. Subclasses of the application are read alike.
 */
final class MapFields {
    private static final int MOST_SLOTS = 1 << 16; // of a map
    private static final int MOST_ENTRIES = 1 << 16; // of a map

    private static final Class<?> NODE = ListFields.named("java.util.HashMap$Node", null);
    private static final Class<?> CONCURRENT = ListFields.named("java.util.concurrent.ConcurrentHashMap$Node", null);
    private static final Class<?> TREE = ListFields.named("java.util.concurrent.ConcurrentHashMap$TreeBin", null);
    private static final Class<?> ENTRY = ListFields.named("java.util.Hashtable$Entry", null);
    private static final Class<?> SET = ListFields.named("java.util.Collections$SetFromMap", null);

    private MapFields() {}

    /** Keys and values; none of what is no such map, nor a set of one. */
    static List<Object> contents(Object map) {
        List<Object> contents = new ArrayList<>();
        if (map instanceof HashMap) {
            add(contents, ListFields.in(map, HashMap.class, "table"), NODE, "value");
        } else if (map instanceof ConcurrentHashMap) {
            add(contents, ListFields.in(map, ConcurrentHashMap.class, "table"), CONCURRENT, "val");
        } else if (map instanceof Hashtable) {
            Object inner = ListFields.in(map, Hashtable.class, "table");
            add(contents, inner, ENTRY, "value");
        } else if (SET != null && SET.isInstance(map)) {
            return contents(ListFields.in(map, SET, "m"));
        }
        return contents;
    }

    private static void add(List<Object> contents, Object table, Class<?> nodes, String value) {
        Object[] slots = table instanceof Object[] all && all.length <= MOST_SLOTS ? all : new Object[0];
        for (Object slot : slots) {
            Object node = TREE != null && TREE.isInstance(slot) ? ListFields.in(slot, TREE, "first") : slot;
            while (nodes != null && nodes.isInstance(node) && contents.size() < MOST_ENTRIES) {
                addSome(contents, ListFields.in(node, nodes, "key"));
                addSome(contents, ListFields.in(node, nodes, value));
                node = ListFields.in(node, nodes, "next");
            }
        }
    }

    private static void addSome(List<Object> contents, Object object) {
        if (object != null) {
            contents.add(object);
        }
    }
}
