package io.nmt.report.document;

import java.time.Instant;

/**
 * A part of {@link Lines} that tells a time by the reader's clock, and its zone. Immutable.
 *
 * @param from its start
 * @param to its end
 */
public record Period(Instant from, Instant to) {}
