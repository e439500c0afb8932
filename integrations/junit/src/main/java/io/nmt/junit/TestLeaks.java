package io.nmt.junit;

import java.util.List;

/**
 * What a test left behind.
 *
 * @param all of it, what fails the test first
 * @param rules by which it is judged
 * @param alone whether no other test ran at the same time
 * @param collected whether the JVM has collected garbage, if there was anything left
 * @param settled whether cleaners have ended
 */
record TestLeaks(List<Leak> all, Rules rules, boolean alone, boolean collected, boolean settled) {
    /** What fails the test. */
    List<Leak> judged() {
        return all.stream().filter(leak -> leak.isJudged(rules)).toList();
    }

    /** What does not. */
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
