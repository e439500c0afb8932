package io.nmt.core.model;

/**
 * An {@code Inflater} or {@code Deflater} that was not ended.
 *
 * @param bytes about
 * @param ageNanos since it was made, from 0
 * @param threadName of the thread that made it
 */
public record ZipStream(long bytes, long ageNanos, String threadName) {}
