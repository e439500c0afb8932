package io.nmt.report.reading.sources;

/**
 * The addresses of a thread's stack.
 *
 * @param start address of its first byte, which may be within a guard
 * @param end address after its last
 */
public record ThreadStack(long start, long end) {}
