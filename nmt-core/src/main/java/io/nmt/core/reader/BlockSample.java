package io.nmt.core.reader;

/**
 * A sampled block, or a sampled buffer of a pool.
 *
 * @param category of the block; of a buffer, the kind of pool
 * @param site number of the call site
 * @param siteName the call that names the site
 * @param threadName of the thread that allocated it
 * @param ageNanos the time since then
 */
public record BlockSample(String category, int site, String siteName, String threadName, long ageNanos) {}
