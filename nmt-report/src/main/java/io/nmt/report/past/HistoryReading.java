package io.nmt.report.past;

import io.nmt.core.model.Category;
import io.nmt.core.model.Site;
import io.nmt.report.model.Component;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * Some time of a history, and what rises in all of it: a judgement does not depend on the time that is shown.
 * Immutable.
 */
public final class HistoryReading {
    /** The shortest rise that is known to last; a shorter past has none. */
    public static final long SHORTEST_RISE_MILLIS = 60_000;

    /** The time of a growth that is told of as lately. */
    public static final long LATELY_MILLIS = 160_000;

    /** The age at which a rise that goes on is told for sure: of a part of memory, and of RSS, which wavers. */
    private static final long PART_TOLD_MILLIS = 90_000;

    private static final long RSS_TOLD_MILLIS = 140_000;

    private static final int QUARTERS = 4;
    private static final long RISEN_BYTES = 1 << 20;

    private final List<HistoryPoint> points; // all of them
    private final List<HistoryPoint> shown;
    private final List<HistoryEvent> events;
    private final SortedMap<Integer, Site> sites;
    private final List<Rising> rising;
    private final List<Rising> young = new ArrayList<>();
    private final List<Rising> stopped;
    private final Rising threads;
    private final long lostPoints;
    private final Source source;
    private final boolean off;
    private final long collectionsNow;
    private final int collectionsNeeded;
    private final KnownRises known;
    private final long aheadMillis;
    private final long attachedMillis;

    private HistoryReading(
            List<HistoryPoint> points,
            long sinceMillis,
            List<HistoryEvent> events,
            IntFunction<Site> named,
            Predicate<Rising> isKnown,
            long lostPoints,
            Source source,
            boolean off,
            History.Collections collections,
            KnownRises rises,
            long aheadMillis,
            long attachedMillis) {
        this.known = rises;
        this.aheadMillis = aheadMillis;
        this.attachedMillis = attachedMillis;
        this.points = List.copyOf(points);
        this.shown =
                points.stream().filter(point -> point.millis() >= sinceMillis).toList();
        this.events = List.copyOf(events);
        this.lostPoints = lostPoints;
        this.source = source;
        this.off = off;
        this.collectionsNow = collections.count();
        this.collectionsNeeded = collections.needed();
        this.sites = RisesFound.sites(named, points);
        this.rising = new ArrayList<>();
        if (toldInMillis() == 0) {
            List<Rising> found = new ArrayList<>(RisesFound.of(points, sites, isKnown));
            RisesFound.addThreads(points, found);
            for (Rising each : rises.dated(found, endMillis(), aheadMillis)) {
                (each.rise.lasts() ? rising : young).add(each);
            }
            this.stopped = rises.stopped(
                    RisesFound.stopped(points, sites, isKnown, rising),
                    id -> Series.ofSite(risingSite(id) == null && sites.containsKey(id) ? points : List.of(), id),
                    aheadMillis);
        } else {
            this.stopped = List.of();
        }
        this.threads = rising(HistoryFigure.THREADS);
        rising.remove(threads);
    }

    /**
     * Reads it.
     *
     * @param history that goes on
     * @param sinceMillis what is earlier is not shown
     * @return as of now
     */
    public static HistoryReading of(History history, long sinceMillis) {
        return of(history, sinceMillis, Source.PROCESS);
    }

    /**
     * Reads it for a report that may be read when the process has ended: there is nothing to be asked then.
     *
     * @param history that goes on
     * @param sinceMillis what is earlier is not shown
     * @return as of now
     */
    public static HistoryReading left(History history, long sinceMillis) {
        return of(history, sinceMillis, Source.LEFT);
    }

    private static HistoryReading of(History history, long sinceMillis, Source source) {
        return of(history, sinceMillis, source, History.calendarIsAheadMillis());
    }

    /** Shows times as today's calendar has them, and durations by the clock that only goes forward. */
    static HistoryReading of(History history, long sinceMillis, Source source, long aheadMillis) {
        return new HistoryReading(
                history.points(0).stream()
                        .map(point -> point.movedBy(aheadMillis))
                        .toList(),
                sinceMillis + aheadMillis,
                history.events(sinceMillis).stream()
                        .map(event -> new HistoryEvent(event.millis() + aheadMillis, event.kind(), event.text()))
                        .toList(),
                history::site,
                rising -> true,
                history.lostPoints(),
                source,
                history.isOff(),
                history.collections(),
                history.rises(),
                aheadMillis,
                history.attachedMillis() == HistoryPoint.UNKNOWN
                        ? HistoryPoint.UNKNOWN
                        : history.attachedMillis() + aheadMillis);
    }

    /**
     * A reading from a recording.
     *
     * @param points the oldest first
     * @param sites gives the call site of a number that points have; null if it is not known
     * @param known what of what rises is more than chance
     * @return as of the last point. What rises is told of a minute or more
     */
    public static HistoryReading recorded(List<HistoryPoint> points, IntFunction<Site> sites, Predicate<Rising> known) {
        return recorded(points, sites, known, HistoryPoint.UNKNOWN);
    }

    /**
     * The same of a process to which the agent was attached.
     *
     * @param points as above
     * @param sites as above
     * @param known as above
     * @param attachedMillis when; {@link HistoryPoint#UNKNOWN} if it was there from the start
     * @return as above
     */
    public static HistoryReading recorded(
            List<HistoryPoint> points, IntFunction<Site> sites, Predicate<Rising> known, long attachedMillis) {
        return new HistoryReading(
                points,
                0,
                List.of(),
                sites,
                known,
                0,
                Source.RECORDING,
                false,
                History.Collections.NONE,
                new KnownRises(),
                0,
                attachedMillis);
    }

    /** The source of a reading, and so the questions that its reader can still ask. */
    enum Source {
        /** A process, which can be asked again. */
        PROCESS,
        /** A process of which a report is left. */
        LEFT,
        /** A recording. */
        RECORDING
    }

    /** The subject of a rise. */
    public enum Kind {
        /** A figure of the process. */
        FIGURE,
        /** A category. */
        CATEGORY,
        /** A call site. */
        SITE
    }

    /**
     * Something that goes on rising.
     *
     * @param kind what it is
     * @param name its name
     * @param id of the site, or of the category; the number of the figure
     * @param rise since when, and how much
     * @param now what it has now, with what comes and goes
     * @param collected whether the garbage collector frees it, so that it may be garbage
     */
    public record Rising(Kind kind, String name, int id, Rise rise, long now, boolean collected) {
        Rising dated(Rise other) {
            return new Rising(kind, name, id, other, now, collected);
        }
    }

    /**
     * The categories that points have figures of.
     *
     * @param points any
     * @return their numbers, ascending
     */
    public static Set<Integer> categories(List<HistoryPoint> points) {
        Set<Integer> ids = new TreeSet<>();
        points.forEach(point -> ids.addAll(point.categories().keySet()));
        return ids;
    }

    /**
     * The points of the time that is shown.
     *
     * @return the oldest first
     */
    public List<HistoryPoint> points() {
        return shown;
    }

    /**
     * The call sites that points of any time have figures of, as far as their names are known.
     *
     * @return by their numbers
     */
    public SortedMap<Integer, Site> sites() {
        return Collections.unmodifiableSortedMap(sites);
    }

    /**
     * The events.
     *
     * @return the first one first
     */
    public List<HistoryEvent> events() {
        return List.copyOf(events);
    }

    /**
     * Subjects that rise and still grow.
     *
     * @return what has risen most first
     */
    public List<Rising> rising() {
        return List.copyOf(rising);
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
     * Collections of the whole heap that a rise has survived since its first megabyte.
     *
     * @param rising one of what rises here
     * @return from 0; 0 also if that is not known, and for figures of the process
     */
    public long survivedCollections(Rising rising) {
        if (rising.kind == Kind.FIGURE) {
            return 0;
        }
        Series series = rising.kind == Kind.SITE
                ? Series.ofSite(points, rising.id)
                : Series.ofCategoryBesidePools(points, rising.id);
        int index = series.indexAt(rising.rise.sinceMillis());
        while (index < series.length() && series.values()[index] - rising.rise.fromBytes() < RISEN_BYTES) {
            index++;
        }
        return index >= series.length() ? 0 : Math.max(0, fullCollectionsSince(series.millis()[index]));
    }

    /**
     * True if the rise may be garbage: the collector frees it, and no collection of the whole heap is known to have
     * left it.
     *
     * @param rising one of what rises here
     * @return true also if that is not known
     */
    public boolean mayBeGarbage(Rising rising) {
        return rising.collected && survivedCollections(rising) < collectionsNeeded;
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
     * The time that the points are of.
     *
     * @return milliseconds from the first to the last
     */
    public long spanMillis() {
        return points.isEmpty() ? 0 : endMillis() - points.get(0).millis();
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
     * The time at which a figure was read last.
     *
     * @param figure which
     * @return milliseconds since 1970; 0 if it was not
     */
    long lastMillis(HistoryFigure figure) {
        Series series = Series.of(points, point -> point.get(figure));
        return series.length() == 0 ? 0 : series.millis()[series.length() - 1];
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
     * A rise above all that was until some time ago, of which it is not known whether it is steady.
     *
     * @param rise from that time on
     * @param leftMillis until that is known; 0 where it has been there for so long that it is
     */
    public record NewGround(Rise rise, long leftMillis) {}

    /**
     * The parts of memory that have just risen above all that they were until a minute ago: not steady perhaps.
     *
     * @return by name: class metadata, mapped files, categories without the chunks of pools
     */
    public Map<String, NewGround> justRisen() {
        Map<String, NewGround> risen = new TreeMap<>();
        put(risen, HistoryFigure.METASPACE.title(), Series.of(points, point -> point.get(HistoryFigure.METASPACE)));
        put(risen, Component.MAPPED_FILES.label(), Series.of(points, point -> point.get(HistoryFigure.FILES)));
        for (int id : categories(points)) {
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
     * The rise of a figure of the process.
     *
     * @param figure which
     * @return since when, and how much; null if it is not known to
     */
    public Rising rising(HistoryFigure figure) {
        for (Rising rise : rising) {
            if (rise.kind == Kind.FIGURE && rise.id == figure.index()) {
                return rise;
            }
        }
        return null;
    }

    /**
     * Tells whether the number of threads goes on rising.
     *
     * @return since when, and how much, as a count; null if it is not known to
     */
    public Rising risingThreads() {
        return threads;
    }

    /**
     * The rise of a category.
     *
     * @param category which
     * @return since when, and how much; null if it is not known to
     */
    public Rising rising(Category category) {
        for (Rising rise : rising) {
            if (rise.kind == Kind.CATEGORY && rise.id == category.id()) {
                return rise;
            }
        }
        return null;
    }

    /**
     * The rise of a call site.
     *
     * @param id of the site
     * @return since when, and how much; null if it is not known to
     */
    public Rising risingSite(int id) {
        for (Rising rise : rising) {
            if (rise.kind == Kind.SITE && rise.id == id) {
                return rise;
            }
        }
        return null;
    }

    /**
     * True if it is too early to tell a rise.
     *
     * @return true also if there is no history
     */
    public boolean isTooEarly() {
        return toldInMillis() > 0;
    }

    /**
     * The time until a rise can be told.
     *
     * @return milliseconds; 0 if it can
     */
    public long toldInMillis() {
        long span = points.isEmpty()
                ? 0
                : points.get(points.size() - 1).millis() - points.get(0).millis();
        int missing = Math.max(0, RiseFinder.MIN_POINTS - points.size());
        return Math.max(SHORTEST_RISE_MILLIS - span, missing * History.FINE_MILLIS);
    }

    /**
     * True if the agent's option leaves the history out.
     *
     * @return false of a recording
     */
    public boolean isOff() {
        return off;
    }

    /**
     * The end of the reading.
     *
     * @return milliseconds since 1970; 0 if it is empty
     */
    public long endMillis() {
        return points.isEmpty() ? 0 : points.get(points.size() - 1).millis();
    }

    /**
     * Lines of code that rose until a while ago, and gave nothing back since.
     *
     * @return in no order
     */
    public List<Rising> stopped() {
        return List.copyOf(stopped);
    }

    /**
     * One of these.
     *
     * @param id of its site
     * @return null if it is not known to have
     */
    public Rising stopped(int id) {
        return stopped.stream().filter(each -> each.id == id).findFirst().orElse(null);
    }

    /**
     * Rises that are too young to be called lasting.
     *
     * @return what has risen most first
     */
    public List<Rising> young() {
        return List.copyOf(young);
    }

    /**
     * True if the process can answer more questions.
     *
     * @return false of a recording, and of what a process has left
     */
    public boolean canBeAsked() {
        return source == Source.PROCESS;
    }

    /**
     * The growth of a figure within the last {@link #LATELY_MILLIS}, or since the first point if that is later.
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

    /**
     * The start of a growth as it was told first: it stays while its subject grows about as fast, whatever tells of it.
     *
     * @param subject that grows: its kind and number
     * @param found the growth as it is found now
     * @return milliseconds since 1970
     */
    public long firstStart(String subject, Rise found) {
        return known.firstStart(subject, found, aheadMillis);
    }

    /**
     * The time when tracking began, if that was late.
     *
     * @return milliseconds since 1970, or {@link HistoryPoint#UNKNOWN}
     */
    public long attachedMillis() {
        return attachedMillis;
    }

    long lostPoints() {
        return lostPoints;
    }
}
