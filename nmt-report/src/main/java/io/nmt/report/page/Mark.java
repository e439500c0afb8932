package io.nmt.report.page;

/**
 * Something that happened at a moment. Immutable.
 *
 * @param millis when, since 1970
 * @param kind what: {@code pressure}, {@code direct limit}, {@code gc}, {@code attach}, {@code trim}
 * @param text the same for people, with its figures
 */
public record Mark(long millis, String kind, String text) {}
