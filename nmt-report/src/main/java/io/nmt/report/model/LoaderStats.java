package io.nmt.report.model;

import java.util.Map;

/**
 * The metaspace of all class loaders that have defined classes, by the class of the loader. Immutable.
 *
 * @param nanoTime of that reading, by {@link System#nanoTime}
 * @param classes by the name of the loaders' class; {@code <boot class loader>} is one
 */
public record LoaderStats(long nanoTime, Map<String, OfClass> classes) {
    /** No loaders. */
    public static final OfClass NO_LOADERS = new OfClass(0, 0, 0, 0, 0);

    /** As it was read: copied. */
    public LoaderStats {
        classes = Map.copyOf(classes);
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
     * The loaders of a class.
     *
     * @param className of the loaders
     * @return nothing of a class without loaders
     */
    public OfClass of(String className) {
        return classes.getOrDefault(className, NO_LOADERS);
    }
}
