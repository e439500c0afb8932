package io.nmt.report.reading;

import io.nmt.core.model.MadeLoaders;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.LoaderStats;
import io.nmt.report.reading.sources.ClassLoaderStats;
import io.nmt.report.reading.sources.DiagnosticCommands;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the class loaders of this process, and their metaspace. Thread-safe.
 *
 * <p>The JVM tells the metaspace of loaders in a safepoint: 1 µs for each loader, and 100 B of text. So it is asked
 * when a command wants to know it; else only where a line makes more and more loaders, and then once a minute, or when
 * three thousand times as long has passed as it took.
 */
public final class LoaderReader {
    private static final int UNIT_BYTES = Runtime.version().feature() == 17 ? 8 : 1; // words there
    private static final long RECENT_NANOS = 60L * 1_000_000_000;
    private static final int TIMES_AS_LONG = 3000;
    private static final long MOST_LOADERS = 200_000; // 0.2 s, and 20 MB of text

    private static volatile LoaderReading last = LoaderReading.NONE; // its stats are null if they were not read
    private static volatile long tookNanos;

    private LoaderReader() {}

    /**
     * Reads the loaders of this process that were seen to be made.
     *
     * @return as of now, with metaspace as of when it was read last
     */
    public static LoaderReading now() {
        LoaderReading known = last;
        return new LoaderReading(made(false), known.stats(), known.unseen());
    }

    /**
     * Reads their metaspace, if a line of code makes more and more of them. To be called where there is time, so that
     * statements have it.
     */
    public static void readStatsIfRising() {
        LoaderStats known = last.stats();
        boolean isDue = known == null
                || System.nanoTime() - known.nanoTime() > Math.max(RECENT_NANOS, TIMES_AS_LONG * tookNanos);
        if (isDue
                && !areTooMany()
                && made(false).stream().anyMatch(group -> group.line().growing())) {
            readStats();
        }
    }

    /**
     * Reads all loaders of this process, and their metaspace.
     *
     * @return as of now
     */
    public static LoaderReading all() {
        readStats();
        LoaderReading known = last;
        return new LoaderReading(made(true), known.stats(), known.unseen());
    }

    /**
     * Reads the metaspace of all loaders, unless they are too many to be asked for.
     *
     * @return null if it is unknown
     */
    static LoaderStats stats() {
        if (areTooMany()) {
            return null;
        }
        long start = System.nanoTime();
        readStats();
        LoaderStats stats = last.stats();
        return stats == null || stats.nanoTime() - start < 0 ? null : stats;
    }

    private static boolean areTooMany() {
        return TrackerReader.loaderCount() + TrackerReader.hiddenClassCount() > MOST_LOADERS;
    }

    private static List<MadeLoaders> made(boolean all) {
        return TrackerReader.loaders(all, WholeHeapCollections.last().nanosAgo());
    }

    private static synchronized void readStats() {
        long start = System.nanoTime();
        String text = DiagnosticCommands.run("vmClassloaderStats");
        LoaderStats read = ClassLoaderStats.parse(text, UNIT_BYTES, System.nanoTime());
        tookNanos = System.nanoTime() - start;
        if (read != null) {
            List<MadeLoaders> seen = made(false);
            last = new LoaderReading(
                    List.of(),
                    new LoaderStats(read.nanoTime(), read.classes(), read.hidden(), counts(seen)),
                    TrackerReader.isLate() ? unseen(read, seen) : Map.of());
        }
    }

    /** Counts loaders by class. */
    static Map<String, Long> counts(List<MadeLoaders> seen) {
        Map<String, Long> counts = new HashMap<>();
        seen.forEach(group -> counts.merge(group.className(), group.count(), Long::sum));
        return counts;
    }

    /**
     * Counts loaders with classes that were not seen to be made, by class. None of a class of which not every loader is
     * a sample: the difference may be the estimate's error.
     */
    static Map<String, Long> unseen(LoaderStats stats, List<MadeLoaders> seen) {
        Map<String, Long> counts = counts(seen);
        Set<String> estimated = new HashSet<>();
        for (MadeLoaders group : seen) {
            if (group.line().samples() < group.count()) {
                estimated.add(group.className());
            }
        }
        counts.keySet().removeAll(estimated);
        counts.keySet().removeIf(MadeLoaders::isHidden);
        counts.replaceAll((name, count) -> stats.of(name).loaders() - count);
        counts.values().removeIf(count -> count <= 0);
        return counts;
    }
}
