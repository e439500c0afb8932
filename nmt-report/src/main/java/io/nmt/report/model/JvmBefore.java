package io.nmt.report.model;

/**
 * The JVM's own memory as it was first read; nulls for what was not. Immutable.
 *
 * @param nanos from then to now
 * @param codeBytes of compiled code
 * @param stringBytes of interned strings
 * @param symbolBytes of symbols
 */
public record JvmBefore(long nanos, Long codeBytes, Long stringBytes, Long symbolBytes) {}
