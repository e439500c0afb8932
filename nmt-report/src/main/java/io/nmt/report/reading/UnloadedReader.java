package io.nmt.report.reading;

import io.nmt.report.model.LoaderStats;
import io.nmt.report.model.LoaderStats.OfClass;
import io.nmt.report.model.Unloaded;
import io.nmt.report.reading.sources.MetaspaceUsage;
import java.lang.management.ManagementFactory;

/** Reads classes, class loaders and the Java heap before a collection, to be compared after it. */
public final class UnloadedReader {
    private static final long UNKNOWN = -1;

    private final long classes = unloadedClasses();
    private final long loaders = loaders();
    private final long metaspaceBytes = new MetaspaceUsage().usedBytes();
    private final long heapBytes = heapBytes();

    /** Reads them. */
    public UnloadedReader() {}

    /**
     * Reads them again.
     *
     * @return the differences
     */
    public Unloaded read() {
        long classesNow = unloadedClasses();
        return new Unloaded(
                classes < 0 || classesNow < 0 ? UNKNOWN : classesNow - classes,
                fewer(loaders, loaders()),
                fewer(metaspaceBytes, new MetaspaceUsage().usedBytes()),
                fewer(heapBytes, heapBytes()));
    }

    private static long fewer(long before, long after) {
        return before < 0 || after < 0 ? UNKNOWN : Math.max(0, before - after);
    }

    private static long unloadedClasses() {
        try {
            return ManagementFactory.getClassLoadingMXBean().getUnloadedClassCount();
        } catch (RuntimeException | LinkageError e) {
            return UNKNOWN; // no module java.management
        }
    }

    private static long loaders() {
        LoaderStats stats = LoaderReader.stats();
        return stats == null
                ? UNKNOWN
                : stats.classes().values().stream().mapToLong(OfClass::loaders).sum();
    }

    private static long heapBytes() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
