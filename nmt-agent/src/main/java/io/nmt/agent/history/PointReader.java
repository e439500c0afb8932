package io.nmt.agent.history;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Pool;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.judge.Growth;
import io.nmt.report.leaks.HeapRoom;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.JvmReading.Structure;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.reading.JvmReader;
import io.nmt.report.reading.LoaderReader;
import io.nmt.report.reading.PartReader;
import io.nmt.report.reading.TableReader;
import io.nmt.report.reading.ThreadReader;
import io.nmt.report.reading.sources.DiagnosticCommands;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what is in use. What takes longer is read more seldom. Not thread-safe. */
final class PointReader {
    private static final int MOST_SITES = 20;

    /** Packages of compiled code are read when there is so much of it, and again when there is a fourth more. */
    private static final long MIN_CODE_BYTES = 16L << 20;

    private static final int MORE_CODE_DIVISOR = 4;
    private static final int POINTS_BETWEEN_COUNTS = 3; // 12 s
    private static final int COUNTS_TIMES_AS_LONG = 1000; // a leak may end within minutes

    private final History history;
    private final ProcessFigures figures = new ProcessFigures();
    private final HeapPart heap = new HeapPart(new ProcessorShare(ProcessorShare.Clock.OF_JVM));
    private final ProcessorShare parts = new ProcessorShare(ProcessorShare.Clock.OF_JVM);
    private final ProcessorShare sites = new ProcessorShare(ProcessorShare.Clock.OF_JVM);
    private final ProcessorShare stacks = new ProcessorShare(ProcessorShare.Clock.OF_JVM);
    private final ProcessorShare counts = new ProcessorShare(ProcessorShare.Clock.OF_JVM, COUNTS_TIMES_AS_LONG);
    private final ProcessorShare pools = new ProcessorShare(ProcessorShare.Clock.OF_JVM);
    private final ProcessorShare collections = new ProcessorShare(ProcessorShare.Clock.OF_JVM);
    private final Map<String, Long> peaks = new HashMap<>();
    private final ProcessorShare packages = new ProcessorShare(ProcessorShare.Clock.OF_JVM);
    private long codeBytes = MIN_CODE_BYTES; // when its packages were read
    private long fullCollections = HistoryPoint.UNKNOWN;
    private Map<String, Long> chunkBytes = Map.of(); // of pools, by category, as last read
    private long points;
    private boolean chunksAreRead; // for the point that is being read

    PointReader(History history) {
        this.history = history;
    }

    /**
     * Reads a point.
     *
     * @param point gets the figures that are known
     * @param all whether what takes longer is read for sure, as far as there is heap for it
     * @return the point
     */
    HistoryPoint.Builder read(HistoryPoint.Builder point, boolean all) {
        figures.read(point);
        heap.read(point, figures.residentBytes());
        readJvm(point);
        TrackerReader.forgetEnded();
        if (!all && stacks.isDue() && !HeapRoom.isShort()) {
            stacks.run(ThreadReader::readStacksIfRising);
            LoaderReader.readStatsIfRising();
        }
        if (!all && ++points % POINTS_BETWEEN_COUNTS == 0 && counts.isDue() && !HeapRoom.isShort()) {
            counts.run(() -> Growth.noteCounts(history));
        }
        chunksAreRead = false;
        if (all || pools.isDue()) {
            pools.run(() -> readPools(point));
        }
        readTracked(point, NativeMemory.snapshot());
        if (all || collections.isDue()) {
            collections.run(() -> {
                long count = WholeHeapCollections.count();
                fullCollections = count == WholeHeapCollections.UNKNOWN ? HistoryPoint.UNKNOWN : count;
            });
        }
        // Of thousands of sites, megabytes are read.
        if ((all || sites.isDue()) && !HeapRoom.isShort()) {
            sites.run(() -> readSites(point));
        }
        return point.set(HistoryFigure.FULL_COLLECTIONS, fullCollections);
    }

    private void readJvm(HistoryPoint.Builder point) {
        TableReader reader = TableReader.ofJvm();
        TableReader.Tables tables = reader.takeNew();
        if (tables == null && reader.isDue() && canAsk()) {
            tables = reader.read();
        }
        if (tables != null && tables.strings() != null) {
            point.set(HistoryFigure.STRINGS, tables.strings().bytes())
                    .set(HistoryFigure.STRING_COUNT, tables.strings().count());
        }
        if (tables != null && tables.symbols() != null) {
            point.set(HistoryFigure.SYMBOLS, tables.symbols().bytes());
        }
        readParts(point);
        if (figures.codeBytes() >= codeBytes && packages.isDue() && canAsk()) {
            codeBytes = figures.codeBytes() + figures.codeBytes() / MORE_CODE_DIVISOR;
            packages.run(JvmReader::readCodeOwner);
        }
    }

    private void readParts(HistoryPoint.Builder point) {
        if (parts.isDue() && canAsk()) {
            parts.run(() -> set(point, PartReader.ofJvm().next(true)));
        } else {
            set(point, PartReader.ofJvm().next(false)); // what a command has read
        }
    }

    private static void set(HistoryPoint.Builder point, PartReader.Parts parts) {
        if (parts == null) {
            return;
        }
        point.set(HistoryFigure.QUEUED, parts.queued()).set(HistoryFigure.COMPILERS, parts.compilerBytes());
        if (parts.compilerPeak() != null) {
            point.set(HistoryFigure.COMPILER_PEAK, parts.compilerPeak().bytes());
        }
        if (!parts.structures().isEmpty()) {
            point.set(
                    HistoryFigure.COLLECTOR,
                    parts.structures().stream().mapToLong(Structure::bytes).sum());
        }
    }

    private static boolean canAsk() {
        return !HeapRoom.isShort() && !DiagnosticCommands.needServer();
    }

    private void readTracked(HistoryPoint.Builder point, Snapshot snapshot) {
        CategoryUsage total = snapshot.total();
        point.set(HistoryFigure.TRACKED, total.committed(), highest("", total))
                .set(HistoryFigure.BLOCKS, total.count());
        for (CategoryUsage usage : snapshot.categories()) {
            point.category(
                    Category.of(usage.category()).id(),
                    new HistoryPoint.Usage(
                            usage.committed(),
                            usage.count(),
                            highest(usage.category(), usage),
                            besidePools(usage.category(), usage.committed())));
        }
    }

    private long besidePools(String category, long bytes) {
        Long chunks = chunkBytes.get(category);
        return chunks == null ? bytes : chunksAreRead ? Math.max(0, bytes - chunks) : HistoryPoint.UNKNOWN;
    }

    /** A peak that is higher than at the last point was met since. If it is not, what is there now is known alone. */
    private long highest(String name, CategoryUsage usage) {
        Long before = peaks.put(name, usage.peakCommitted());
        return before == null || usage.peakCommitted() > before ? usage.peakCommitted() : usage.committed();
    }

    /** A point without it says that it was not read then: what was read before is of its own time. */
    private void readPools(HistoryPoint.Builder point) {
        long bytes = 0;
        boolean known = false;
        try {
            Map<String, Long> chunks = new HashMap<>();
            for (Pool pool : NativeMemory.pools()) {
                known |= pool.inUseBytes() != Pool.UNKNOWN;
                bytes += Math.max(0, pool.inUseBytes());
                if (pool.category() != null) {
                    chunks.merge(pool.category(), pool.chunkBytes(), Long::sum);
                }
            }
            chunkBytes = chunks;
            chunksAreRead = true;
        } catch (RuntimeException | LinkageError e) {
            return; // the library's objects are read, and are another thread's
        }
        if (known) {
            point.set(HistoryFigure.POOLED, bytes);
        }
    }

    private void readSites(HistoryPoint.Builder point) {
        List<SiteUsage> all = TrackerReader.ownerLines();
        for (SiteUsage usage : all.subList(0, Math.min(MOST_SITES, all.size()))) {
            point.site(usage.site().id(), usage.liveBytes());
            history.name(usage.site());
        }
    }
}
