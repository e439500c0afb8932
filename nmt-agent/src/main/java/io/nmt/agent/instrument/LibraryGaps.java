package io.nmt.agent.instrument;

import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.model.Category;
import io.nmt.core.model.NotTracked;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The libraries whose classes got no hooks, with the class loader: in reports by library, and on stderr in one line a
 * library, not one a class loader. Thread-safe.
 *
 * <p>The number of libraries is bounded by the tables of hooks, that of class loaders counted by a constant.
 */
final class LibraryGaps {
    private static final int MOST_LOADERS = 1000;
    private static final String[] POOLS = {"netty", "arrow", "jetty", "undertow"};
    private static final String[] POOL_NAMES = {"Netty", "Arrow", "Jetty", "Undertow"};

    private static final Map<String, LibraryGaps> BY_LIBRARY = new HashMap<>();

    private final String first;
    private final Set<Integer> loaders = new HashSet<>();
    private NotTracked told;

    private LibraryGaps(String first) {
        this.first = first;
    }

    /** A class with rows of the table of hooks has none of them. */
    static void add(ClassLoader loader, String className, List<Hook> hooks, String why) {
        if (hooks.get(0).role() == Hook.Role.CONTEXT) {
            System.err.println("nmt: " + className.replace('/', '.') + " names no scopes: " + why);
            return;
        }
        boolean ofPool = hooks.get(0).role().tellsOfPools();
        NotTracked library =
                ofPool ? NotTracked.ofPools(pool(className), "") : new NotTracked(Category.JNA.name(), "", true);
        if (add(library, loader, className, why)) {
            System.err.println("nmt: " + className.replace('/', '.') + " is not tracked: " + why);
        }
    }

    /** A class of native handles has no hooks. */
    static void add(ClassLoader loader, HandleRow row, String library, String why) {
        String name = row.isUsers() ? row.owner().replace('/', '.') : library.substring(0, library.length() - 1);
        if (add(NotTracked.ofHandles(name, ""), loader, row.className(), why)) {
            System.err.println("nmt: handles of " + row.owner().replace('/', '.') + " are not counted: "
                    + row.className().replace('/', '.') + ": " + why);
        }
    }

    private static String pool(String className) {
        for (int i = 0; i < POOLS.length; i++) {
            if (className.contains("/".concat(POOLS[i]).concat("/"))) {
                return POOL_NAMES[i];
            }
        }
        return className.replace('/', '.');
    }

    /** Returns whether it is the first of its library. */
    private static synchronized boolean add(NotTracked library, ClassLoader loader, String className, String why) {
        LibraryGaps gaps = BY_LIBRARY.get(library.category());
        boolean isFirst = gaps == null;
        if (isFirst) {
            gaps = new LibraryGaps(className.replace('/', '.') + " in " + name(loader) + ": " + why);
            BY_LIBRARY.put(library.category(), gaps);
        }
        if (gaps.loaders.size() < MOST_LOADERS && gaps.loaders.add(System.identityHashCode(loader))) {
            NotTracked now = new NotTracked(library.category(), gaps.text(), library.late());
            TrackedPart.lacks(gaps.told, now);
            gaps.told = now;
        }
        return isFirst;
    }

    /** Not in the class loader's own words: they would be the application's code. */
    private static String name(ClassLoader loader) {
        return loader == null
                ? "the boot loader"
                : loader.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(loader));
    }

    private String text() {
        int others = loaders.size() - 1;
        if (others == 0) {
            return first;
        }
        String number = loaders.size() == MOST_LOADERS ? "at least " + others : Integer.toString(others);
        return first + "; and in " + number + (others == 1 ? " more class loader" : " more class loaders");
    }
}
