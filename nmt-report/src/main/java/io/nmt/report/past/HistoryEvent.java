package io.nmt.report.past;

/**
 * Something that happened, which may explain what comes after it.
 *
 * @param millis when, by the clock of {@link HistoryPoint#millis}
 * @param text what it was, for people
 */
public record HistoryEvent(long millis, String text) {}
