package io.nmt.core.internal.origins;

/**
 * A live block of which the thread that took it and the time are known.
 *
 * @param address where it starts
 * @param bytes its size, as in the figures of its category
 * @param threadId of the thread that took it
 * @param threadName the name that this thread had then
 * @param ageNanos since then, from 0
 */
public record Origin(long address, long bytes, long threadId, String threadName, long ageNanos) {}
