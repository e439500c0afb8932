package io.nmt.report.model;

import io.nmt.core.model.MadeLoaders;
import java.util.Map;

/**
 * The metaspace of all class loaders that have defined classes, by the class of the loader. Immutable.
 *
 * @param nanoTime of that reading, by {@link System#nanoTime}
 * @param classes by the name of the loaders' class; {@code <boot class loader>} is one
 * @param hidden all hidden classes, each as a loader of its own; the figures of {@code classes} have them, too
 * @param made loaders that were known to live then, by their class, with those that have no classes
 */
public record LoaderStats(long nanoTime, Map<String, OfClass> classes, OfClass hidden, Map<String, Long> made) {
    /** No loaders. */
    public static final OfClass NO_LOADERS = new OfClass(0, 0, 0, 0, 0);

    /** As it was read: copied. */
    public LoaderStats {
        classes = Map.copyOf(classes);
        made = Map.copyOf(made);
    }

    /**
     * The metaspace of loaders of which all have classes.
     *
     * @param nanoTime as above
     * @param classes as above
     */
    public LoaderStats(long nanoTime, Map<String, OfClass> classes) {
        this(nanoTime, classes, NO_LOADERS, Map.of());
    }

    /**
     * The loaders of one class.
     *
     * @param loaders of that class with classes
     * @param loadedClasses that they have defined, hidden ones aside
     * @param hiddenClasses that were defined for them
     * @param metaspaceBytes that the JVM has committed for all these classes
     * @param usedBytes of these, used
     */
    public record OfClass(long loaders, long loadedClasses, long hiddenClasses, long metaspaceBytes, long usedBytes) {
        /**
         * The sum with others.
         *
         * @param other loaders
         * @return of both
         */
        public OfClass plus(OfClass other) {
            return new OfClass(
                    loaders + other.loaders,
                    loadedClasses + other.loadedClasses,
                    hiddenClasses + other.hiddenClasses,
                    metaspaceBytes + other.metaspaceBytes,
                    usedBytes + other.usedBytes);
        }

        /**
         * Some of the loaders, or more than there were: an estimate by the mean of all.
         *
         * @param count of the loaders
         * @return of these
         */
        public OfClass part(long count) {
            return new OfClass(
                    count,
                    part(loadedClasses, count),
                    part(hiddenClasses, count),
                    part(metaspaceBytes, count),
                    part(usedBytes, count));
        }

        private long part(long figure, long some) {
            return loaders == 0 ? 0 : Math.round((double) figure * some / loaders);
        }
    }

    /**
     * The loaders of a class, with those that have no classes.
     *
     * @param className of the loaders; of hidden classes, those of all names
     * @return nothing of a class of which no loader has classes
     */
    public OfClass of(String className) {
        if (MadeLoaders.isHidden(className) && !classes.containsKey(className)) {
            return hidden;
        }
        OfClass with = classes.getOrDefault(className, NO_LOADERS);
        long all = with.loaders == 0 ? 0 : Math.max(with.loaders, made.getOrDefault(className, 0L));
        return new OfClass(all, with.loadedClasses, with.hiddenClasses, with.metaspaceBytes, with.usedBytes);
    }
}
