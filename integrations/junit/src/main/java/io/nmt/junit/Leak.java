package io.nmt.junit;

import io.nmt.core.model.Site;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A leak at one call site.
 *
 * @param kind of it
 * @param category of blocks; the class of handles; the kind of pool
 * @param site where it was made; null if that is not known
 * @param threads that made it, as far as known
 * @param bytes of it; 0 of handles
 * @param count of blocks, handles or buffers
 * @param collected of handles and buffers: whether the garbage collector has collected their objects
 * @param whose it is
 * @param keptByDesign why it is no leak, as the end of a sentence; else null
 */
record Leak(
        Kind kind,
        String category,
        Site site,
        List<String> threads,
        long bytes,
        long count,
        boolean collected,
        Whose whose,
        String keptByDesign) {
    static final Comparator<Leak> MOST_FIRST = Comparator.comparingLong(Leak::bytes)
            .reversed()
            .thenComparing(Comparator.comparingLong(Leak::count).reversed());

    enum Kind {
        BLOCKS("block"),
        HANDLES("handle"),
        POOLED("buffer");

        private final String one;

        Kind(String one) {
            this.one = one;
        }

        String of(long count) {
            return count == 1 ? one : one + "s";
        }
    }

    enum Whose {
        TEST,
        /** Threads that ran before the test. */
        OTHERS,
        /** Other tests ran at the same time. */
        UNKNOWN
    }

    /** The same with another one's figures and threads. */
    Leak plus(Leak other) {
        Set<String> all = new LinkedHashSet<>(threads);
        all.addAll(other.threads);
        return new Leak(
                kind,
                category,
                site,
                List.copyOf(all),
                bytes + other.bytes,
                count + other.count,
                collected || other.collected,
                whose,
                keptByDesign);
    }

    boolean isJudged(Rules rules) {
        return keptByDesign == null && (whose == Whose.TEST || (whose == Whose.OTHERS && rules.otherThreads()));
    }
}
