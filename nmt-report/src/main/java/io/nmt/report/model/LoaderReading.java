package io.nmt.report.model;

import io.nmt.core.model.MadeLoaders;
import java.util.List;

/**
 * The class loaders of a process. Immutable.
 *
 * @param groups by class and line of code, those with most loaders first
 * @param stats the metaspace of all; null if it is unknown
 */
public record LoaderReading(List<MadeLoaders> groups, LoaderStats stats) {
    /** No loaders. */
    public static final LoaderReading NONE = new LoaderReading(List.of(), null);

    /** As it was read: copied. */
    public LoaderReading {
        groups = List.copyOf(groups);
    }

    /**
     * The committed metaspace of a group: an estimate by the mean of its class.
     *
     * @param group of these
     * @return bytes; negative if unknown
     */
    public long metaspaceBytes(MadeLoaders group) {
        if (stats == null || stats.of(group.className()).loaders() == 0) {
            return Statement.UNKNOWN;
        }
        LoaderStats.OfClass all = stats.of(group.className());
        return all.part(all.metaspaceBytes(), group.count());
    }

    /**
     * The part of that which is used.
     *
     * @param group of these
     * @return bytes; negative if unknown
     */
    public long usedBytes(MadeLoaders group) {
        if (stats == null || stats.of(group.className()).loaders() == 0) {
            return Statement.UNKNOWN;
        }
        LoaderStats.OfClass all = stats.of(group.className());
        return all.part(all.usedBytes(), group.count());
    }
}
