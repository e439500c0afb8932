package io.nmt.report.past;

import io.nmt.core.model.Category;
import io.nmt.core.model.Site;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
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

    private final HistoryInput input;
    private final List<HistoryPoint> points; // all of them
    private final PastFigures figures;
    private final ToldRises told;
    private final SortedMap<Integer, Site> sites;
    private final List<Rising> rising = new ArrayList<>();
    private final List<Rising> young = new ArrayList<>();
    private final List<Rising> stopped;
    private final Rising threads;

    private HistoryReading(HistoryInput input, boolean findsRises) {
        this.input = input;
        this.points = input.points();
        this.figures = new PastFigures(points, input.collections().count());
        this.told = new ToldRises(input, endMillis());
        this.sites = RisesFound.sites(input.named(), points);
        if (findsRises && toldInMillis() == 0) {
            List<Rising> found = new ArrayList<>(RisesFound.of(points, sites, input.isKnown()));
            RisesFound.addThreads(points, found);
            for (Rising each : input.rises().dated(found, endMillis(), input.aheadMillis())) {
                (each.rise().lasts() ? rising : young).add(RisesFound.withOwn(each, points));
            }
            this.stopped = input.rises()
                    .stopped(
                            RisesFound.stopped(points, sites, input.isKnown(), rising),
                            id -> Series.ofSite(
                                    risingSite(id) == null && sites.containsKey(id) ? points : List.of(), id),
                            input.aheadMillis());
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
     * Reads figures alone, which takes less time: nothing is found to rise.
     *
     * @param history that goes on
     * @return as of now
     */
    public static HistoryReading figuresOf(History history) {
        long ahead = History.calendarIsAheadMillis();
        return new HistoryReading(HistoryInput.of(history, 0, Source.PROCESS, ahead), false);
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
        return new HistoryReading(HistoryInput.of(history, sinceMillis, source, aheadMillis), true);
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
        return new HistoryReading(HistoryInput.recorded(points, sites, known, attachedMillis), true);
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
        return input.shown();
    }

    /**
     * The figures of all points.
     *
     * @return the same each time
     */
    public PastFigures figures() {
        return figures;
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
        return input.events();
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
     * True if the rise may be garbage: the collector frees it, and no collection of the whole heap is known to have
     * left it.
     *
     * @param rising one of what rises here
     * @return true also if that is not known
     */
    public boolean mayBeGarbage(Rising rising) {
        return rising.collected()
                && figures.survivedCollections(rising) < input.collections().needed();
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
     * The rise of a figure of the process.
     *
     * @param figure which
     * @return since when, and how much; null if it is not known to
     */
    public Rising rising(HistoryFigure figure) {
        for (Rising rise : rising) {
            if (rise.kind() == Rising.Kind.FIGURE && rise.id() == figure.index()) {
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
            if (rise.kind() == Rising.Kind.CATEGORY && rise.id() == category.id()) {
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
            if (rise.kind() == Rising.Kind.SITE && rise.id() == id) {
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
        return input.off();
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
        return stopped.stream().filter(each -> each.id() == id).findFirst().orElse(null);
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
        return input.source() == Source.PROCESS;
    }

    /**
     * Rises as they were told before.
     *
     * @return the same each time
     */
    public ToldRises told() {
        return told;
    }

    /**
     * The time when tracking began, if that was late.
     *
     * @return milliseconds since 1970, or {@link HistoryPoint#UNKNOWN}
     */
    public long attachedMillis() {
        return input.attachedMillis();
    }

    long lostPoints() {
        return input.lostPoints();
    }
}
