package io.nmt.core.internal.handles;

import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.sites.SiteTable;
import io.nmt.core.model.HandleUsage;
import java.util.ArrayList;
import java.util.List;

/** The native handles of this process, by class. Thread-safe. */
public final class HandleClasses {
    private static final int CHAINS_BITS = 8;
    private static final int DEPTH = 32;
    private static final LockFreeMap<String, HandleClass> BY_NAME = new LockFreeMap<>(CHAINS_BITS);

    // Of each row of the agent's table, the packages or classes whose calls name no site.
    private static volatile String[] libraries = {};

    private static final SiteTable SITES = new SiteTable(DEPTH, new SiteTable.Groups() {
        @Override
        public String name(int id) {
            return libraries[id];
        }

        @Override
        public boolean isWrapper(int id, String className) {
            return className.startsWith(libraries[id]);
        }
    });

    private HandleClasses() {}

    /**
     * Says where the classes of the agent's rows belong to.
     *
     * @param prefixes of class names, by row: what begins with it is the library itself, not who uses it
     */
    public static void rows(List<String> prefixes) {
        libraries = prefixes.toArray(new String[0]);
    }

    static HandleClass withName(String name, int row) {
        HandleClass known = BY_NAME.get(name);
        if (known != null) {
            return known;
        }
        HandleClass added = HandleClass.named(name, row);
        HandleClass other = BY_NAME.putIfAbsent(name, added);
        return other != null ? other : added;
    }

    static SiteTable sites() {
        return SITES;
    }

    /**
     * What has become of the handles of each class.
     *
     * @return the class with most that are not closed first; nothing where no such class was loaded
     */
    public static List<HandleUsage> list() {
        List<HandleUsage> usages = new ArrayList<>();
        BY_NAME.forEach((name, handles) -> usages.add(handles.usage()));
        usages.sort((one, other) -> Long.compare(other.created() - other.closed(), one.created() - one.closed()));
        return usages;
    }
}
