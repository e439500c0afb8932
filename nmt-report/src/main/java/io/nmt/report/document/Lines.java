package io.nmt.report.document;

import io.nmt.report.document.Report.Section;

/**
 * Lines for people alone: sentences, and call stacks. Immutable.
 *
 * @param text lines, each ended by a line feed; names in them are {@linkplain SafeText safe}
 */
public record Lines(String text) implements Section {}
