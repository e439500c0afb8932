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
     * The classes and metaspace of a group: an estimate by the mean of its class.
     *
     * @param group of these
     * @return null if unknown
     */
    public LoaderStats.OfClass part(MadeLoaders group) {
        LoaderStats.OfClass all = stats == null ? LoaderStats.NO_LOADERS : stats.of(group.className());
        return all.loaders() == 0 ? null : all.part(group.count());
    }

    /**
     * The committed metaspace of a group: an estimate by the mean of its class.
     *
     * @param group of these
     * @return bytes; negative if unknown
     */
    public long metaspaceBytes(MadeLoaders group) {
        LoaderStats.OfClass part = part(group);
        return part == null ? Statement.UNKNOWN : part.metaspaceBytes();
    }

    /**
     * The part of that which is used.
     *
     * @param group of these
     * @return bytes; negative if unknown
     */
    public long usedBytes(MadeLoaders group) {
        LoaderStats.OfClass part = part(group);
        return part == null ? Statement.UNKNOWN : part.usedBytes();
    }
}
