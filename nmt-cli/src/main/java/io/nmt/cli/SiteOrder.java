package io.nmt.cli;

/** The orders of call sites, named as the user types them. */
enum SiteOrder {
    size,
    count,
    peak,
    age,
    growth
}
