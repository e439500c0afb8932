package io.nmt.report.past;

import io.nmt.core.model.Category;
import io.nmt.report.model.Component;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The figures of a history: each as it was read, and by how much it is more than before. Immutable. */
public final class PastFigures {
    /** The age at which a rise that goes on is told for sure: of a part of memory, and of RSS, which wavers. */
    private static final long PART_TOLD_MILLIS = 90_000;

    private static final long RSS_TOLD_MILLIS = 140_000;

    private static final long RISEN_BYTES = 1 << 20;
    private static final int QUARTERS = 4;

    private final List<HistoryPoint> points;
    private final long collectionsNow;

    PastFigures(List<HistoryPoint> points, long collectionsNow) {
        this.points = points;
        this.collectionsNow = collectionsNow;
    }

    /**
     * Collections of the whole heap since a time.
     *
     * @param millis the time
     * @return from 0; unknown as {@link HistoryPoint#UNKNOWN}
     */
    public long fullCollectionsSince(long millis) {
        Series counts = Series.of(points, point -> point.get(HistoryFigure.FULL_COLLECTIONS));
        int first = counts.indexAt(millis);
        return first >= counts.length()
                ? HistoryPoint.UNKNOWN
                : Math.max(counts.last(), collectionsNow) - counts.values()[first];
    }

    /**
     * Collections of the whole heap that a rise has survived since its first megabyte.
     *
     * @param rising one of what rises here
     * @return from 0; 0 also if that is not known, and for figures of the process
     */
    public long survivedCollections(Rising rising) {
        if (rising.kind() == Rising.Kind.FIGURE) {
            return 0;
        }
        Series series = rising.kind() == Rising.Kind.SITE
                ? Series.ofSite(points, rising.id())
                : Series.ofCategoryBesidePools(points, rising.id());
        int index = series.indexAt(rising.rise().sinceMillis());
        while (index < series.length() && series.values()[index] - rising.rise().fromBytes() < RISEN_BYTES) {
            index++;
        }
        return index >= series.length() ? 0 : Math.max(0, fullCollectionsSince(series.millis()[index]));
    }

    /**
     * The age of the last collection of the whole heap.
     *
     * @return milliseconds before the last point, which is the first one after it or later; 0 if none is known
     */
    public long sinceFullCollectionMillis() {
        Series counts = Series.of(points, point -> point.get(HistoryFigure.FULL_COLLECTIONS));
        int last = counts.length() - 1;
        int index = last;
        while (index > 0 && counts.values()[index] == counts.values()[index - 1]) {
            index--;
        }
        return index <= 0 ? 0 : counts.millis()[last] - counts.millis()[index];
    }

    /**
     * By how much a figure is more than it was at a time.
     *
     * @param figure which
     * @param millis the time
     * @return bytes, negative if it is less; 0 if the points do not tell
     */
    public long grownSince(HistoryFigure figure, long millis) {
        Series series = Series.of(points, point -> point.get(figure));
        int first = series.indexAt(millis);
        return first >= series.length() ? 0 : series.last() - series.values()[first];
    }

    /**
     * The same of the most that it was since then.
     *
     * @param figure which
     * @param millis the time
     * @return at least what {@link #grownSince} returns
     */
    public long mostGrownSince(HistoryFigure figure, long millis) {
        Series series = Series.of(points, point -> point.get(figure));
        int first = series.indexAt(millis);
        return first >= series.length() ? 0 : series.most(first) - series.values()[first];
    }

    /**
     * The most by which a figure may have risen since a time: from the lower one of the two values around it.
     *
     * @param figure which
     * @param millis the time
     * @return bytes from 0; unknown as {@link HistoryPoint#UNKNOWN}, also where the first point is later
     */
    public long risenSince(HistoryFigure figure, long millis) {
        return risenSince(Series.of(points, point -> point.get(figure)), millis);
    }

    /**
     * The same of a line of code.
     *
     * @param id of its site
     * @param millis the time
     * @return as above
     */
    public long risenSince(int id, long millis) {
        return risenSince(Series.ofSite(points, id), millis);
    }

    /**
     * The same of a category, without the chunks of pools.
     *
     * @param category which
     * @param millis the time
     * @return as above
     */
    public long risenSince(Category category, long millis) {
        return risenSince(Series.ofCategoryBesidePools(points, category.id()), millis);
    }

    private static long risenSince(Series series, long millis) {
        int after = series.indexAt(millis);
        return after == 0 || after >= series.length()
                ? HistoryPoint.UNKNOWN
                : Math.max(0, series.last() - series.least(after - 1, after + 1));
    }

    /**
     * A figure, as it was read first.
     *
     * @param figure which
     * @return its value, or null if it was not read
     */
    public Long first(HistoryFigure figure) {
        Series series = Series.of(points, point -> point.get(figure));
        return series.length() == 0 ? null : (Long) series.values()[0];
    }

    /**
     * A figure, as it was read last.
     *
     * @param figure which
     * @return its value, or {@link HistoryPoint#UNKNOWN}
     */
    public long last(HistoryFigure figure) {
        Series series = Series.of(points, point -> point.get(figure));
        return series.length() == 0 ? HistoryPoint.UNKNOWN : series.last();
    }

    /**
     * The rise of the floor of a line of code since a time: the least of the last quarter of that time, less the least
     * of the first.
     *
     * @param id of its site
     * @param millis the time
     * @return bytes, negative if it is lower; 0 if the points do not tell
     */
    public long floorRisenSince(int id, long millis) {
        return floorRisen(Series.ofSite(points, id), millis);
    }

    /**
     * The same of a category, without the chunks of pools.
     *
     * @param category which
     * @param millis the time
     * @return as above
     */
    public long floorRisenSince(Category category, long millis) {
        return floorRisen(Series.ofCategoryBesidePools(points, category.id()), millis);
    }

    private static long floorRisen(Series series, long millis) {
        int first = series.indexAt(millis);
        int quarter = (series.length() - first + QUARTERS - 1) / QUARTERS;
        return quarter <= 0
                ? 0
                : series.least(series.length() - quarter, series.length()) - series.least(first, first + quarter);
    }

    /**
     * The growth of the most used Java heap since a time: the system has given the process at least these bytes since.
     *
     * @param millis the time
     * @return bytes, as far as the points tell; 0 if they do not
     */
    public long heapTouchedSince(long millis) {
        long[] touched = HeapFirstUse.bytes(points);
        long before = 0;
        for (int i = 0; i < touched.length && points.get(i).millis() <= millis; i++) {
            before = touched[i];
        }
        return before <= 0 ? 0 : Math.max(0, touched[touched.length - 1] - before);
    }

    /**
     * Tells whether RSS has risen within a minute beside what warms up: the Java heap's first use, class metadata,
     * compiled code.
     *
     * @return false also if its points do not tell
     */
    public boolean risesBesideWarmUp() {
        return RisesFound.risesBesideWarmUp(points);
    }

    /**
     * The parts of memory that have just risen above all that they were until a minute ago: not steady perhaps.
     *
     * @return by name: class metadata, mapped files, categories without the chunks of pools
     */
    public Map<String, NewGround> justRisen() {
        Map<String, NewGround> risen = new TreeMap<>();
        put(risen, HistoryFigure.METASPACE.title(), Series.of(points, point -> point.get(HistoryFigure.METASPACE)));
        put(risen, Component.MAPPED_FILES.label(), Series.of(points, point -> point.get(HistoryFigure.FILES)));
        for (int id : HistoryReading.categories(points)) {
            put(risen, Category.withId(id).name(), Series.ofCategoryBesidePools(points, id));
        }
        return risen;
    }

    /**
     * The same of a table of the JVM, of which few points tell.
     *
     * @param table interned strings or symbols
     * @return null if it has not, or the points do not tell
     */
    public NewGround justRisen(HistoryFigure table) {
        return justRisen(Series.straight(points, table));
    }

    private static NewGround justRisen(Series series) {
        Rise rise = series.length() == 0 ? null : RisesFound.justRisen(series);
        return rise == null ? null : new NewGround(rise, RisesFound.leftMillis(series, rise, PART_TOLD_MILLIS));
    }

    private static void put(Map<String, NewGround> risen, String name, Series series) {
        NewGround ground = justRisen(series);
        if (ground != null) {
            risen.put(name, ground);
        }
    }

    /**
     * The rise of RSS above all that it was until some minutes ago: not steady perhaps, and perhaps over.
     *
     * @return null if it is not, or the points do not tell
     */
    public NewGround newGround() {
        Series series = Series.besideOwn(points, HistoryFigure.RSS);
        Rise rise = RisesFound.newGround(series);
        return rise == null ? null : new NewGround(rise, RisesFound.leftMillis(series, rise, RSS_TOLD_MILLIS));
    }

    /**
     * Tells whether a call site that rose has stopped, by its points.
     *
     * @param id of the site
     * @param sinceMillis when its rise began
     * @param perMinute how fast it rose
     * @return false also if that is not known
     */
    public boolean standsStill(int id, long sinceMillis, long perMinute) {
        return Standstill.isOne(Series.ofSite(points, id), sinceMillis, perMinute);
    }

    /**
     * The growth of a figure within the last {@link HistoryReading#LATELY_MILLIS}, or since the first point if that is
     * later.
     *
     * @param figure which
     * @param nowBytes what it is now
     * @param nowMillis the time of now
     * @return null if no point tells
     */
    public Rise lately(HistoryFigure figure, long nowBytes, long nowMillis) {
        return RisesFound.lately(Series.of(points, point -> point.get(figure)), nowBytes, nowMillis);
    }

    /**
     * The same of a category.
     *
     * @param category which
     * @param nowBytes what it has now
     * @param nowMillis the time of now
     * @return null if no point tells
     */
    public Rise lately(Category category, long nowBytes, long nowMillis) {
        return RisesFound.lately(Series.ofCategory(points, category.id()), nowBytes, nowMillis);
    }
}
