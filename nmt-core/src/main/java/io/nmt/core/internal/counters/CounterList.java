package io.nmt.core.internal.counters;

import java.util.Arrays;

/**
 * The counters of all threads; those of ended ones are folded into one.
 *
 * <p>Immutable: to change it is to put another one in its place, by one CAS. An error that strikes while that is being
 * made (a full heap, the end of a stack) has changed nothing, and a reader has each thread exactly once.
 */
final class CounterList {
    private static final int FEW_THREADS = 64;

    /** No thread. */
    static final CounterList EMPTY = new CounterList(null, new long[0], 0, 0, 0, 0);

    final Node first;

    /** The words of ended threads, added up: laid out like a thread's, and final. */
    final long[] ended;

    /** Threads that were ever in the list. */
    final long registered;

    /** Threads in the list. */
    final int size;

    private final int sweeps;
    private final long nextSweep;

    private CounterList(Node first, long[] ended, long registered, int size, int sweeps, long nextSweep) {
        this.first = first;
        this.ended = ended;
        this.registered = registered;
        this.size = size;
        this.sweeps = sweeps;
        this.nextSweep = nextSweep;
    }

    /** A thread. */
    static final class Node {
        final ThreadCounters counters;
        final Node next;

        Node(ThreadCounters counters, Node next) {
            this.counters = counters;
            this.next = next;
        }
    }

    CounterList with(ThreadCounters added) {
        return new CounterList(new Node(added, first), ended, registered + 1, size + 1, sweeps, nextSweep);
    }

    /** True if many threads were added since the last sweep, so that ended ones may fill the list. */
    boolean isToBeSwept() {
        return registered > nextSweep;
    }

    /**
     * The list without ended threads.
     *
     * @param owner is told of each; maybe again of the same ones
     */
    CounterList swept(Counters owner) {
        Node kept = null;
        int count = 0;
        long[] sums = ended;
        for (Node node = first; node != null; node = node.next) {
            if (node.counters.entry.ended()) {
                owner.farewell(node.counters);
                sums = sum(sums == ended ? ended.clone() : sums, node.counters.words());
            } else {
                kept = new Node(node.counters, kept);
                count++;
            }
        }
        long next = registered + FEW_THREADS + count;
        return new CounterList(count == size ? first : kept, sums, registered, count, sweeps + 1, next);
    }

    private static long[] sum(long[] sums, long[] words) {
        long[] sum = sums.length < words.length ? Arrays.copyOf(sums, words.length) : sums;
        for (int line = ThreadCounters.WORDS_PER_CATEGORY;
                line < words.length;
                line += ThreadCounters.WORDS_PER_CATEGORY) {
            for (int word = ThreadCounters.ALLOCATED_BYTES; word <= ThreadCounters.FREED_BLOCKS; word++) {
                sum[line + word] += words[line + word];
            }
            sum[line + ThreadCounters.PUBLISHED_BYTES] += ThreadCounters.publishedBytes(words, line);
            sum[line + ThreadCounters.PUBLISHED_BLOCKS] += words[line + ThreadCounters.PUBLISHED_BLOCKS];
        }
        if (words.length > 0) {
            sum[ThreadCounters.UNKNOWN_FREES] += words[ThreadCounters.UNKNOWN_FREES];
            sum[ThreadCounters.UNTRACKED_BLOCKS] += words[ThreadCounters.UNTRACKED_BLOCKS];
        }
        return sum;
    }

    /**
     * A swept list, with the threads that have come since.
     *
     * @param before that was swept
     * @param now what it has become by threads that came
     * @return null if it has been swept, too
     */
    CounterList withThoseSince(CounterList before, CounterList now) {
        if (now.sweeps != before.sweeps) {
            return null;
        }
        CounterList all = this;
        for (Node node = now.first; node != before.first; node = node.next) {
            all = all.with(node.counters);
        }
        return all;
    }

    /** One more than the highest category id that any of them has room for. */
    int ids() {
        int words = ended.length;
        for (Node node = first; node != null; node = node.next) {
            words = Math.max(words, node.counters.words().length);
        }
        return words / ThreadCounters.WORDS_PER_CATEGORY;
    }
}
