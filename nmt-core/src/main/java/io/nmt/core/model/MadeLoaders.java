package io.nmt.core.model;

import java.util.Objects;

/**
 * Class loaders of one class that one line of code made and that were not collected; or hidden classes, whose name ends
 * with {@code /hidden} or {@code /strong}, as if each had a loader of its own. Exact, unless the samples of
 * {@code line} stand for several loaders each.
 *
 * @param className of the loaders; of hidden classes, their own without its number
 * @param parent the class of their parent, of hidden classes that of their loader; empty for the boot loader
 * @param count of them
 * @param survivors of these, those that were made in the last three quarters of the time for which the line has grown,
 *     and well before the last collection of the whole heap; negative if that is unknown
 * @param keeper threads that keep them; null if none does, or that was not looked for
 * @param line of code that made them, with the growth of all that it made; the counts are loaders
 */
public record MadeLoaders(
        String className, String parent, long count, long survivors, LoaderKeeper keeper, HandleSite line) {
    /** The least loaders of a group that recordings have. */
    public static final int MIN_LOADERS = 20;

    /** The least hidden classes: programs define some hundred as they start. */
    public static final int MIN_HIDDEN = 500;

    private static final String HIDDEN = "/hidden";
    private static final String STRONG = "/strong";
    private static final int MIN_ACCESSORS = 2000;
    private static final String ACCESSORS = "jdk.internal.reflect.DelegatingClassLoader";

    /**
     * A group of loaders.
     *
     * @throws NullPointerException for no name or no line
     */
    public MadeLoaders {
        Objects.requireNonNull(className, "className");
        Objects.requireNonNull(parent, "parent");
        Objects.requireNonNull(line, "line");
    }

    /**
     * Names a group of hidden classes that may be unloaded before their loader.
     *
     * @param name of the classes
     * @return with what no name of a loader's class has
     */
    public static String hidden(String name) {
        return name.concat(HIDDEN);
    }

    /**
     * Names a group of hidden classes that live as long as their loader, such as those of lambdas.
     *
     * @param name of the classes
     * @return with what no name of a loader's class has
     */
    public static String strong(String name) {
        return name.concat(STRONG);
    }

    /**
     * Tells whether a group is of hidden classes.
     *
     * @param className its name
     * @return false of loaders
     */
    public static boolean isHidden(String className) {
        return className.endsWith(HIDDEN) || isStrong(className);
    }

    /**
     * Tells whether a group is of hidden classes that live as long as their loader.
     *
     * @param className its name
     * @return false of loaders
     */
    public static boolean isStrong(String className) {
        return className.endsWith(STRONG);
    }

    /**
     * Names hidden classes as people know them.
     *
     * @param className of such a group
     * @return without what tells it from loaders
     */
    public static String shown(String className) {
        return className.substring(0, className.lastIndexOf('/'));
    }

    /**
     * Tells whether there are so many of them that their growth may be a leak. A few are parts of the application that
     * are used for the first time.
     *
     * @param loaders how many; there may be more of those by which JDKs before 22 call methods of reflection: one for
     *     each, softly held
     * @return true from 20 on, or 2,000; from 500 hidden classes on
     */
    public boolean isMany(double loaders) {
        return isHidden(className)
                ? loaders >= MIN_HIDDEN
                : loaders >= (className.equals(ACCESSORS) ? MIN_ACCESSORS : MIN_LOADERS);
    }
}
