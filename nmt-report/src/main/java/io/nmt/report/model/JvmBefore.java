package io.nmt.report.model;

/**
 * The JVM's own memory as each part was first read. Immutable.
 *
 * @param nanos from then to now
 * @param first the parts, unknown where they were not read; of compiled code and of the collector, the sums alone
 */
public record JvmBefore(long nanos, JvmReading first) {}
