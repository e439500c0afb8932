package io.nmt.report.past;

import io.nmt.core.model.Site;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was in use over time: each point of the last hour, one for two minutes of the last day, one for half an hour of
 * two weeks, and what happened. Takes at most a megabyte of heap, and a 32nd of its limit: with hundreds of categories,
 * the oldest points go earlier. Thread-safe.
 */
public final class History {
    /** Milliseconds between two points, as they are meant to be added. */
    public static final long POINT_MILLIS = 10_000;

    private static final long MINUTE_MILLIS = 60_000;
    private static final int MOST_EVENTS = 200;
    private static final int MOST_SITES = 1000;
    private static final int POINTS_BETWEEN = 180;
    private static final int LEVELS = 3;
    private static final int SHARE_OF_HEAP = 32;
    private static final long MOST_BYTES_OF_LEVEL =
            Math.min(1 << 20, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP) / LEVELS;
    private static final int ARRAY_BYTES = 24;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final History PROCESS = new History();

    private final Level[] levels = {
        new Level(0, 360), new Level(2 * MINUTE_MILLIS, 720), new Level(30 * MINUTE_MILLIS, 672),
    };
    private final Deque<HistoryEvent> events = new ArrayDeque<>();
    private final Map<Integer, Site> sites = new HashMap<>();
    private volatile Collections collections = Collections.NONE;
    private volatile boolean off;
    private long lostPoints;
    private int pointsUntilForgetting; // of sites that no point has, since to look at all points takes a while

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
         * How many there were until now.
         *
         * @return from 0, or {@link HistoryPoint#UNKNOWN}
         */
        long count();

        /**
         * How many it takes until garbage is gone for sure.
         *
         * @return at least 1
         */
        int needed();
    }

    /** With nothing in it. */
    public History() {}

    /**
     * That of this process.
     *
     * @return always the same one
     */
    public static History ofProcess() {
        return PROCESS;
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
     * How far the calendar's clock is ahead of {@link #now}: it was set, or the machine was suspended.
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

    /** Points of which each stands for some time. */
    private static final class Level {
        private final long everyMillis;
        private final int most;
        private final Deque<byte[]> points = new ArrayDeque<>();
        private long bytes;
        private long firstMillis; // of those that are in merged
        private HistoryPoint merged;

        Level(long everyMillis, int most) {
            this.everyMillis = everyMillis;
            this.most = most;
        }

        void add(HistoryPoint point) {
            if (everyMillis == 0) {
                push(point);
            } else if (merged == null) {
                begin(point);
            } else if (point.millis() / everyMillis == firstMillis / everyMillis) {
                merged = point.after(merged);
            } else {
                push(merged);
                begin(point);
            }
        }

        private void begin(HistoryPoint point) {
            firstMillis = point.millis();
            merged = point;
        }

        private void push(HistoryPoint point) {
            byte[] code = point.encode();
            points.addLast(code);
            bytes += code.length + ARRAY_BYTES;
            while (points.size() > most || (bytes > MOST_BYTES_OF_LEVEL && points.size() > 1)) {
                bytes -= points.removeFirst().length + ARRAY_BYTES;
            }
        }

        void removeLast() {
            bytes -= points.removeLast().length + ARRAY_BYTES;
        }

        void addSites(Set<Integer> ids) {
            for (byte[] code : points) {
                ids.addAll(HistoryPoint.decode(code).sites().keySet());
            }
            if (merged != null) {
                ids.addAll(merged.sites().keySet());
            }
        }

        List<HistoryPoint> before(long millis) {
            List<HistoryPoint> found = new ArrayList<>();
            for (byte[] code : points) {
                HistoryPoint point = HistoryPoint.decode(code);
                if (point.millis() < millis) {
                    found.add(point);
                }
            }
            return found;
        }

        long bytes() {
            return bytes;
        }
    }

    /**
     * Adds a point.
     *
     * @param point later than all that were added
     */
    public synchronized void add(HistoryPoint point) {
        for (Level level : levels) {
            level.add(point);
        }
        pointsUntilForgetting--;
    }

    /**
     * Adds a point that was not due yet. One that is younger than half of {@link #POINT_MILLIS} becomes a part of it,
     * so that such points, however many, do not push out the past.
     *
     * @param point later than all that were added
     */
    public synchronized void addEarly(HistoryPoint point) {
        byte[] last = levels[0].points.peekLast();
        if (last != null && HistoryPoint.decode(last).millis() > point.millis() - POINT_MILLIS / 2) {
            levels[0].removeLast();
            add(point.after(HistoryPoint.decode(last)));
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
        if (sites.containsKey(site.id())) {
            return;
        }
        if (sites.size() >= MOST_SITES && pointsUntilForgetting <= 0) {
            Set<Integer> used = new HashSet<>();
            for (Level level : levels) {
                level.addSites(used);
            }
            sites.keySet().retainAll(used);
            pointsUntilForgetting = POINTS_BETWEEN;
        }
        if (sites.size() < MOST_SITES) {
            sites.put(site.id(), site);
        }
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
     * @param text for people
     */
    public void happened(String text) {
        happened(new HistoryEvent(now(), text));
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
     * What has happened.
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
        for (Level level : levels) {
            List<HistoryPoint> points = level.before(before);
            all.addAll(0, points);
            before = points.isEmpty() ? before : points.get(0).millis();
        }
        all.removeIf(point -> point.millis() < sinceMillis);
        return all;
    }

    /** What its points take. */
    synchronized long bytes() {
        long sum = 0;
        for (Level level : levels) {
            sum += level.bytes();
        }
        return sum;
    }
}
