package io.nmt.jfr.recordings;

import io.nmt.core.model.Site;

/**
 * Bytes that one thread has allocated at one call site, or got there from a pool, while a recording ran, freed or not:
 * an estimate from samples, exact if every block is sampled. Immutable.
 *
 * @param site where it did
 * @param thread its name; null if that is not known
 * @param bytes that it has allocated
 * @param count blocks, or buffers
 */
public record AllocatedBytes(Site site, String thread, long bytes, long count) {}
