package io.nmt.cli.options;

/** The orders of call sites, named as the user types them. */
public enum SiteOrder {
    size,
    count,
    peak,
    age,
    growth
}
