package io.nmt.report.past;

import io.nmt.core.model.Site;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The one store of earlier readings: all points of the last ten minutes, one for ten seconds of the last hour, one for
 * two minutes of the last day, one for half an hour of two weeks, the readings of resident memory of the last hour,
 * what happened, and the moments that users compare with. Points and readings take at most a megabyte of heap, and a
 * 32nd of its limit: with hundreds
 * of categories, the oldest go earlier. Thread-safe.
 */
public final class History {
    /** Milliseconds between two points of the last hour. */
    public static final long POINT_MILLIS = 10_000;

    /** Milliseconds between two points, as they are meant to be added. */
    static final long FINE_MILLIS = 4_000;

    private static final long MINUTE_MILLIS = 60_000;
    private static final int MOST_EVENTS = 200;
    private static final int SHARE_OF_HEAP = 32;
    private static final long MAX_BYTES = Math.min(1 << 20, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    private static final int RESIDENT_SHARE = 8; // an eighth
    private static final int FINE_POINTS = 150;
    private static final int HOUR_POINTS = 360;
    private static final int DAY_POINTS = 720;
    private static final int FORTNIGHT_POINTS = 672;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Null until first asked for: a class whose initializer meets a full heap is unusable for ever. */
    private static volatile History ofProcess;

    private final PointLevel[] levels = {
        level(0, FINE_POINTS),
        level(POINT_MILLIS, HOUR_POINTS),
        level(2 * MINUTE_MILLIS, DAY_POINTS),
        level(30 * MINUTE_MILLIS, FORTNIGHT_POINTS),
    };
    private final ResidentPoints resident = new ResidentPoints(MAX_BYTES / RESIDENT_SHARE);
    private final Baselines baselines = new Baselines();
    private final Outcomes outcomes = new Outcomes();
    private final Deque<HistoryEvent> events = new ArrayDeque<>();
    private final SiteNames sites = new SiteNames();
    private final KnownRises rises = new KnownRises();
    private volatile Collections collections = Collections.NONE;
    private volatile boolean off;
    private volatile long attachedMillis = HistoryPoint.UNKNOWN;
    private long lostPoints;

    /** The collections of the whole heap, which free what no code can reach. Thread-safe. */
    public interface Collections {
        /** None is known of. */
        Collections NONE = new Collections() {
            @Override
            public long count() {
                return HistoryPoint.UNKNOWN;
            }

            @Override
            public int needed() {
                return 1;
            }
        };

        /**
         * The number of collections until now.
         *
         * @return from 0, or {@link HistoryPoint#UNKNOWN}
         */
        long count();

        /**
         * The number of collections after which garbage is gone for sure.
         *
         * @return at least 1
         */
        int needed();
    }

    /** With nothing in it. */
    public History() {}

    private static PointLevel level(long everyMillis, int points) {
        long forPoints = MAX_BYTES - MAX_BYTES / RESIDENT_SHARE;
        int all = FINE_POINTS + HOUR_POINTS + DAY_POINTS + FORTNIGHT_POINTS;
        return new PointLevel(everyMillis, points, forPoints * points / all);
    }

    /**
     * The readings of resident memory.
     *
     * @return always the same
     */
    public ResidentPoints resident() {
        return resident;
    }

    /**
     * The moments that users compare with.
     *
     * @return always the same
     */
    public Baselines baselines() {
        return baselines;
    }

    /**
     * The last outcomes of commands.
     *
     * @return always the same
     */
    public Outcomes outcomes() {
        return outcomes;
    }

    /**
     * The history of this process.
     *
     * @return always the same one
     */
    public static History ofProcess() {
        History history = ofProcess;
        return history == null ? makeOfProcess() : history;
    }

    private static synchronized History makeOfProcess() {
        if (ofProcess == null) {
            ofProcess = new History();
        }
        return ofProcess;
    }

    /**
     * The clock of this process's history, which only goes forward.
     *
     * @return milliseconds
     */
    public static long now() {
        return System.nanoTime() / NANOS_PER_MILLI + Origin.OFFSET;
    }

    /**
     * The lead of the calendar's clock over {@link #now}: it was set, or the machine was suspended.
     *
     * @return milliseconds, negative if it is behind; 0 for what is less than a second
     */
    public static long calendarIsAheadMillis() {
        long ahead = System.currentTimeMillis() - now();
        return Math.abs(ahead) < 1000 ? 0 : ahead;
    }

    /** So that the clock starts as the calendar's: numbers are positive then. */
    private static final class Origin {
        static final long OFFSET = System.currentTimeMillis() - System.nanoTime() / NANOS_PER_MILLI;
    }

    /**
     * Adds a point.
     *
     * @param point later than all that were added
     */
    public synchronized void add(HistoryPoint point) {
        for (PointLevel level : levels) {
            level.add(point);
        }
        sites.pointAdded();
    }

    /**
     * Adds a point that was not due yet. One that is younger than half the time between two becomes a part of it,
     * so that such points, however many, do not push out the past.
     *
     * @param point later than all that were added
     */
    public synchronized void addEarly(HistoryPoint point) {
        HistoryPoint last = levels[0].last();
        if (last != null && last.millis() > point.millis() - FINE_MILLIS / 2) {
            levels[0].removeLast();
            add(point.after(last));
        } else {
            add(point);
        }
    }

    /**
     * Says what counts the collections of the whole heap, so that one is known of before the next point.
     *
     * @param counting in place of the one before
     */
    public void countedBy(Collections counting) {
        collections = counting;
    }

    Collections collections() {
        return collections;
    }

    /**
     * Notes that tracking began late.
     *
     * @param millis when
     * @param text for people
     */
    public void attached(long millis, String text) {
        attachedMillis = millis;
        happened(new HistoryEvent(millis, HistoryEvent.Kind.ATTACH, text));
    }

    /** The time of a late start, or {@link HistoryPoint#UNKNOWN}. */
    long attachedMillis() {
        return attachedMillis;
    }

    /** Says that no points will be added. */
    public void turnOff() {
        off = true;
    }

    boolean isOff() {
        return off;
    }

    /** Says that a point could not be read. */
    public synchronized void lose() {
        lostPoints++;
    }

    /**
     * Points that could not be read, such as for want of heap.
     *
     * @return how many
     */
    public synchronized long lostPoints() {
        return lostPoints;
    }

    /**
     * Says which call site it is that points have figures of. Of some number of sites, those that no point has are
     * forgotten; if all of them are in points, another one has no name.
     *
     * @param site with its number
     */
    public synchronized void name(Site site) {
        sites.add(site, this::usedSites);
    }

    private Set<Integer> usedSites() {
        Set<Integer> used = new HashSet<>();
        for (PointLevel level : levels) {
            level.addSites(used);
        }
        return used;
    }

    /**
     * The call site of a number.
     *
     * @param id that points have
     * @return null if it is not known
     */
    public synchronized Site site(int id) {
        return sites.get(id);
    }

    /**
     * Notes what has happened now. Of more than some, the oldest are forgotten.
     *
     * @param kind of the event
     * @param text for people
     */
    public void happened(HistoryEvent.Kind kind, String text) {
        happened(new HistoryEvent(now(), kind, text));
    }

    /**
     * Notes what has happened.
     *
     * @param event not before the last one
     */
    public synchronized void happened(HistoryEvent event) {
        events.addLast(event);
        if (events.size() > MOST_EVENTS) {
            events.removeFirst();
        }
    }

    /**
     * The events.
     *
     * @param sinceMillis earlier events are left out
     * @return the first one first
     */
    public synchronized List<HistoryEvent> events(long sinceMillis) {
        return events.stream().filter(event -> event.millis() >= sinceMillis).toList();
    }

    /**
     * The points, each time told by the finest that there is of it.
     *
     * @param sinceMillis earlier points are left out
     * @return the oldest first
     */
    public synchronized List<HistoryPoint> points(long sinceMillis) {
        List<HistoryPoint> all = new ArrayList<>();
        long before = Long.MAX_VALUE;
        for (PointLevel level : levels) {
            List<HistoryPoint> points = level.before(before);
            all.addAll(0, points);
            before = points.isEmpty() ? before : points.get(0).millis();
        }
        all.removeIf(point -> point.millis() < sinceMillis);
        return all;
    }

    /**
     * Tells whether a rise in number is remembered.
     *
     * @return false if none was told, or all that came has gone
     */
    public boolean hasRisesInCount() {
        return rises.hasCounts();
    }

    /** The starts of rises that go on. */
    KnownRises rises() {
        return rises;
    }

    /** The bytes of its points and readings. */
    synchronized long bytes() {
        long sum = resident.bytes();
        for (PointLevel level : levels) {
            sum += level.bytes();
        }
        return sum;
    }
}
