package io.nmt.report.malloc;

import java.util.Collection;
import java.util.List;

/**
 * Several stacks together.
 *
 * @param name what they have in common
 * @param bytes malloced and not freed; 0 or more
 * @param standardErrorBytes of {@code bytes}
 * @param grownBytes by how much that has grown in the time of the profile; negative if it has shrunk
 * @param grownErrorBytes one standard error of that
 * @param blocks not freed
 * @param allocatedBytes malloced in all, freed or not
 * @param samples that were not freed
 * @param stacks the one with most bytes first
 */
public record MallocSum(
        String name,
        long bytes,
        long standardErrorBytes,
        long grownBytes,
        long grownErrorBytes,
        long blocks,
        long allocatedBytes,
        long samples,
        List<MallocStack> stacks) {
    static final int BEYOND_CHANCE_ERRORS = 3; // standard errors
    static final int LEAST_SAMPLES = 10;

    private static final int NEARLY_EXACT_ERRORS = 10;

    /** As it was found: copied. */
    public MallocSum {
        stacks = List.copyOf(stacks);
    }

    static MallocSum of(String name, Collection<MallocStack> stacks) {
        double bytes = 0;
        double variance = 0;
        double grown = 0;
        double grownVariance = 0;
        double blocks = 0;
        double allocated = 0;
        long samples = 0;
        for (MallocStack stack : stacks) {
            bytes += stack.bytes();
            variance += stack.variance();
            grown += stack.grownBytes();
            grownVariance += stack.grownVariance();
            blocks += stack.blocks();
            allocated += stack.allocatedBytes();
            samples += stack.samples();
        }
        List<MallocStack> sorted = stacks.stream()
                .sorted((one, other) -> Double.compare(other.bytes(), one.bytes()))
                .toList();
        return new MallocSum(
                name,
                Math.max(0, Math.round(bytes)),
                Math.round(Math.sqrt(variance)),
                Math.round(grown),
                Math.round(Math.sqrt(grownVariance)),
                Math.max(0, Math.round(blocks)),
                Math.round(allocated),
                samples,
                sorted);
    }

    /**
     * True if there is more than chance explains.
     *
     * @return false also for few samples, of which nothing can be said, unless they are of blocks that are sampled each
     */
    public boolean isSignificant() {
        return isBeyondChance(bytes, standardErrorBytes);
    }

    private boolean isBeyondChance(long value, long error) {
        return value > BEYOND_CHANCE_ERRORS * error
                && (samples >= LEAST_SAMPLES || value > NEARLY_EXACT_ERRORS * error);
    }

    /**
     * True if it has grown by more than chance explains.
     *
     * @return false also for few samples
     */
    public boolean isGrowing() {
        return isBeyondChance(grownBytes, grownErrorBytes);
    }
}
