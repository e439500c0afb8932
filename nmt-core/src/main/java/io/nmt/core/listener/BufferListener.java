package io.nmt.core.listener;

/**
 * Is told of sampled buffers of pools, on the thread that takes them or gives them back, inside a hook: it must not
 * wait. What it throws is caught, and what it allocates itself is not sampled.
 */
public interface BufferListener {
    /**
     * A sampled buffer was taken.
     *
     * @param kind of the pool
     * @param site number of the call site
     * @param number of the sample, of all since the start
     * @param bytes that it takes from its pool
     * @param weight how many buffers of that size the sample stands for, at least 1
     */
    void taken(String kind, int site, long number, long bytes, double weight);

    /**
     * A sampled buffer was given back.
     *
     * @param kind of the pool
     * @param site number of the call site where it was taken
     * @param number as of when it was taken
     * @param bytes that it took from its pool
     * @param weight how many buffers of that size the sample stands for, at least 1
     * @param heldNanos how long ago it was taken
     * @param lastSeenIn the name of the class of what had it last; null if that is not known
     */
    void givenBack(String kind, int site, long number, long bytes, double weight, long heldNanos, String lastSeenIn);
}
