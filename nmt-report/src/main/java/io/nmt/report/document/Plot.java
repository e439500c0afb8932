package io.nmt.report.document;

import io.nmt.report.document.Report.Section;
import java.time.Instant;

/**
 * A figure over time as a picture for people. Immutable.
 *
 * @param from the start of that time
 * @param to its end
 * @param curve of bytes
 */
public record Plot(Instant from, Instant to, Curve curve) implements Section {}
