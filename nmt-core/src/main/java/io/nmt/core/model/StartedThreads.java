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
 * @param executors of the class {@code ThreadPoolExecutor}, of its subclasses, or of known libraries, whose threads
 *     they are
 * @param openExecutors of these, those that are not known to be shut down
 * @param pooled threads of executors that have several of these threads, and a limit of them
 * @param line of code that started them, with the growth of all that it started; the counts are threads. Null if it is
 *     unknown, as of threads that were started before the agent was attached
 * @param unseen threads with that pattern beside these, of which no start was seen; counted where tracking began late,
 *     and told once for each pattern
 */
public record StartedThreads(
        String name,
        long count,
        long runnable,
        long idle,
        long executors,
        long openExecutors,
        long pooled,
        HandleSite line,
        long unseen) {
    /**
     * A group of threads.
     *
     * @throws NullPointerException for no name
     */
    public StartedThreads {
        Objects.requireNonNull(name, "name");
    }

    /**
     * A group without unseen threads.
     *
     * @param name as above
     * @param count as above
     * @param runnable as above
     * @param idle as above
     * @param executors as above
     * @param openExecutors as above
     * @param pooled as above
     * @param line as above
     */
    public StartedThreads(
            String name,
            long count,
            long runnable,
            long idle,
            long executors,
            long openExecutors,
            long pooled,
            HandleSite line) {
        this(name, count, runnable, idle, executors, openExecutors, pooled, line, 0);
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
