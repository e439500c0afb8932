package io.nmt.spark.fleet;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A call site in two versions of an application: Welch's test of the hosts' values, which are taken as independent and
 * about normally distributed. Immutable.
 *
 * @param category of its memory; empty for the total
 * @param method that names it; empty for the total
 * @param fromBytes mean of the hosts with the first version
 * @param toBytes mean of the hosts with the second
 * @param marginBytes of the difference: with 95 % probability the true one is within it
 * @param probability that chance alone makes a difference of this size or more, before any correction for how many are
 *     compared
 * @param outliers the one with most excess first
 */
public record SiteComparison(
        String category,
        String method,
        double fromBytes,
        double toBytes,
        double marginBytes,
        double probability,
        List<Outlier> outliers)
        implements Serializable {
    private static final long serialVersionUID = 1;
    private static final double TAIL_PROBABILITY = 0.975;
    private static final double MEDIAN_PERCENT = 50;

    // Of a normal distribution, the standard deviation in median absolute deviations.
    private static final double DEVIATIONS = 1.4826;
    private static final double OUTLYING_DEVIATIONS = 6;
    private static final double LEAST_SHARE = 0.1;
    private static final double LEAST_BYTES = 1 << 20;

    /**
     * Compares.
     *
     * @param category of the site
     * @param method that names it
     * @param from of all hosts with the first version, two or more; those without the site have 0
     * @param to of all hosts with the second, two or more
     * @return the result
     */
    public static SiteComparison of(String category, String method, List<HostValue> from, List<HostValue> to) {
        double[] one = bytes(from);
        double[] other = bytes(to);
        double fromMean = StatUtils.mean(one);
        double toMean = StatUtils.mean(other);
        double fromError = variance(one, from) / one.length;
        double toError = variance(other, to) / other.length;
        double error = Math.sqrt(fromError + toError);
        double difference = Math.abs(toMean - fromMean);
        double margin = 0;
        double probability = difference == 0 ? 1 : 0; // unless values differ among hosts
        if (error > 0) {
            // Welch and Satterthwaite.
            double freedom = Math.pow(fromError + toError, 2)
                    / (fromError * fromError / (one.length - 1) + toError * toError / (other.length - 1));
            TDistribution t = new TDistribution(null, freedom);
            probability = 2 * t.cumulativeProbability(-difference / error);
            margin = t.inverseCumulativeProbability(TAIL_PROBABILITY) * error;
        }
        List<Outlier> outliers = new ArrayList<>(outliers(from));
        outliers.addAll(outliers(to));
        return new SiteComparison(category, method, fromMean, toMean, margin, probability, List.copyOf(outliers));
    }

    double changeBytes() {
        return toBytes - fromBytes;
    }

    boolean isTotal() {
        return method.isEmpty();
    }

    private static double[] bytes(List<HostValue> values) {
        return values.stream().mapToDouble(HostValue::bytes).toArray();
    }

    /** Among hosts, and no less than that of the sampling, which few hosts may show too little of. */
    private static double variance(double[] bytes, List<HostValue> values) {
        double sampling =
                values.stream().mapToDouble(HostValue::variance).average().orElse(0);
        return Math.max(StatUtils.variance(bytes), sampling);
    }

    /** Those far from the median, in deviations as the median one has, of which up to half of the hosts say nothing. */
    private static List<Outlier> outliers(List<HostValue> values) {
        double median = StatUtils.percentile(bytes(values), MEDIAN_PERCENT);
        double deviation = DEVIATIONS
                * StatUtils.percentile(
                        Arrays.stream(bytes(values))
                                .map(bytes -> Math.abs(bytes - median))
                                .toArray(),
                        MEDIAN_PERCENT);
        List<Outlier> outliers = new ArrayList<>();
        for (HostValue value : values) {
            double least = OUTLYING_DEVIATIONS * Math.max(deviation, Math.sqrt(value.variance()));
            double excess = Math.abs(value.bytes() - median);
            if (excess > Math.max(least, Math.max(LEAST_BYTES, LEAST_SHARE * median))) {
                outliers.add(new Outlier(value, median));
            }
        }
        return outliers;
    }
}
