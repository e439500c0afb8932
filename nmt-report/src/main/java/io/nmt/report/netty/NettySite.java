package io.nmt.report.netty;

import io.nmt.core.model.Site;

/**
 * Buffers that were allocated at one call site, or chunks that were allocated there and not freed.
 *
 * @param site the calls from the application's own on, under the name of the allocator's class
 * @param tally of them
 */
public record NettySite(Site site, Tally tally) {}
