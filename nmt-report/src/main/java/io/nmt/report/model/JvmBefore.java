package io.nmt.report.model;

/**
 * The JVM's own memory as each part was read at an earlier time. Immutable.
 *
 * @param nanos from then to now
 * @param first the parts as they were read then, unknown where they were not; of compiled code and of the collector,
 *     the sums alone
 */
public record JvmBefore(long nanos, JvmReading first) {}
