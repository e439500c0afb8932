package io.nmt.report.malloc;

import io.nmt.core.model.Site;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Memory that a process has malloced in a time and not freed in it. Older memory is in none of these figures, nor frees
 * of it, unless the allocator itself tells. Immutable.
 *
 * @param begin of the time
 * @param end of the time
 * @param intervalBytes the mean bytes between two samples
 * @param samples all that were taken, freed or not
 * @param frees that were recorded; 0 where the profiler was told to leave them out, so that all that was malloced looks
 *     not freed
 * @param lostShare of samples and frees that the profiler had to drop, for which the figures are corrected, from 0 to
 *     1; negative if it is not known, and they are not
 * @param cutOff whether a recording could not be read to its end
 * @param live whether it is the profile of all that is live, as the allocator's own is: then also what was malloced
 *     before is in it, and what was freed has been taken off
 * @param stacks without what the tracker knows
 * @param tracked what the tracker knows: blocks of Java code; null if it was not asked
 */
public record MallocProfile(
        Instant begin,
        Instant end,
        long intervalBytes,
        long samples,
        long frees,
        double lostShare,
        boolean cutOff,
        boolean live,
        List<MallocStack> stacks,
        MallocSum tracked) {
    /** The JVM's own library. */
    public static final String JVM = "libjvm.so";

    /** In place of a library: what Java code takes by {@code Unsafe}, direct buffers and arenas included. */
    public static final String UNSAFE = "Java code (Unsafe)";

    /** As it was found: copied. */
    public MallocProfile {
        stacks = List.copyOf(stacks);
    }

    /**
     * A sum of the stacks that the tracker knows.
     *
     * @param stacks of blocks of Java code
     * @return what they have together
     */
    public static MallocSum tracked(List<MallocStack> stacks) {
        return MallocSum.of("tracked", stacks);
    }

    /**
     * For how long the process was observed.
     *
     * @return nanoseconds, more than 0
     */
    public long nanos() {
        return Math.max(1, Duration.between(begin, end).toNanos());
    }

    /**
     * All stacks.
     *
     * @return their sum
     */
    public MallocSum total() {
        return MallocSum.of("all", stacks);
    }

    /**
     * By library.
     *
     * @return the one with most bytes first
     */
    public List<MallocSum> libraries() {
        return group(MallocStack::library);
    }

    /**
     * By Java call site, of each library apart.
     *
     * @return the one with most bytes first; its name is the call's, empty where no Java code is below
     */
    public List<MallocSum> sites() {
        Map<List<String>, List<MallocStack>> groups = new LinkedHashMap<>();
        for (MallocStack stack : stacks) {
            groups.computeIfAbsent(List.of(stack.library(), nameOf(stack.site())), key -> new ArrayList<>())
                    .add(stack);
        }
        List<MallocSum> sums = new ArrayList<>();
        groups.forEach((key, members) -> sums.add(MallocSum.of(key.get(1), members)));
        return sorted(sums);
    }

    private static String nameOf(Site site) {
        return site.leading() == null ? "" : site.leading().toString();
    }

    private List<MallocSum> group(Function<MallocStack, String> name) {
        Map<String, List<MallocStack>> groups = new LinkedHashMap<>();
        for (MallocStack stack : stacks) {
            groups.computeIfAbsent(name.apply(stack), key -> new ArrayList<>()).add(stack);
        }
        List<MallocSum> sums = new ArrayList<>();
        groups.forEach((key, members) -> sums.add(MallocSum.of(key, members)));
        return sorted(sums);
    }

    private static List<MallocSum> sorted(List<MallocSum> sums) {
        sums.sort(Comparator.comparingLong(MallocSum::bytes)
                .thenComparingLong(MallocSum::allocatedBytes)
                .reversed());
        return List.copyOf(sums);
    }
}
