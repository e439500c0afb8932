package io.nmt.core.internal.handles;

import io.nmt.core.internal.concurrent.NamedTable;
import io.nmt.core.internal.sites.SiteTable;
import io.nmt.core.model.HandleUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The native handles of this process, by class. There is a bound on classes ({@link
 * NamedTable}); the handles of all others count as {@value #OTHERS}. Thread-safe.
 */
public final class HandleClasses {
    static final String OTHERS = "(other classes)";

    private static final int DEPTH_FRAMES = 32;
    /**
     * The most classes that are listed by name, and the most that are summed as others. Also the number of the other
     * classes.
     */
    static final int MOST_NAMED = NamedTable.MOST_NAMED;

    // Of each row of the agent's table, what the names of its library's classes begin with; nothing for no library.
    private static volatile String[] libraries = {};

    private static final NamedTable<HandleClass> BY_NAME = new NamedTable<>();
    private static final HandleClass OTHER_CLASSES = new HandleClass(OTHERS, new String[0], "", MOST_NAMED);

    private static final SiteTable.Groups GROUPS = new SiteTable.Groups() {
        @Override
        public String name(int id) {
            HandleClass handles = BY_NAME.withId(id);
            return handles == null ? OTHERS : handles.name();
        }

        @Override
        public boolean isWrapper(int id, String className) {
            HandleClass handles = BY_NAME.withId(id);
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
        HandleClass known = BY_NAME.find(type.getName());
        return known != null ? known : add(type, libraries[row]);
    }

    /** The handles of a class, whose library's names begin so. */
    static HandleClass of(Class<?> type, String library) {
        HandleClass known = BY_NAME.find(type.getName());
        return known != null ? known : add(type, library);
    }

    private static HandleClass add(Class<?> type, String library) {
        int id = BY_NAME.newId();
        return id >= MOST_NAMED ? OTHER_CLASSES : BY_NAME.add(id, new HandleClass(type, library, id));
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
        List<HandleClass> all = new ArrayList<>();
        BY_NAME.forEach(all::add);
        all.add(OTHER_CLASSES);
        for (HandleClass handles : all) {
            if (handles.isUsed()) {
                usages.add(handles.usage(samples.getOrDefault(handles, List.of()), minimumAgeNanos));
            }
        }
        usages.sort((one, other) -> Long.compare(other.created() - other.closed(), one.created() - one.closed()));
        return usages;
    }
}
