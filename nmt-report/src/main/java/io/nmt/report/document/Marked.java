package io.nmt.report.document;

/**
 * A figure of a {@link Table} with a mark that a line below explains. Immutable.
 *
 * @param figure the figure
 * @param mark shown behind it
 */
public record Marked(long figure, String mark) {}
