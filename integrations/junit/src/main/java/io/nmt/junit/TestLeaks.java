package io.nmt.junit;

import java.util.List;

/**
 * The leaks of a test.
 *
 * @param all of it, what fails the test first
 * @param rules by which it is judged
 * @param alone whether no other test ran at the same time
 * @param collected whether the JVM has collected garbage, if there was anything left
 * @param settled whether cleaners have ended
 */
record TestLeaks(List<Leak> all, Rules rules, boolean alone, boolean collected, boolean settled) {
    /** The leaks that fail the test. */
    List<Leak> judged() {
        return all.stream().filter(leak -> leak.isJudged(rules)).toList();
    }

    /** The other leaks. */
    List<Leak> others() {
        return all.stream().filter(leak -> !leak.isJudged(rules)).toList();
    }

    boolean fail() {
        return !judged().isEmpty();
    }

    /** A number that differs once some of it is gone. */
    long amount() {
        return judged().stream().mapToLong(leak -> leak.bytes() + leak.count()).sum();
    }
}
