package io.nmt.report.model;

/**
 * What is so, and how urgent that is. Immutable.
 *
 * @param urgency of it
 * @param text a sentence or more
 */
public record Judgement(Urgency urgency, String text) {}
