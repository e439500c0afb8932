package io.nmt.cli.top;

import io.nmt.report.top.Listing;

/**
 * A query to a process.
 *
 * @param listing of which the rows are wanted
 * @param stack the key of the site whose stack is wanted; null for none
 * @param withPast whether what was in use before is wanted, too
 */
public record Query(Listing listing, String stack, boolean withPast) {}
