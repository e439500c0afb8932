package io.nmt.core.internal.sites;

import java.util.Arrays;
import java.util.List;

/** Finds since when a floor rises, or rises faster: where a line with a bend fits much better than a straight one. */
final class FloorBend {
    private static final int MIN_PARTS_AFTER = 4;
    private static final double BETTER_FACTOR = 4; // of the squares of what the line misses

    private FloorBend() {}

    /**
     * Looks for it in floors of all lengths of parts, each time by the shortest that there are of it.
     *
     * @param windows the longest first
     * @return what follows the bend, in parts; the first is the last before it. Null if there is no bend
     */
    static FloorWindow of(List<FloorWindow> windows) {
        long[] starts = new long[0];
        long[] floors = new long[0];
        for (int i = windows.size() - 1; i >= 0; i--) {
            FloorWindow window = windows.get(i);
            int earlier = window.partsBefore(starts.length == 0 ? Long.MAX_VALUE : starts[0]);
            starts = joined(window.starts(), earlier, starts);
            floors = joined(window.floors(), earlier, floors);
        }
        int bend = bend(starts, Arrays.stream(floors).asDoubleStream().toArray());
        int parts = starts.length - bend;
        return bend < 0 || parts <= MIN_PARTS_AFTER
                ? null
                : new FloorWindow(
                        Arrays.copyOfRange(floors, bend, starts.length),
                        Arrays.copyOfRange(starts, bend, starts.length),
                        new int[] {0, 1, 2, parts - 1},
                        0,
                        starts[bend]);
    }

    private static long[] joined(long[] first, int count, long[] then) {
        long[] all = Arrays.copyOf(first, count + then.length);
        System.arraycopy(then, 0, all, count, then.length);
        return all;
    }

    /** The index of the bend; negative if there is none. */
    private static int bend(long[] times, double[] values) {
        int best = -1;
        double least = missed(times, values, times.length) / BETTER_FACTOR;
        for (int i = 1; i < times.length - MIN_PARTS_AFTER; i++) {
            double here = missed(times, values, i);
            if (here < least) {
                least = here;
                best = i;
            }
        }
        return best;
    }

    /**
     * The sum of squares that the best line leaves which rises faster from a point on. A line is taken out of all
     * values, and of the time since the bend, and then that of what the bend explains of the rest.
     *
     * @param bend the index of the point; beyond the last for a straight line
     */
    private static double missed(long[] times, double[] values, int bend) {
        double[] since = new double[times.length];
        for (int i = bend; i < times.length; i++) {
            since[i] = times[i] - times[bend];
        }
        double[] rest = besideLine(times, values);
        double[] restOfBend = besideLine(times, since);
        double squares = 0;
        double ofBend = 0;
        double products = 0;
        for (int i = 0; i < times.length; i++) {
            squares += rest[i] * rest[i];
            ofBend += restOfBend[i] * restOfBend[i];
            products += rest[i] * restOfBend[i];
        }
        return ofBend <= 0 || products <= 0 ? squares : Math.max(0, squares - products * products / ofBend);
    }

    /** Values less the straight line that is nearest to them. */
    private static double[] besideLine(long[] times, double[] values) {
        int n = times.length;
        double meanTime = 0;
        double mean = 0;
        for (int i = 0; i < n; i++) {
            meanTime += (double) (times[i] - times[0]) / n;
            mean += values[i] / n;
        }
        double squares = 0;
        double products = 0;
        for (int i = 0; i < n; i++) {
            double time = times[i] - times[0] - meanTime;
            squares += time * time;
            products += time * (values[i] - mean);
        }
        double[] rest = new double[n];
        for (int i = 0; i < n; i++) {
            double time = times[i] - times[0] - meanTime;
            rest[i] = values[i] - mean - (squares > 0 ? products / squares * time : 0);
        }
        return rest;
    }
}
