package io.nmt.core.figures;

/**
 * The point from which on a figure rises, or rises faster: where the line with a bend is that is nearest to its values
 * (least squares). Samples of blocks and points of the history are judged by the same one. Immutable.
 *
 * @param index of the point
 * @param slope after it, in units of value a unit of time
 * @param missed the sum of squares that the line misses
 */
public record Bend(int index, double slope, double missed) {
    private static final double MAX_CORRELATION = 0.9;
    private static final int MIN_AFTER_LEVEL = 3; // points, the bend among them

    /**
     * The bend of a line that is level at first, and then rises.
     *
     * @param times ascending
     * @param values at these times
     * @param from the first index that counts
     * @param last the last one
     * @return at the first point, with slope 0, if no line that rises is near
     */
    public static Bend afterLevel(long[] times, long[] values, int from, int last) {
        Bend best = new Sums(times, values, from, last).best(true, from, MIN_AFTER_LEVEL);
        return best == null ? new Bend(from, 0, 0) : best;
    }

    /**
     * The bend of a line that goes straight at first, and then rises faster.
     *
     * @param times ascending
     * @param values at these times
     * @param minAfter points from the bend on, at the least
     * @param factor by which a straight line misses more, at the least
     * @return null if there is none
     */
    public static Bend afterLine(long[] times, long[] values, int minAfter, double factor) {
        if (times.length < minAfter) {
            return null;
        }
        Sums sums = new Sums(times, values, 0, times.length - 1);
        Bend best = sums.best(false, 1, minAfter);
        return best == null || best.missed >= sums.missedByLine() / factor ? null : best;
    }

    /**
     * A bend that is known to be at a point.
     *
     * @param times ascending
     * @param values at these times
     * @param index of the point
     * @param last the last one that counts
     * @return the slope of the line that is nearest to the values from it on
     */
    public static Bend at(long[] times, long[] values, int index, int last) {
        Sums sums = new Sums(times, values, index, last);
        return new Bend(index, sums.tt > 0 ? sums.tx / sums.tt : 0, sums.missedByLine());
    }

    /**
     * One standard error of the slope after the bend, where values that follow each other may be alike.
     *
     * @param times as before
     * @param values as before
     * @param last as before
     * @return 0 if there are too few
     */
    public double slopeError(long[] times, long[] values, int last) {
        int n = last - index + 1;
        Sums sums = new Sums(times, values, index, last);
        double residuals = 0;
        double products = 0;
        double before = 0;
        for (int i = index; i <= last; i++) {
            double residual = values[i] - values[index] - sums.x / n - slope * (times[i] - times[index] - sums.t / n);
            residuals += residual * residual;
            products += residual * before;
            before = residual;
        }
        double alike = residuals == 0 ? 0 : Math.max(0, Math.min(MAX_CORRELATION, products / residuals));
        return n <= 3 ? 0 : Math.sqrt(residuals / (n - 3) / sums.tt * (1 + alike) / (1 - alike));
    }

    /** Sums over times and values, both less the first: of them, and of their products less those of the means. */
    private static final class Sums {
        private final long[] times;
        private final long[] values;
        private final int from;
        private final int last;
        private final double n;
        private final double t;
        private final double x;
        private final double tt;
        private final double tx;
        private final double xx;

        Sums(long[] times, long[] values, int from, int last) {
            this.times = times;
            this.values = values;
            this.from = from;
            this.last = last;
            this.n = last - from + 1.0;
            double sumOfTimes = 0;
            double sum = 0;
            for (int i = from; i <= last; i++) {
                sumOfTimes += time(i);
                sum += value(i);
            }
            double squaresOfTimes = 0;
            double products = 0;
            double squares = 0;
            for (int i = from; i <= last; i++) {
                double time = time(i) - sumOfTimes / n;
                double value = value(i) - sum / n;
                squaresOfTimes += time * time;
                products += time * value;
                squares += value * value;
            }
            this.t = sumOfTimes;
            this.x = sum;
            this.tt = squaresOfTimes;
            this.tx = products;
            this.xx = squares;
        }

        private double time(int i) {
            return (double) (times[i] - times[from]);
        }

        private double value(int i) {
            return (double) (values[i] - values[from]);
        }

        double missedByLine() {
            return Math.max(0, tt > 0 ? xx - tx * tx / tt : xx);
        }

        /** The best bend by sums over all later points, from behind; null if no line with a bend rises after it. */
        Bend best(boolean isLevel, int first, int minAfter) {
            Bend best = null;
            double laterTimes = 0;
            double laterSquares = 0;
            double laterValues = 0;
            double laterProducts = 0;
            for (int i = last; i >= first; i--) {
                double time = time(i);
                int later = last - i + 1;
                laterTimes += time;
                laterSquares += time * time;
                laterValues += value(i);
                laterProducts += time * value(i);
                // With h = max(0, time - that of the bend): the sums of h, h², h t and h x, less those of the means.
                double h = laterTimes - later * time;
                double hh = laterSquares - 2 * time * laterTimes + later * time * time - h * h / n;
                double ht = laterSquares - time * laterTimes - h * t / n;
                double hx = laterProducts - time * laterValues - h * x / n;
                Bend bend = later < minAfter ? null : isLevel ? level(i, hh, hx) : line(i, hh, ht, hx);
                if (bend != null && bend.slope > 0 && (best == null || bend.missed < best.missed)) {
                    best = bend;
                }
            }
            return best;
        }

        private Bend level(int index, double hh, double hx) {
            return hh > 0 && hx > 0 ? new Bend(index, hx / hh, xx - hx * hx / hh) : null;
        }

        /** A line is taken out of all values, and of the time since the bend, and then the bend of the rest. */
        private Bend line(int index, double hh, double ht, double hx) {
            double restOfBend = tt > 0 ? hh - ht * ht / tt : 0;
            double product = tt > 0 ? hx - ht * tx / tt : 0;
            if (restOfBend <= 0 || product <= 0) {
                return null;
            }
            double more = product / restOfBend;
            double before = (tx - more * ht) / tt;
            return new Bend(index, before + more, Math.max(0, missedByLine() - product * more));
        }
    }
}
