package io.nmt.core.model;

/**
 * Live blocks that one thread has taken.
 *
 * @param threadId of the thread
 * @param threadName the name that it had when it took one of them
 * @param bytes of the blocks
 * @param count of the blocks
 */
public record ThreadUsage(long threadId, String threadName, long bytes, long count) {
    /**
     * Both together.
     *
     * @param other of the same thread
     * @return the sums
     */
    public ThreadUsage plus(ThreadUsage other) {
        return new ThreadUsage(threadId, threadName, bytes + other.bytes, count + other.count);
    }
}
