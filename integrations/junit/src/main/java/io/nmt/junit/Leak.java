package io.nmt.junit;

import io.nmt.core.model.Site;
import java.util.List;

/**
 * What was left, at one call site.
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
        /** Of threads that ran before it. */
        OTHERS,
        /** Other tests ran at the same time. */
        UNKNOWN
    }

    boolean isJudged(Rules rules) {
        return keptByDesign == null && (whose == Whose.TEST || (whose == Whose.OTHERS && rules.otherThreads()));
    }
}
