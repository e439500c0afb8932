package io.nmt.report.model;

import io.nmt.core.model.MadeLoaders;
import java.util.List;
import java.util.Map;

/**
 * The class loaders of a process. Immutable.
 *
 * @param groups by class and line of code, those with most loaders first
 * @param stats the metaspace of all; null if it is unknown
 * @param unseen loaders by their class that were not seen to be made, as from before the agent was attached; as far as
 *     they have classes
 */
public record LoaderReading(List<MadeLoaders> groups, LoaderStats stats, Map<String, Long> unseen) {
    /** No loaders. */
    public static final LoaderReading NONE = new LoaderReading(List.of(), null);

    /** As it was read: copied. */
    public LoaderReading {
        groups = List.copyOf(groups);
        unseen = Map.copyOf(unseen);
    }

    /**
     * A reading of loaders that were all seen.
     *
     * @param groups as above
     * @param stats as above
     */
    public LoaderReading(List<MadeLoaders> groups, LoaderStats stats) {
        this(groups, stats, Map.of());
    }

    /**
     * The loaders of a group, and those of its class that were not seen to be made: these count to the largest group of
     * the class.
     *
     * @param group of these
     * @return at least as many as the group has
     */
    public long all(MadeLoaders group) {
        MadeLoaders largest = groups.stream()
                .filter(each -> each.className().equals(group.className()))
                .findFirst()
                .orElse(null);
        return group.count() + (group.equals(largest) ? unseen.getOrDefault(group.className(), 0L) : 0);
    }

    /**
     * The classes and metaspace of a group: an estimate by the mean of its class.
     *
     * @param group of these
     * @return null if unknown
     */
    public LoaderStats.OfClass part(MadeLoaders group) {
        LoaderStats.OfClass all = stats == null ? LoaderStats.NO_LOADERS : stats.of(group.className());
        // The JVM counts hidden classes that live as long as their loader with those of that.
        boolean isOfLoader = MadeLoaders.isStrong(group.className());
        return all.loaders() == 0 || isOfLoader ? null : all.part(group.count());
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
