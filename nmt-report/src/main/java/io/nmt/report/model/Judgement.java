package io.nmt.report.model;

/**
 * A judgement, and its urgency. Immutable.
 *
 * @param urgency of it
 * @param text a sentence or more
 */
public record Judgement(Urgency urgency, String text) {}
