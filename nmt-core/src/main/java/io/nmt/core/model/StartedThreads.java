package io.nmt.core.model;

import java.util.Objects;

/**
 * Live platform threads with one pattern of names, which one line of code started. Exact, unless the samples of {@code
 * line} stand for several threads each.
 *
 * @param name that they have; {@code N} stands for numbers that differ, as in {@code pool-N-thread-1}
 * @param count of them
 * @param runnable those that run, or are in native code
 * @param idle those of executors that wait for a task; the others wait for something else
 * @param executors of the class {@code ThreadPoolExecutor}, or of its subclasses, whose threads they are
 * @param openExecutors of these, those that were not shut down
 * @param pooled threads of executors that have several of these threads, and a limit of them
 * @param line of code that started them, with the growth of all that it started; the counts are threads. Null if it is
 *     unknown, as of threads that were started before the agent was attached
 */
public record StartedThreads(
        String name,
        long count,
        long runnable,
        long idle,
        long executors,
        long openExecutors,
        long pooled,
        HandleSite line) {
    /**
     * A group of threads.
     *
     * @throws NullPointerException for no name
     */
    public StartedThreads {
        Objects.requireNonNull(name, "name");
    }

    /**
     * Counts those that are not runnable.
     *
     * @return threads that wait or are blocked, idle ones among them
     */
    public long waiting() {
        return Math.max(0, count - runnable);
    }
}
