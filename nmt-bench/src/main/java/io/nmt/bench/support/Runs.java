package io.nmt.bench.support;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of all runs of each variant. Not thread-safe. */
public final class Runs {
    private final Map<Variant, List<Map<String, Double>>> figures = new LinkedHashMap<>();

    private Runs() {}

    /** Runs a variant once. */
    @FunctionalInterface
    public interface Experiment {
        /**
         * Runs a variant once.
         *
         * @param variant to be run
         * @return its figures by name
         * @throws IOException if it fails
         * @throws InterruptedException if interrupted
         */
        Map<String, Double> run(Variant variant) throws IOException, InterruptedException;
    }

    /**
     * Runs all variants in turn, each round beginning with another one. Says on stderr how far it is.
     *
     * @param title of the comparison, for stderr
     * @param rounds how often each is run
     * @param variants to be compared
     * @param experiment runs one of them once
     * @return all figures
     * @throws IOException if a run fails
     * @throws InterruptedException if interrupted
     */
    public static Runs alternating(String title, int rounds, List<Variant> variants, Experiment experiment)
            throws IOException, InterruptedException {
        Runs runs = new Runs();
        variants.forEach(variant -> runs.figures.put(variant, new ArrayList<>()));
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < variants.size(); i++) {
                Variant variant = variants.get((i + round) % variants.size());
                Map<String, Double> ofRun = experiment.run(variant);
                runs.figures.get(variant).add(ofRun);
                System.err.printf("%s, round %d of %d, %s: %s%n", title, round + 1, rounds, variant.label(), ofRun);
            }
        }
        return runs;
    }

    /**
     * The variants.
     *
     * @return in the order of tables
     */
    public List<Variant> variants() {
        return List.copyOf(figures.keySet());
    }

    /**
     * A figure of every run of a variant.
     *
     * @param variant that was run
     * @param figure its name
     * @return one value per run, in order of the runs
     */
    public double[] all(Variant variant, String figure) {
        return figures.get(variant).stream().mapToDouble(run -> run.get(figure)).toArray();
    }

    /**
     * The median over the runs of a variant.
     *
     * @param variant that was run
     * @param figure its name
     * @return the median
     */
    public double median(Variant variant, String figure) {
        return median(all(variant, figure));
    }

    /**
     * The median.
     *
     * @param values in any order
     * @return the median, the mean of the middle two if their number is even
     */
    public static double median(double... values) {
        return quantile(0.5, values);
    }

    /**
     * A quantile, linear between two values.
     *
     * @param quantile from 0 to 1
     * @param values in any order, at least one
     * @return the quantile
     */
    public static double quantile(double quantile, double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double rank = quantile * (sorted.length - 1);
        int below = (int) rank;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
    }
}
