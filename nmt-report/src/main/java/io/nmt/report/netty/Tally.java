package io.nmt.report.netty;

/**
 * Some buffers, or chunks.
 *
 * @param count of them
 * @param bytes that they have together
 */
public record Tally(long count, long bytes) {}
