package io.nmt.report.past;

/**
 * The point from which on a figure that was level rises.
 *
 * @param index of the point
 * @param slope after it, in bytes a millisecond
 */
record Bend(int index, double slope) {
    private static final double MAX_CORRELATION = 0.9;

    /** The bend of a line that is level at first, and then rises: the one nearest to the values. */
    static Bend of(long[] millis, long[] values, int from, int last) {
        int n = last - from + 1;
        double base = values[from];
        double all = 0;
        double squares = 0;
        for (int i = from; i <= last; i++) {
            all += values[i] - base;
            squares += (values[i] - base) * (values[i] - base);
        }
        // From behind: sums of t, t², x and t x of all later points.
        double t1 = 0;
        double t2 = 0;
        double x1 = 0;
        double tx = 0;
        Bend best = new Bend(from, 0);
        double least = Double.MAX_VALUE;
        for (int i = last; i >= from; i--) {
            double t = millis[i] - millis[from];
            double x = values[i] - base;
            int later = last - i + 1;
            t1 += t;
            t2 += t * t;
            x1 += x;
            tx += t * x;
            // With h = max(0, time - t): the sums of h, h² and h x.
            double h1 = t1 - later * t;
            double h2 = t2 - 2 * t * t1 + later * t * t;
            double hx = tx - t * x1;
            double determinant = n * h2 - h1 * h1;
            if (later > 2 && determinant > 0) {
                double slope = (n * hx - h1 * all) / determinant;
                double level = (all - slope * h1) / n;
                double error = squares - level * all - slope * hx;
                if (slope > 0 && error < least) {
                    least = error;
                    best = new Bend(i, slope);
                }
            }
        }
        return best;
    }

    /** One standard error of the slope after the bend, where values that follow each other may be alike. */
    double slopeError(long[] millis, long[] values, int last) {
        int n = last - index + 1;
        double meanTime = 0;
        double meanValue = 0;
        for (int i = index; i <= last; i++) {
            meanTime += (double) (millis[i] - millis[index]) / n;
            meanValue += (double) (values[i] - values[index]) / n;
        }
        double squares = 0;
        double residuals = 0;
        double products = 0;
        double before = 0;
        for (int i = index; i <= last; i++) {
            double time = millis[i] - millis[index] - meanTime;
            double residual = values[i] - values[index] - meanValue - slope * time;
            squares += time * time;
            residuals += residual * residual;
            products += residual * before;
            before = residual;
        }
        double alike = residuals == 0 ? 0 : Math.max(0, Math.min(MAX_CORRELATION, products / residuals));
        return n <= 3 ? 0 : Math.sqrt(residuals / (n - 3) / squares * (1 + alike) / (1 - alike));
    }
}
