package io.nmt.core.internal.counters;

import java.lang.invoke.VarHandle;

/**
 * The bytes that threads had not published when one of them changed a shared total. It reads each thread before that
 * moment and after it.
 *
 * <p>A thread that has not counted in between had exactly what was found. Of one that has it is only known that it
 * never has less than minus {@link Peaks#PUBLISH_LIMIT_BYTES}. So what is found is never more than the truth, and less
 * by twice that limit at most for each thread that was counting at that very moment.
 */
final class UnpublishedBytes {
    private static final int WORDS = 2; // changes, bytes

    private final CounterList list;
    private final int id;
    private final long[] before;

    /**
     * Looks at all threads, for the first time.
     *
     * @param list of all threads
     * @param id of a category, or 0 for all
     */
    UnpublishedBytes(CounterList list, int id) {
        this.list = list;
        this.id = id;
        this.before = new long[WORDS * list.size];
        int i = 0;
        for (CounterList.Node node = list.first; node != null; node = node.next) {
            before[i] = node.counters.changes(id);
            VarHandle.acquireFence();
            before[i + 1] = node.counters.unpublishedBytes(id);
            i += WORDS;
        }
    }

    /**
     * Looks at all threads again, after that moment.
     *
     * @param now the list of all threads, after that moment
     * @return bytes, of either sign
     */
    long atLeastBytes(CounterList now) {
        long bytes = ofEnded(list, id) - (now.registered - list.registered) * Peaks.PUBLISH_LIMIT_BYTES;
        int i = 0;
        for (CounterList.Node node = list.first; node != null; node = node.next) {
            // Threads that share counters publish all at once.
            if (!node.counters.isShared()) {
                long found = node.counters.unpublishedBytes(id);
                VarHandle.acquireFence();
                boolean unchanged = found == before[i + 1] && node.counters.changes(id) == before[i];
                bytes += unchanged ? Math.max(found, -Peaks.PUBLISH_LIMIT_BYTES) : -Peaks.PUBLISH_LIMIT_BYTES;
            }
            i += WORDS;
        }
        return bytes;
    }

    /**
     * The same bound without heap to look at each thread: each may have minus the limit.
     *
     * @param list of all threads, before that moment
     * @param now the list of all threads, after that moment
     * @param id of a category, or 0 for all
     * @return bytes, never more than the truth
     */
    static long atLeastBytesUnseen(CounterList list, CounterList now, int id) {
        return ofEnded(list, id) - (list.size + now.registered - list.registered) * Peaks.PUBLISH_LIMIT_BYTES;
    }

    private static long ofEnded(CounterList list, int id) {
        long[] sums = list.ended;
        long bytes = 0;
        for (int line = Math.max(1, id) * ThreadCounters.WORDS_PER_CATEGORY;
                line < sums.length;
                line += ThreadCounters.WORDS_PER_CATEGORY) {
            bytes += sums[line + ThreadCounters.ALLOCATED_BYTES]
                    - sums[line + ThreadCounters.FREED_BYTES]
                    - sums[line + ThreadCounters.PUBLISHED_BYTES];
            if (id != 0) {
                break;
            }
        }
        return bytes;
    }

    /** The blocks that are live now, at most. */
    static long liveBlocks(CounterList list, int id) {
        long blocks = liveBlocks(list.ended, id);
        for (CounterList.Node node = list.first; node != null; node = node.next) {
            blocks += liveBlocks(node.counters.words(), id);
        }
        return Math.max(1, blocks);
    }

    private static long liveBlocks(long[] words, int id) {
        long blocks = 0;
        for (int line = Math.max(1, id) * ThreadCounters.WORDS_PER_CATEGORY;
                line < words.length;
                line += ThreadCounters.WORDS_PER_CATEGORY) {
            blocks += ThreadCounters.read(words, line + ThreadCounters.ALLOCATED_BLOCKS)
                    - ThreadCounters.read(words, line + ThreadCounters.FREED_BLOCKS);
            if (id != 0) {
                break;
            }
        }
        return blocks;
    }
}
