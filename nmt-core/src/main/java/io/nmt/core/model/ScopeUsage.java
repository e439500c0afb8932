package io.nmt.core.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The memory of a named scope, such as a tenant: estimates from samples, exact if every block is sampled.
 *
 * @param names of the scopes around the blocks, of each key the innermost, the outermost key first; none for what is in
 *     no named scope
 * @param liveBytes of its live blocks
 * @param standardErrorBytes of {@code liveBytes}; 0 if exact, {@link #UNKNOWN} if no block of it is sampled and live
 * @param liveCount live blocks
 * @param allocatedBytes that were ever allocated in it, freed ones included; {@link #UNKNOWN} for what is in no scope
 * @param allocatedErrorBytes of {@code allocatedBytes}: its standard error at most; 0 if exact
 * @param oldestAgeNanos how long ago the oldest of the sampled live blocks was allocated; 0 if there are none
 * @param mostAt the call site of most of its live bytes, as {@link Site#label}; empty if it has none
 * @param mostAtBytes live bytes of that site in this scope
 */
public record ScopeUsage(
        List<ScopeName> names,
        long liveBytes,
        long standardErrorBytes,
        long liveCount,
        long allocatedBytes,
        long allocatedErrorBytes,
        long oldestAgeNanos,
        String mostAt,
        long mostAtBytes) {
    /** A figure that is not known. */
    public static final long UNKNOWN = -1;

    /** The name of what is in no named scope. */
    public static final String NO_SCOPE = "(no scope)";

    /** The one with most live bytes first, then the one with most allocated. */
    // No lambda, since recordings read it: the first of its shape makes the JVM throw and catch errors, which JFR
    // counts.
    public static final Comparator<ScopeUsage> MOST_FIRST = new Comparator<>() {
        @Override
        public int compare(ScopeUsage one, ScopeUsage other) {
            int byLive = Long.compare(other.liveBytes, one.liveBytes);
            return byLive != 0 ? byLive : Long.compare(other.allocatedBytes, one.allocatedBytes);
        }
    };

    /** As it was found: copied. */
    public ScopeUsage {
        names = List.copyOf(names);
    }

    /**
     * The names as one text.
     *
     * @return for example {@code tenant=acme, request=42}
     */
    public String name() {
        return names.isEmpty() ? NO_SCOPE : ScopeName.text(names);
    }

    /**
     * Sums scopes by the values of one key.
     *
     * @param usages in any order
     * @param key such as {@code tenant}
     * @return one for each value, and one for what has no such key; the one with most live bytes first
     */
    public static List<ScopeUsage> byKey(List<ScopeUsage> usages, String key) {
        Map<List<ScopeName>, ScopeUsage> sums = new LinkedHashMap<>();
        for (ScopeUsage usage : usages) {
            List<ScopeName> value =
                    usage.names.stream().filter(name -> name.key().equals(key)).toList();
            sums.merge(value, usage.named(value), ScopeUsage::plus);
        }
        List<ScopeUsage> all = new ArrayList<>(sums.values());
        all.sort(MOST_FIRST);
        return all;
    }

    private ScopeUsage named(List<ScopeName> other) {
        return new ScopeUsage(
                other,
                liveBytes,
                standardErrorBytes,
                liveCount,
                allocatedBytes,
                allocatedErrorBytes,
                oldestAgeNanos,
                mostAt,
                mostAtBytes);
    }

    private ScopeUsage plus(ScopeUsage other) {
        boolean known = allocatedBytes != UNKNOWN && other.allocatedBytes != UNKNOWN;
        boolean sameSite = mostAt.equals(other.mostAt);
        boolean more = mostAtBytes >= other.mostAtBytes;
        return new ScopeUsage(
                names,
                liveBytes + other.liveBytes,
                standardErrorBytes == UNKNOWN && other.standardErrorBytes == UNKNOWN
                        ? UNKNOWN
                        : root(standardErrorBytes, other.standardErrorBytes),
                liveCount + other.liveCount,
                known ? allocatedBytes + other.allocatedBytes : UNKNOWN,
                known ? root(allocatedErrorBytes, other.allocatedErrorBytes) : 0,
                Math.max(oldestAgeNanos, other.oldestAgeNanos),
                more ? mostAt : other.mostAt,
                sameSite ? mostAtBytes + other.mostAtBytes : Math.max(mostAtBytes, other.mostAtBytes));
    }

    /** The standard error of a sum of independent estimates. */
    private static long root(long one, long other) {
        return Math.round(Math.hypot((double) Math.max(0, one), (double) Math.max(0, other)));
    }
}
