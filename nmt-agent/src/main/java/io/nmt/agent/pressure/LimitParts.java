package io.nmt.agent.pressure;

import io.nmt.core.model.Category;
import io.nmt.core.model.Snapshot;
import io.nmt.report.document.Amounts;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.reading.sources.ProcessStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The parts that fill a limit. At first they are from the JVM's and the tracker's own counts, of bytes taken, touched
 * or not; then from a reading of resident memory. Immutable.
 */
final class LimitParts {
    private static final int HALF_DIVISOR = 2;
    private static final int LEAST_PART_DIVISOR = 100;
    private static final long LEAST_BYTES = 1L << 20;

    /** Bytes that a JVM needs itself, in code, classes and the collector's tables, before it does much. */
    private static final long USUAL_AT_START_BYTES = 96L << 20;

    private static final long USUAL_JVM_BYTES = 128L << 20;
    private static final long USUAL_HEAP_BYTES = 32L << 20;
    private static final long LEAST_GROWTH_BYTES = 8L << 20;
    private static final int THIRD_DIVISOR = 3;
    private static final int MUCH_DIVISOR = 10; // a tenth

    private final long usageBytes;
    private final long heapUsedBytes;
    private final boolean touched;
    private final boolean counted;
    private final List<Piece> pieces = new ArrayList<>();

    /** A part of memory. */
    enum Part {
        /** Tracked memory, without mapped files whose pages the system takes back. */
        TRACKED("native memory of Java code"),
        /** The Java heap. */
        HEAP("Java heap"),
        /** Free memory that malloc does not give back. */
        RETAINED("retained by malloc"),
        /** The JVM itself and native libraries; at first with what malloc keeps. */
        REST("JVM and libraries"),
        /** Files of tmpfs and shared memory that this process does not map. */
        FILES("files in memory (tmpfs)"),
        /** The rest of the cgroup, without this process. */
        OTHERS("other processes and files");

        private final String words;

        Part(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /**
     * The usage when tracking began.
     *
     * @param usageBytes resident, or of the cgroup
     * @param trackedBytes of Java code outside the heap
     * @param heapUsedBytes of the Java heap
     * @param heapTouchedBytes of the heap, what was used for the first time since, as far as that is known
     */
    record Start(long usageBytes, long trackedBytes, long heapUsedBytes, long heapTouchedBytes) {
        /** As far as the history tells, by its figure of the usage. */
        static Start of(LimitParts filling, HistoryReading history, HistoryFigure figure) {
            HistoryPoint first =
                    history.points().isEmpty() ? null : history.points().get(0);
            long usage = first == null ? HistoryPoint.UNKNOWN : first.get(figure);
            return usage == HistoryPoint.UNKNOWN
                    ? ofJvm(filling)
                    : new Start(
                            usage,
                            Math.max(0, first.get(HistoryFigure.TRACKED)),
                            Math.max(0, first.get(HistoryFigure.HEAP_USED)),
                            history.figures().heapTouchedSince(first.millis()));
        }

        /** The start without a reading: the memory that a JVM has by itself. */
        private static Start ofJvm(LimitParts filling) {
            return new Start(
                    Math.min(USUAL_AT_START_BYTES, filling.bytes(Part.REST) + filling.bytes(Part.HEAP)),
                    0,
                    Math.min(USUAL_HEAP_BYTES, filling.heapUsedBytes),
                    0);
        }
    }

    /** A part that has grown, and its growth. */
    record Grown(Part part, long bytes) {}

    private record Piece(Part part, long bytes) {}

    private LimitParts(long usageBytes, long heapUsedBytes, boolean touched, boolean counted) {
        this.counted = counted;
        this.usageBytes = usageBytes;
        this.heapUsedBytes = heapUsedBytes;
        this.touched = touched;
    }

    /** By counts; of what is resident if the usage is 0. Takes microseconds. */
    static LimitParts byCounts(long usageBytes, Snapshot snapshot) {
        Runtime runtime = Runtime.getRuntime();
        long heap = runtime.totalMemory();
        long rss = Math.max(0, ProcessStatus.residentNow());
        return byCounts(
                usageBytes == 0 ? rss : usageBytes, rss, heap, heap - runtime.freeMemory(), touchable(snapshot));
    }

    /** The same, of any figures. */
    static LimitParts byCounts(long usageBytes, long rssBytes, long heapBytes, long heapUsedBytes, long trackedBytes) {
        boolean touched = rssBytes <= 0 || heapBytes + trackedBytes <= rssBytes;
        LimitParts filling = new LimitParts(usageBytes, heapUsedBytes, touched, true);
        filling.add(Part.TRACKED, trackedBytes);
        filling.add(Part.HEAP, heapBytes);
        if (rssBytes > 0) {
            filling.add(Part.REST, Math.min(rssBytes, usageBytes) - heapBytes - trackedBytes);
            filling.add(Part.OTHERS, usageBytes - rssBytes);
        }
        return filling;
    }

    /** By a reading. */
    static LimitParts byReading(long usageBytes, ResidentMemory memory) {
        Runtime runtime = Runtime.getRuntime();
        return byReading(usageBytes, memory, runtime.totalMemory() - runtime.freeMemory());
    }

    /** The same, of any figures. */
    static LimitParts byReading(long usageBytes, ResidentMemory memory, long heapUsedBytes) {
        LimitParts filling = new LimitParts(usageBytes, heapUsedBytes, true, false);
        long tracked = 0;
        long mapped = 0;
        for (ResidentLine line : memory.lines()) {
            boolean counts = line.kind() == Component.CATEGORY || line.kind() == Component.MALLOC_OVERHEAD;
            if (counts && line.component().equals(Category.MAPPED_FILE.name())) {
                mapped += line.residentBytes();
            } else if (counts) {
                tracked += line.residentBytes();
            }
        }
        // Mapped files in tmpfs are there only in memory.
        tracked += Math.min(mapped, memory.pages().sharedMemoryBytes());
        long heap = memory.heapBytes() + memory.line(Component.TRACKING).residentBytes();
        long kept = memory.line(Component.MALLOC_FREE).residentBytes();
        filling.add(Part.TRACKED, tracked);
        filling.add(Part.HEAP, heap);
        filling.add(Part.RETAINED, kept);
        filling.add(Part.REST, Math.min(memory.rssBytes(), usageBytes) - heap - tracked - kept);
        long files = Math.max(0, Math.min(memory.unmappedSharedBytes(), usageBytes - memory.rssBytes()));
        filling.add(Part.FILES, files);
        filling.add(Part.OTHERS, usageBytes - memory.rssBytes() - files);
        return filling;
    }

    private static long touchable(Snapshot snapshot) {
        long bytes = snapshot.total().committed();
        return Math.max(
                0, bytes - snapshot.category(Category.MAPPED_FILE.name()).committed());
    }

    private void add(Part part, long bytes) {
        if (bytes >= Math.max(LEAST_BYTES, usageBytes / LEAST_PART_DIVISOR)) {
            pieces.add(new Piece(part, bytes));
            pieces.sort(Comparator.comparingLong(Piece::bytes).reversed());
        }
    }

    /**
     * The part with at least half of the usage; null if there is none, or it cannot be told. Taken bytes need not be
     * touched: so the used part of the heap, which is, comes first.
     */
    Part most() {
        if (usageBytes <= 0) {
            return null;
        }
        if (heapUsedBytes >= usageBytes / HALF_DIVISOR) {
            return Part.HEAP;
        }
        for (Part part : new Part[] {Part.FILES, Part.OTHERS, Part.TRACKED, Part.RETAINED, Part.REST, Part.HEAP}) {
            if (bytes(part) >= usageBytes / HALF_DIVISOR && (touched || bytes(part) <= usageBytes)) {
                return part;
            }
        }
        return null;
    }

    /**
     * The part with at least half of the usage's growth; null if there is hardly any growth, or no such part. Its
     * growth is at most the usage's.
     */
    Grown grownSince(Start start) {
        long grown = usageBytes - start.usageBytes;
        if (grown < Math.max(LEAST_GROWTH_BYTES, usageBytes / MUCH_DIVISOR)) {
            return null;
        }
        long tracked = Math.max(0, bytes(Part.TRACKED) - start.trackedBytes);
        long heap = Math.max(start.heapTouchedBytes, Math.max(0, heapUsedBytes - start.heapUsedBytes));
        long rest = grown - tracked - heap - bytes(Part.RETAINED) - bytes(Part.FILES) - bytes(Part.OTHERS);
        // What every JVM has grows at its start, and is not to hide what grows beside it.
        if (tracked >= grown / (isUsualOfJvm() ? THIRD_DIVISOR : HALF_DIVISOR)
                && (touched || tracked <= HALF_DIVISOR * grown)) {
            return new Grown(Part.TRACKED, Math.min(tracked, grown));
        }
        boolean heapIsMuch = bytes(Part.HEAP) >= usageBytes / THIRD_DIVISOR;
        return heap >= grown / HALF_DIVISOR && heapIsMuch
                ? new Grown(Part.HEAP, Math.min(heap, grown))
                : rest >= grown / HALF_DIVISOR ? new Grown(Part.REST, Math.min(rest, bytes(Part.REST))) : null;
    }

    /** True if tracked memory has grown by much, or the heap. */
    boolean hasGrownBesideJvm(Start start) {
        long much = Math.max(LEAST_GROWTH_BYTES, usageBytes / MUCH_DIVISOR);
        return bytes(Part.TRACKED) - start.trackedBytes >= much
                || Math.max(start.heapTouchedBytes, heapUsedBytes - start.heapUsedBytes)
                        >= Math.max(much, USUAL_HEAP_BYTES);
    }

    /** True if the JVM and libraries have no more than a JVM that does not do much. */
    boolean isUsualOfJvm() {
        return bytes(Part.REST) <= USUAL_JVM_BYTES;
    }

    /** Bytes in use in all: resident, or of the cgroup. */
    long usageBytes() {
        return usageBytes;
    }

    long bytes(Part part) {
        for (Piece piece : pieces) {
            if (piece.part == part) {
                return piece.bytes;
            }
        }
        return 0;
    }

    /** Counts have what was taken, of which not all need have been touched: what is left is the least of the rest. */
    private String bound(Part part) {
        if (!counted) {
            return " ";
        }
        return part == Part.TRACKED || part == Part.HEAP ? " up to " : part == Part.REST ? " at least " : " ";
    }

    /** Such as {@code native memory of Java code 335 MB, Java heap 7.75 MB}; the largest first, as many as fit. */
    String inWords(int mostChars) {
        return inWords(mostChars, null);
    }

    /** The same; what has grown comes first, unless that is null. */
    String inWords(int mostChars, Grown grown) {
        List<Piece> ordered = new ArrayList<>(pieces);
        ordered.sort(Comparator.comparing(piece -> grown == null || piece.part != grown.part));
        StringBuilder words = new StringBuilder();
        for (Piece piece : ordered) {
            int fits = words.length();
            words.append(words.length() == 0 ? "" : ", ")
                    .append(piece.part.words)
                    .append(bound(piece.part))
                    .append(Amounts.format(piece.bytes));
            if (grown != null && piece.part == grown.part) {
                words.append(" (").append(Amounts.format(grown.bytes)).append(" more than at first)");
            }
            if (words.length() > mostChars) {
                words.setLength(fits);
                break;
            }
        }
        return words.toString();
    }
}
