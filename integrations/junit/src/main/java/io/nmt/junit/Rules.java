package io.nmt.junit;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The rules of a leak: the values of {@link NoNativeLeaks}.
 *
 * @param categories of blocks that are looked at; none for all
 * @param exceptCategories of blocks that are not
 * @param sites classes or packages of which one must be in the stack; none for all
 * @param exceptSites of which none may be
 * @param handles whether they count
 * @param pools whether they count
 * @param upToBytes may stay at each site
 * @param otherThreads whether those count that ran before
 */
record Rules(
        List<String> categories,
        List<String> exceptCategories,
        List<String> sites,
        List<String> exceptSites,
        boolean handles,
        boolean pools,
        long upToBytes,
        boolean otherThreads) {
    private static final String PACKAGE = ".*";

    static final Rules ALL = new Rules(List.of(), List.of(), List.of(), List.of(), true, true, 0, false);

    static Rules of(NoNativeLeaks annotation) {
        return new Rules(
                List.of(annotation.categories()),
                List.of(annotation.exceptCategories()),
                List.of(annotation.sites()),
                List.of(annotation.exceptSites()),
                annotation.handles(),
                annotation.pools(),
                bytes("upTo", annotation.upTo()),
                annotation.otherThreads());
    }

    /** Reads a number of bytes with a unit. */
    static long bytes(String name, String text) {
        long bytes = Scale.parse(text.strip());
        if (bytes < 0) {
            throw new IllegalArgumentException(
                    name + " = \"" + text + "\" is no size; write bytes, or with a unit KB, MB or GB: \"64MB\"");
        }
        return bytes;
    }

    /**
     * To be called at the end of a test, which may have made its category.
     *
     * @throws IllegalArgumentException if there is none of a name: a mistyped one would look at nothing
     */
    void checkCategories() {
        categories.forEach(Rules::checkCategory);
        exceptCategories.forEach(Rules::checkCategory);
    }

    static void checkCategory(String name) {
        if (Category.find(name) == null) {
            throw new IllegalArgumentException("there is no category \"" + name + "\"; there are: "
                    + Category.all().stream().map(Category::name).collect(Collectors.joining(", ")));
        }
    }

    boolean looksAtCategory(String category) {
        return (categories.isEmpty() || categories.contains(category)) && !exceptCategories.contains(category);
    }

    boolean looksAt(Site site) {
        return site == null || ((sites.isEmpty() || isIn(site, sites)) && !isIn(site, exceptSites));
    }

    private static boolean isIn(Site site, List<String> patterns) {
        for (Frame frame : site.frames()) {
            for (String pattern : patterns) {
                if (matches(frame.className(), pattern)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A class with those nested in it, or a package with those below. */
    private static boolean matches(String className, String pattern) {
        return pattern.endsWith(PACKAGE)
                ? className.startsWith(pattern.substring(0, pattern.length() - 1))
                : className.equals(pattern) || className.startsWith(pattern + "$");
    }
}
