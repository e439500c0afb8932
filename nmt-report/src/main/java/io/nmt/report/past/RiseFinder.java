package io.nmt.report.past;

import io.nmt.core.figures.Bend;
import java.util.Arrays;

/**
 * Tells whether a figure goes on rising, and since when.
 *
 * <p>A stretch of time that ends now is cut into blocks. What comes and goes leaves the floor of a block, the least in
 * it, where it is; what is kept lifts the floors, each above the one before. Their scatter about a straight line says
 * how much of that may be chance. Of all stretches, of which each is a part of the one before, the longest that rises
 * is taken, unless it rises less and less, as what fills does, or has stopped ({@link Standstill}). When the rise began
 * is where a line that is level and then rises fits best; the rate is that line's, with its error.
 */
final class RiseFinder {
    private static final int PARTS = 8;
    private static final int FINE_PARTS = 16;
    private static final double SHORTER_FACTOR = 1.4; // each stretch than the one before
    private static final int LEAST_POINTS = 2; // in a part
    static final int MIN_POINTS = PARTS * LEAST_POINTS;
    private static final int FOR_FINE_PARTS = 3 * FINE_PARTS;
    private static final int MOST_STEPS_DOWN = 1;

    /** Times the slope's standard error: of noise, one stretch in 20,000 by chance (Student's t, 6 and 14 degrees). */
    private static final double CERTAIN_ERRORS = 9.1;

    private static final double CERTAIN_FINE_ERRORS = 5.4;

    private static final double STEEPER_FACTOR = 1.2; // than in the stretch that rises
    private static final double FASTER_FACTOR = 1.2; // than before, and something else rises
    private static final double FASTER_FITS_FACTOR = 4; // better
    private static final int FASTER_ERRORS = 4; // standard errors of that
    private static final double MUCH_FASTER_FACTOR = 2; // than before, and that has lasted
    private static final int LEAST_FASTER_POINTS = 8; // after the bend
    private static final long LEAST_FASTER_MILLIS = 30_000;
    private static final double STILL_RISING_SHARE = 1.0 / 3; // of the mean slope, at the end
    private static final double AS_FAST_SHARE = 0.6; // as before
    private static final double NEW_GROUND_SHARE = 0.5;
    private static final double SPREAD_SHARE = 1.0 / 16;
    private static final double LEVEL_SHARE = 0.01;
    private static final long LEAST_BYTES = 1 << 20;
    private static final long SHORT_MILLIS = 150_000;
    private static final int LEAST_OF_SHORT_FACTOR = 4; // what warms up, or comes and goes, rises a little in a minute
    private static final double STOPPED_FALL_SHARE = 0.05;
    private static final double MILLIS_PER_MINUTE = 60_000;

    private final Series series;
    private final long least;
    private final boolean warmsUp; // rises fast at the start of a process, and less and less
    private final long[] millis;
    private final long[] values;
    private final int last;

    private RiseFinder(Series series, long least, boolean warmsUp) {
        this.series = series;
        this.least = least;
        this.warmsUp = warmsUp;
        this.millis = series.millis();
        this.values = series.values();
        this.last = series.length() - 1;
    }

    /**
     * The same of what has stopped since, and has not fallen: nothing was taken there, and nothing given back.
     *
     * @return null if there is none, or it goes on
     */
    static Rise stopped(Series series) {
        int end = series.firstNear(Math.max(LEAST_BYTES, Math.round(LEVEL_SHARE * series.most())));
        Rise rise = series.length() - end < LEAST_POINTS ? null : find(series.until(end + 1));
        return rise != null && hasStayed(series, rise) ? rise : null;
    }

    /** Tells whether a rise has not fallen since its end. */
    static boolean hasStayed(Series series, Rise rise) {
        int end = series.indexAt(rise.untilMillis());
        return end < series.length()
                && rise.toBytes() - series.least(end, series.length()) <= STOPPED_FALL_SHARE * rise.bytes();
    }

    /** Null if it is not known to rise. */
    static Rise find(Series series) {
        return find(series, LEAST_BYTES);
    }

    /** The same where a rise is at least so much. */
    static Rise find(Series series, long least) {
        return find(series, least, false);
    }

    /** The same of memory that a process takes as it warms up: it must rise by as much as in the time before, too. */
    static Rise findResident(Series series) {
        return find(series, LEAST_BYTES, true);
    }

    private static Rise find(Series series, long least, boolean warmsUp) {
        if (series.length() < MIN_POINTS) {
            return null;
        }
        RiseFinder finder = new RiseFinder(series, least, warmsUp);
        Rise rise = finder.longest();
        return rise == null ? finder.older() : rise;
    }

    /** The rise of what is known to rise from a point of time on. */
    static Rise since(Series series, long sinceMillis) {
        RiseFinder finder = new RiseFinder(series, LEAST_BYTES, true);
        int first = Math.min(series.indexAt(sinceMillis), Math.max(0, finder.last - 1));
        Bend bend = Bend.at(finder.millis, finder.values, first, finder.last);
        return finder.rise(bend, finder.values[finder.last]);
    }

    private Rise longest() {
        double span = series.spanMillis();
        while (true) {
            int first = series.indexAt(millis[last] - Math.round(span));
            if (last - first + 1 < MIN_POINTS) {
                return null;
            }
            long[] floors = floors(first, last, PARTS);
            if (floors != null && isRising(first, floors)) {
                Rise rise = rise(first, floors);
                boolean stands = Standstill.isOne(series, rise.sinceMillis(), rise.bytesPerMinute());
                return stands ? null : rise;
            }
            span /= SHORTER_FACTOR;
        }
    }

    /**
     * The rise of a minute or more that has just become faster, from its start until now: with the bend, it is no
     * straight line, and what came after the bend is too young to be one.
     */
    private Rise older() {
        int first = series.indexAt(millis[last] - 2 * HistoryReading.SHORTEST_RISE_MILLIS);
        Bend bend = Bend.afterLevel(millis, values, first, last);
        if (last - bend.index() < LEAST_POINTS || !isYoung(bend)) {
            return null;
        }
        Rise older = lasting(bend.index() + 1);
        return older != null && bend.slope() * MILLIS_PER_MINUTE >= older.bytesPerMinute() && hasStayed(series, older)
                ? rise(Bend.at(millis, values, series.indexAt(older.sinceMillis()), last), least(last - 1))
                : null;
    }

    /** The least in each of equal parts of the time between two points; null if there are too few points in one. */
    private long[] floors(int first, int end, int parts) {
        double partMillis = (millis[end] - millis[first] + 1.0) / parts;
        long[] floors = new long[parts];
        int[] counts = new int[parts];
        Arrays.fill(floors, Long.MAX_VALUE);
        for (int i = first; i <= end; i++) {
            int part = (int) ((millis[i] - millis[first]) / partMillis);
            floors[part] = Math.min(floors[part], values[i]);
            counts[part]++;
        }
        // Points come a little early or late: one part may have a point less than there are on average.
        for (int count : counts) {
            if (count < LEAST_POINTS - 1) {
                return null;
            }
        }
        return end - first + 1 < parts * LEAST_POINTS ? null : floors;
    }

    private boolean isRising(int first, long[] floors) {
        int stepsDown = 0;
        for (int i = 1; i < PARTS; i++) {
            stepsDown += floors[i] < floors[i - 1] ? 1 : 0;
        }
        double rise = Line.through(floors).slope() * (PARTS - 1);
        double lately = (floors[PARTS - 1] - floors[PARTS - 3]) / 2.0;
        boolean isShort = millis[last] - millis[first] < SHORT_MILLIS;
        return stepsDown <= MOST_STEPS_DOWN
                && rise >= (isShort ? LEAST_OF_SHORT_FACTOR * least : least)
                && rise >= LEVEL_SHARE * floors[0]
                && rise >= SPREAD_SHARE * spread(first)
                && lately > STILL_RISING_SHARE * rise / (PARTS - 1)
                && isCertain(first, floors)
                && !isSlowing(first, floors)
                && floors[PARTS - 1] - highestFloorBefore(first) > NEW_GROUND_SHARE * rise;
    }

    /**
     * True if the rise is more than chance. With many points, finer parts are the better measure. With many points,
     * more parts tell better what chance is.
     */
    private boolean isCertain(int first, long[] floors) {
        long[] fine = last - first + 1 < FOR_FINE_PARTS ? null : floors(first, last, FINE_PARTS);
        Line line = Line.through(fine == null ? floors : fine);
        return line.slope() > (fine == null ? CERTAIN_ERRORS : CERTAIN_FINE_ERRORS) * line.slopeError();
    }

    /** True if it slows down, as a cache that fills: in its second half, or against the time before. */
    private boolean isSlowing(int first, long[] floors) {
        int half = PARTS / 2;
        double firstHalf = floors[half] - floors[0];
        double secondHalf = floors[PARTS - 1] - floors[half - 1];
        if (secondHalf < AS_FAST_SHARE * firstHalf) {
            return true;
        }
        int before = series.indexAt(millis[first] - (millis[last] - millis[first]));
        if (before == 0 && warmsUp) {
            return floors[PARTS - 1] - floors[0] < AS_FAST_SHARE * (floors[0] - values[0]);
        }
        long[] earlier = before == 0 ? null : floors(before, first, PARTS);
        return earlier != null && floors[PARTS - 1] - floors[0] < AS_FAST_SHARE * (earlier[PARTS - 1] - earlier[0]);
    }

    private double spread(int first) {
        long most = 0;
        for (int i = first; i <= last; i++) {
            most = Math.max(most, values[i]);
        }
        return most - least(first);
    }

    private long least(int first) {
        long least = Long.MAX_VALUE;
        for (int i = first; i <= last; i++) {
            least = Math.min(least, values[i]);
        }
        return least;
    }

    /** The highest floor before the rise; a figure that rises and falls again and again has been as high before. */
    private long highestFloorBefore(int first) {
        long partMillis = (millis[last] - millis[first]) / PARTS;
        long highest = 0;
        int end = first;
        while (end >= LEAST_POINTS) {
            int begin = end;
            long floor = Long.MAX_VALUE;
            while (begin > 0 && (end - begin < LEAST_POINTS || millis[end] - millis[begin] < partMillis)) {
                begin--;
                floor = Math.min(floor, values[begin]);
            }
            highest = Math.max(highest, floor);
            end = begin;
        }
        return highest;
    }

    private Rise rise(int first, long[] floors) {
        // It may have begun a little before the stretch in which it is seen.
        Bend bend =
                Bend.afterLevel(millis, values, series.indexAt(millis[first] - (millis[last] - millis[first])), last);
        double slope = Line.through(floors).slope() * PARTS / (millis[last] - millis[first]);
        if (bend.slope() > STEEPER_FACTOR * slope) {
            // Something else rose before, such as the heap at the start.
            bend = Bend.afterLevel(millis, values, first, last);
        }
        Bend later = faster(bend, 0);
        Rise older = isYoung(later) ? lasting(later.index() + 1) : null;
        // A rise of what comes and goes, such as a line of code's blocks, must last.
        boolean isMuchFaster = warmsUp
                && older != null
                && ageMillis(later) >= LEAST_FASTER_MILLIS
                && later.slope() * MILLIS_PER_MINUTE > MUCH_FASTER_FACTOR * older.bytesPerMinute();
        if (older != null && !isMuchFaster) {
            // What is too young to be told does not silence an older rise.
            later = isYoung(bend)
                    ? Bend.at(millis, values, series.indexAt(older.sinceMillis()), last)
                    : faster(bend, HistoryReading.SHORTEST_RISE_MILLIS);
        }
        bend = later;
        // A floor is met at the beginning of its part.
        long sinceFloor = Math.round(bend.slope() * (millis[last] - millis[first]) / PARTS);
        return rise(bend, Math.max(floors[PARTS - 1], Math.min(values[last], floors[PARTS - 1] + sinceFloor)))
                .after(isMuchFaster ? Rise.Before.SLOWER : Rise.Before.LEVEL);
    }

    /**
     * The bend of a shorter stretch in which it rises faster, and much nearer to a line that is level and then rises:
     * something else rose before.
     *
     * @param whole the bend of all
     * @param leastMillis from the other bend until now
     */
    private Bend faster(Bend whole, long leastMillis) {
        Bend bend = whole;
        double missed = Bend.at(millis, values, whole.index(), last).missed() / (last - whole.index() + 1);
        double span = (millis[last] - millis[whole.index()]) / SHORTER_FACTOR;
        int first = series.indexAt(millis[last] - Math.round(span));
        while (last - first + 1 >= LEAST_FASTER_POINTS) {
            Bend later = Bend.afterLevel(millis, values, first, last);
            double laterMissed = later.missed() / (last - first + 1);
            double certainly = later.slope() - FASTER_ERRORS * later.slopeError(millis, values, last);
            if (last - later.index() >= LEAST_FASTER_POINTS
                    && ageMillis(later) >= leastMillis
                    && certainly > FASTER_FACTOR * bend.slope()
                    && FASTER_FITS_FACTOR * laterMissed < missed) {
                bend = later;
                missed = laterMissed;
            }
            span /= SHORTER_FACTOR;
            first = series.indexAt(millis[last] - Math.round(span));
        }
        return bend;
    }

    /** The rise of the first values; null unless it has lasted for a minute. */
    private Rise lasting(int length) {
        Rise rise = length < MIN_POINTS ? null : new RiseFinder(series.until(length), least, warmsUp).longest();
        return rise != null && rise.lasts() ? rise : null;
    }

    private boolean isYoung(Bend bend) {
        return ageMillis(bend) < HistoryReading.SHORTEST_RISE_MILLIS;
    }

    private long ageMillis(Bend bend) {
        return millis[last] - millis[bend.index()];
    }

    private Rise rise(Bend bend, long to) {
        long time = millis[last] - millis[bend.index()];
        // A rise that slows down is flatter at its end than the line says: it has not begun below all values.
        long from = Math.max(to - Math.round(bend.slope() * time), Math.min(to, least(bend.index())));
        long error = Math.round(bend.slopeError(millis, values, last) * MILLIS_PER_MINUTE);
        return new Rise(millis[bend.index()], time, from, to, Math.round(bend.slope() * MILLIS_PER_MINUTE), error);
    }
}
