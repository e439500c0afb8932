package io.nmt.report.document;

import io.nmt.report.document.Report.Section;

/**
 * The answer in short, for people alone: it is told again at the end where a terminal has scrolled it away. Immutable.
 *
 * @param lines of it, the most important first
 */
public record Answer(Lines lines) implements Section {}
