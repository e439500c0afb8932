package io.nmt.core.internal.handles;

import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.sites.SiteTable;
import io.nmt.core.model.HandleUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;

/** The native handles of this process, by class. Thread-safe. */
public final class HandleClasses {
    private static final int CHAINS_BITS = 8;
    private static final int DEPTH = 32;
    private static final LockFreeMap<String, HandleClass> BY_NAME = new LockFreeMap<>(CHAINS_BITS);

    static final int MOST_GROUPS = 255;

    // Of each row of the agent's table, what the names of its library's classes begin with; nothing for no library.
    private static volatile String[] libraries = {};

    private static final AtomicReferenceArray<HandleClass> BY_ID = new AtomicReferenceArray<>(MOST_GROUPS + 1);
    private static final AtomicInteger COUNT = new AtomicInteger();

    private static final SiteTable.Groups GROUPS = new SiteTable.Groups() {
        @Override
        public String name(int id) {
            HandleClass handles = BY_ID.get(id);
            return handles == null ? "(other classes)" : handles.name();
        }

        @Override
        public boolean isWrapper(int id, String className) {
            HandleClass handles = BY_ID.get(id);
            return handles != null && handles.isOwn(className);
        }
    };

    // Some 100 KB: null until the first such class comes.
    private static volatile SiteTable sites;

    private HandleClasses() {}

    /**
     * Prepares to count. To be called before a class of handles is hooked; again, it does nothing.
     *
     * @param prefixes of class names, by row: what begins with it is the library itself, not who uses it; nothing for
     *     the application's own
     */
    public static synchronized void begin(List<String> prefixes) {
        if (sites == null) {
            libraries = prefixes.toArray(new String[0]);
            sites = new SiteTable(DEPTH, GROUPS);
            HandleClass.initialise();
        }
    }

    /** What the names of the classes of a row's library begin with. */
    static String library(int row) {
        return libraries[row];
    }

    /** What the names of a class's own library begin with, if that is in the table; else nothing. */
    static String libraryOf(String className) {
        for (String library : libraries) {
            if (!library.isEmpty() && className.startsWith(library)) {
                return library;
            }
        }
        return "";
    }

    static HandleClass of(Class<?> type, String library) {
        String name = type.getName();
        HandleClass known = BY_NAME.get(name);
        if (known != null) {
            return known;
        }
        // Beyond, classes share a number, and their sites a name.
        int id = Math.min(COUNT.getAndIncrement(), MOST_GROUPS);
        HandleClass added = new HandleClass(type, library, id);
        HandleClass other = BY_NAME.putIfAbsent(name, added);
        if (other == null && id < MOST_GROUPS) {
            BY_ID.set(id, added);
        }
        return other != null ? other : added;
    }

    static SiteTable sites() {
        return sites;
    }

    /**
     * What has become of the handles of each class.
     *
     * @param minimumAgeNanos how old those must be that are told by call site; 0 for all
     * @return the class with most that are not closed first; nothing where no such class was loaded
     */
    public static List<HandleUsage> list(long minimumAgeNanos) {
        List<HandleUsage> usages = new ArrayList<>();
        // No lambda that takes a number along: see Sites.
        BY_NAME.forEach(new BiConsumer<>() {
            @Override
            public void accept(String name, HandleClass handles) {
                if (handles.isUsed()) {
                    usages.add(handles.usage(minimumAgeNanos));
                }
            }
        });
        usages.sort((one, other) -> Long.compare(other.created() - other.closed(), one.created() - one.closed()));
        return usages;
    }
}
