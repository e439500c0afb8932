package io.nmt.core.internal.sites;

/**
 * The error of an estimate from samples, so that three of it cover the truth in 99 of 100 cases. It is the standard
 * error, and more where that is too little: of few samples, and of large blocks, of which few are missed. Not
 * thread-safe.
 */
final class SampleError {
    /*
     * The bytes that were not sampled are a sum of seldom events, and skew: a block that is missed is missing as a
     * whole. A sample of size x and weight w = 1 / p tells, by the negative binomial distribution, of x (w - 1) that
     * was not sampled, with the variance x² w (w - 1) and the third cumulant x³ w (w - 1) (2 w - 1). The sum is
     * assumed to have a gamma distribution with these cumulants (Pearson's type III), whose quantile is that of
     * Wilson and Hilferty (1931). One more sample is added to those that there are: of a Poisson distribution, the
     * upper bound of the mean is the quantile of as many samples and one (Garwood 1936). It is one of a small block,
     * since these are missed most.
     *
     * The quantile is too low where a block is missed but seldom: then one such block is covered.
     */
    private static final double ERRORS = 3; // cover the truth
    private static final double QUANTILE = 2.576; // of the normal distribution, 99.5 %
    private static final double SELDOM_COUNT = 0.005;

    private double variance;
    private double cubes;
    private double unseen;
    private double heaviest = 1;
    private double largest;

    /** The variance of a sample's estimate (Horvitz and Thompson). */
    static double variance(double size, double weight) {
        return size * size * weight * (weight - 1);
    }

    void add(double size, double weight) {
        double sample = variance(size, weight);
        variance += sample;
        cubes += sample * size * (2 * weight - 1);
        unseen += weight - 1;
        heaviest = Math.max(heaviest, weight);
        largest = Math.max(largest, size);
    }

    void add(SampleError other) {
        variance += other.variance;
        cubes += other.cubes;
        unseen += other.unseen;
        heaviest = Math.max(heaviest, other.heaviest);
        largest = Math.max(largest, other.largest);
    }

    /** The square of one standard error. */
    double variance() {
        return variance;
    }

    /** The error of a sum of bytes, of which one in an interval is sampled. */
    double ofBytes(long intervalBytes) {
        return ofBytes(variance, intervalBytes);
    }

    /** The same of a figure that has another variance, such as a difference. */
    double ofBytes(double varianceOfFigure, long intervalBytes) {
        double interval = (double) intervalBytes;
        // x (w - 1) and its like, for blocks that are much smaller than the interval
        return intervalBytes <= 1 ? 0 : error(varianceOfFigure, interval, interval * interval, 2 * interval);
    }

    /** The error of a difference that may have the largest block more or less. */
    double ofStep(long intervalBytes) {
        return intervalBytes <= 1 ? 0 : largest / ERRORS;
    }

    /** The error of a count; 0 if each object is a sample. */
    double ofCount() {
        return ofCount(variance);
    }

    /** The same of a figure that has another variance. */
    double ofCount(double varianceOfFigure) {
        double more = heaviest - 1;
        return variance == 0 ? 0 : error(varianceOfFigure, more, heaviest * more, 2 * heaviest - 1);
    }

    /** The error, with one more sample: the mean of what it tells of, the variance of that, and its skew step. */
    private double error(double of, double mean, double more, double step) {
        double ofStep = variance == 0 ? step : cubes / variance;
        double all = of + more;
        double deviation = Math.sqrt(all);
        double shape = 4 * all * all * all / Math.pow(of * ofStep + more * step, 2);
        double root = Math.max(0, 1 - 1 / (9 * shape) + QUANTILE / (3 * Math.sqrt(shape)));
        double most = mean + deviation * Math.max(0, shape * root * root * root - shape) / Math.sqrt(shape);
        double block = unseen >= SELDOM_COUNT && of > 0 ? ofStep : 0;
        return Math.max(Math.sqrt(of), Math.max(most, block) / ERRORS);
    }
}
