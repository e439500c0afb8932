package io.nmt.report.model;

/**
 * The package with most compiled code. Immutable.
 *
 * @param packageName its name
 * @param percent of all compiled code
 */
public record CodeOwner(String packageName, long percent) {}
