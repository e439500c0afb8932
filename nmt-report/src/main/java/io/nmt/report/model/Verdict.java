package io.nmt.report.model;

/**
 * What a reading means, for people.
 *
 * @param component which line it is about
 * @param bytes that it explains
 * @param finding what is so, with its figures
 * @param nextStep what to do about it
 */
public record Verdict(String component, long bytes, String finding, String nextStep) {}
