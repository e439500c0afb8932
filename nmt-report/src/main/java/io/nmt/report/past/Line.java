package io.nmt.report.past;

import java.util.Arrays;

/**
 * The line that is nearest to values at 0, 1, 2, ...
 *
 * @param slope of it
 * @param slopeError one standard error of that
 */
record Line(double slope, double slopeError) {
    static Line through(long[] values) {
        int n = values.length;
        double middle = (n - 1) / 2.0;
        double mean = Arrays.stream(values).average().orElse(0);
        double products = 0;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            products += (i - middle) * (values[i] - mean);
            squares += (i - middle) * (i - middle);
        }
        double slope = products / squares;
        double residuals = 0;
        for (int i = 0; i < n; i++) {
            double residual = values[i] - mean - slope * (i - middle);
            residuals += residual * residual;
        }
        return new Line(slope, Math.sqrt(residuals / (n - 2) / squares));
    }
}
