package io.nmt.testkit.plants;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import java.time.Instant;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/** A past of points: what each line of code holds, the heap, and how often that was collected. */
public final class FixedPast {
    /** Its end. */
    public static final Instant NOW = Instant.parse("2026-03-14T09:26:53Z");

    /** A line of code whose blocks the collector frees. */
    public static final Site CACHE = site(1, Category.DIRECT_BUFFER, FreedBy.COLLECTOR, "Cache", "put", 42);

    /** A line of code whose blocks the program frees. */
    public static final Site INDEX = site(2, Category.UNSAFE, FreedBy.PROGRAM, "Index", "add", 12);

    /** A line of code whose streams the collector closes. */
    public static final Site STREAM = site(3, Category.ZIP, FreedBy.COLLECTOR, "Compressor", "begin", 31);

    private static final long LIMIT_BYTES = 16L << 30; // of a container
    private static final long MB = 1 << 20;
    private static final long BYTES_OF_STRING = 104;
    private static final long MALLOC_OF_STRING = 40;

    /** Between two points. */
    public static final long POINT_MILLIS = 10_000;

    private final int points;
    private IntToLongFunction cache = i -> 8 * MB;
    private IntToLongFunction index = i -> 4 * MB;
    private IntToLongFunction stream = i -> MB;
    private IntToLongFunction heap = i -> 64 * MB;
    private IntToLongFunction others = i -> 30 * MB;
    private IntToLongFunction collections = i -> 0;
    private IntToLongFunction metaspace = i -> 10 * MB;
    private IntToLongFunction files = i -> 20 * MB;
    private IntToLongFunction code = i -> 12 * MB;
    private IntToLongFunction strings = i -> MB;
    private IntToLongFunction symbols = i -> 3 * MB;
    private IntToLongFunction compilers = i -> HistoryPoint.UNKNOWN;
    private IntToLongFunction collector = i -> HistoryPoint.UNKNOWN;
    private IntToLongFunction threads = i -> 12;
    private IntToLongFunction own = i -> 0;
    private IntToLongFunction container; // null without a limit

    private static Site site(int id, Category category, FreedBy freedBy, String type, String method, int line) {
        Frame frame = new Frame("com.acme." + type, method, type + ".java", line, false);
        return new Site(id, category.name(), List.of(frame), frame, false, freedBy);
    }

    private FixedPast(int points) {
        this.points = points;
    }

    /** A past of so many points after the first one. */
    public static FixedPast of(int points) {
        return new FixedPast(points);
    }

    public FixedPast cache(IntToLongFunction bytes) {
        cache = bytes;
        return this;
    }

    public FixedPast index(IntToLongFunction bytes) {
        index = bytes;
        return this;
    }

    public FixedPast stream(IntToLongFunction bytes) {
        stream = bytes;
        return this;
    }

    public FixedPast heap(IntToLongFunction bytes) {
        heap = bytes;
        return this;
    }

    public FixedPast others(IntToLongFunction bytes) {
        others = bytes;
        return this;
    }

    public FixedPast collections(IntToLongFunction count) {
        collections = count;
        return this;
    }

    public FixedPast metaspace(IntToLongFunction bytes) {
        metaspace = bytes;
        return this;
    }

    public FixedPast code(IntToLongFunction bytes) {
        code = bytes;
        return this;
    }

    /** Strings of 64 bytes each, and 40 more in malloc's memory. */
    public FixedPast strings(IntToLongFunction bytes) {
        strings = bytes;
        return this;
    }

    public FixedPast symbols(IntToLongFunction bytes) {
        symbols = bytes;
        return this;
    }

    public FixedPast compilers(IntToLongFunction bytes) {
        compilers = bytes;
        return this;
    }

    public FixedPast collector(IntToLongFunction bytes) {
        collector = bytes;
        return this;
    }

    public FixedPast files(IntToLongFunction bytes) {
        files = bytes;
        return this;
    }

    public FixedPast threads(IntToLongFunction count) {
        threads = count;
        return this;
    }

    public FixedPast own(IntToLongFunction bytes) {
        own = bytes;
        return this;
    }

    /** Puts it into a container, in which so much counts beside RSS. */
    public FixedPast container(IntToLongFunction bytes) {
        container = bytes;
        return this;
    }

    private long rss(int i) {
        long ofStrings = MALLOC_OF_STRING * count(i);
        return ofStrings
                + Stream.of(cache, index, stream, heap, others, metaspace, files, own, code, symbols)
                        .mapToLong(part -> part.applyAsLong(i))
                        .sum();
    }

    private long count(int i) {
        return strings.applyAsLong(i) / BYTES_OF_STRING;
    }

    /** Returns the number of points after the first one. */
    public int points() {
        return points;
    }

    /** Returns it as a process keeps it. */
    public History history() {
        History history = new History();
        List.of(CACHE, INDEX, STREAM).forEach(history::name);
        long start = NOW.toEpochMilli() - points * POINT_MILLIS;
        for (int i = 0; i <= points; i++) {
            long tracked = cache.applyAsLong(i) + index.applyAsLong(i) + stream.applyAsLong(i);
            history.add(new HistoryPoint.Builder(start + i * POINT_MILLIS)
                    .set(HistoryFigure.RSS, rss(i))
                    .set(
                            HistoryFigure.CGROUP,
                            container == null ? HistoryPoint.UNKNOWN : rss(i) + container.applyAsLong(i))
                    .set(HistoryFigure.LIMIT, container == null ? HistoryPoint.UNKNOWN : LIMIT_BYTES)
                    .set(HistoryFigure.ANONYMOUS, rss(i) - files.applyAsLong(i))
                    .set(HistoryFigure.FILES, files.applyAsLong(i))
                    .set(HistoryFigure.METASPACE, metaspace.applyAsLong(i))
                    .set(HistoryFigure.CODE, code.applyAsLong(i))
                    .set(HistoryFigure.STRINGS, strings.applyAsLong(i))
                    .set(HistoryFigure.STRING_COUNT, count(i))
                    .set(HistoryFigure.SYMBOLS, symbols.applyAsLong(i))
                    .set(HistoryFigure.COMPILERS, compilers.applyAsLong(i))
                    .set(HistoryFigure.COLLECTOR, collector.applyAsLong(i))
                    .set(HistoryFigure.THREADS, threads.applyAsLong(i))
                    .set(HistoryFigure.OWN, own.applyAsLong(i))
                    .set(HistoryFigure.HEAP, heap.applyAsLong(i))
                    .set(HistoryFigure.TRACKED, tracked)
                    .set(HistoryFigure.FULL_COLLECTIONS, collections.applyAsLong(i))
                    .category(Category.DIRECT_BUFFER.id(), usage(cache.applyAsLong(i)))
                    .category(Category.UNSAFE.id(), usage(index.applyAsLong(i)))
                    .category(Category.ZIP.id(), usage(stream.applyAsLong(i)))
                    .site(CACHE.id(), cache.applyAsLong(i))
                    .site(INDEX.id(), index.applyAsLong(i))
                    .site(STREAM.id(), stream.applyAsLong(i))
                    .build());
        }
        return history;
    }

    private static HistoryPoint.Usage usage(long bytes) {
        return new HistoryPoint.Usage(bytes, 1 + bytes / 1000, bytes);
    }
}
