package io.nmt.core.listener;

/**
 * Is told of an error for want of memory, by a thread of the tracker: once a minute at the most, and ever more seldom.
 * The error is not changed. Each method returns whether it has taken notice; if not, it is asked again at the next
 * error.
 */
public interface MemoryErrorListener {
    /**
     * Direct buffers have reached their limit.
     *
     * @param error that is thrown
     * @param failing the thread that gets it
     * @return whether it has taken notice
     */
    boolean directLimit(Throwable error, Thread failing);

    /**
     * The system has not given native memory.
     *
     * @param bytes that were asked for
     * @param error that is thrown
     * @param failing the thread that gets it
     * @return whether it has taken notice
     */
    boolean refused(long bytes, Throwable error, Thread failing);

    /**
     * The JVM has made an OutOfMemoryError that ends a thread, or keeps one from being started.
     *
     * @param error that ends the thread, or is thrown on
     * @param failing the thread that gets it
     * @param ofHeap whether it is of the Java heap, and not of a thread
     * @return whether it has taken notice
     */
    boolean failed(OutOfMemoryError error, Thread failing, boolean ofHeap);
}
