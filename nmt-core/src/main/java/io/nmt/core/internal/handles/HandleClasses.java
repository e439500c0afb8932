package io.nmt.core.internal.handles;

import io.nmt.core.internal.sites.SiteTable;
import io.nmt.core.model.HandleUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The native handles of this process, by class. There are {@value #MOST_CLASSES} classes at the most, fewer in a small
 * heap; the handles of all others count as {@value #OTHERS}. Thread-safe.
 */
public final class HandleClasses {
    /*
     * Keyed by name, so that two loaders' classes of one name are one (an application that was deployed again), and
     * that no class and no loader is referred to. A program may make handle classes without end: subclasses, proxies,
     * mocks. So nothing is kept of a class that comes beyond the bound.
     *
     * An open hash table that only ever gets entries, a quarter full at the most: a class is found without an object
     * that would have to be made or kept for it, and one that is not in the table after a few steps.
     */
    static final String OTHERS = "(other classes)";

    private static final int DEPTH_FRAMES = 32;
    private static final int MOST_CLASSES = 1024;
    private static final int FEWEST_CLASSES = 64;
    private static final int SHARE_OF_HEAP = 64;
    private static final int BYTES_PER_CLASS = 512;
    private static final int SLOTS_PER_CLASS = 4;

    /**
     * The most classes that are listed by name, and the most that are summed as others. Also the number of the other
     * classes.
     */
    static final int MOST_NAMED = (int) Math.max(
            FEWEST_CLASSES, Math.min(MOST_CLASSES, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP / BYTES_PER_CLASS));

    private static final int SLOT_BITS = Integer.SIZE - Integer.numberOfLeadingZeros(MOST_NAMED * SLOTS_PER_CLASS - 1);
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;

    // Of each row of the agent's table, what the names of its library's classes begin with; nothing for no library.
    private static volatile String[] libraries = {};

    private static final AtomicReferenceArray<HandleClass> BY_NAME = new AtomicReferenceArray<>(1 << SLOT_BITS);
    private static final AtomicReferenceArray<HandleClass> BY_ID = new AtomicReferenceArray<>(MOST_NAMED);
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final HandleClass OTHER_CLASSES = new HandleClass(OTHERS, new String[0], "", MOST_NAMED);

    private static final SiteTable.Groups GROUPS = new SiteTable.Groups() {
        @Override
        public String name(int id) {
            HandleClass handles = withId(id);
            return handles == null ? OTHERS : handles.name();
        }

        @Override
        public boolean isWrapper(int id, String className) {
            HandleClass handles = withId(id);
            return handles == null ? !libraryOf(className).isEmpty() : handles.isOwn(className);
        }

        @Override
        public int most() {
            return MOST_NAMED + 1;
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
            sites = new SiteTable(DEPTH_FRAMES, GROUPS);
            HandleClass.initialise();
        }
    }

    /** Null for the other classes. */
    private static HandleClass withId(int id) {
        return id < MOST_NAMED ? BY_ID.get(id) : null;
    }

    /** The prefix of the class's own library, if it is in the table; else an empty string. */
    static String libraryOf(String className) {
        for (String library : libraries) {
            if (!library.isEmpty() && className.startsWith(library)) {
                return library;
            }
        }
        return "";
    }

    /** The handles of a class, whose row of the agent's table has that number. */
    static HandleClass of(Class<?> type, int row) {
        HandleClass known = find(type.getName());
        return known != null ? known : add(type, libraries[row]);
    }

    /** The handles of a class, whose library's names begin so. */
    static HandleClass of(Class<?> type, String library) {
        HandleClass known = find(type.getName());
        return known != null ? known : add(type, library);
    }

    private static int slot(String name) {
        return (name.hashCode() * 0x9E3779B9) >>> (Integer.SIZE - SLOT_BITS);
    }

    /** Null if it is not in the table. The JVM interns the names of classes: mostly the first comparison tells. */
    @SuppressWarnings("ReferenceEquality") // likewise
    private static HandleClass find(String name) {
        for (int slot = slot(name); ; slot++) {
            HandleClass handles = BY_NAME.get(slot & SLOT_MASK);
            if (handles == null || handles.name() == name || handles.name().equals(name)) {
                return handles;
            }
        }
    }

    private static HandleClass add(Class<?> type, String library) {
        int id = COUNT.get();
        while (id < MOST_NAMED && !COUNT.compareAndSet(id, id + 1)) {
            id = COUNT.get();
        }
        if (id >= MOST_NAMED) {
            return OTHER_CLASSES;
        }
        HandleClass added = new HandleClass(type, library, id);
        BY_ID.set(id, added);
        for (int slot = slot(added.name()); ; slot++) {
            HandleClass other = BY_NAME.compareAndExchange(slot & SLOT_MASK, null, added);
            if (other == null) {
                return added;
            }
            if (other.name().equals(added.name())) {
                return other; // another thread was faster: one number is lost
            }
        }
    }

    static SiteTable sites() {
        return sites;
    }

    /**
     * The figures of native handles, by class.
     *
     * @param minimumAgeNanos how old those must be that are told by call site; 0 for all
     * @return the class with most that are not closed first; nothing where no such class was loaded
     */
    public static List<HandleUsage> list(long minimumAgeNanos) {
        Map<HandleClass, List<HandleSample>> samples = new HashMap<>();
        HandleSample.forEach(sample -> samples.computeIfAbsent(sample.handles(), any -> new ArrayList<>())
                .add(sample));
        List<HandleUsage> usages = new ArrayList<>();
        for (int slot = 0; slot <= BY_NAME.length(); slot++) {
            HandleClass handles = slot < BY_NAME.length() ? BY_NAME.get(slot) : OTHER_CLASSES;
            if (handles != null && handles.isUsed()) {
                usages.add(handles.usage(samples.getOrDefault(handles, List.of()), minimumAgeNanos));
            }
        }
        usages.sort((one, other) -> Long.compare(other.created() - other.closed(), one.created() - one.closed()));
        return usages;
    }
}
