package io.nmt.report.model;

/**
 * The effect of {@code malloc_trim}, which returns free memory to the system: memory that goes is no leak.
 *
 * @param before the reading before
 * @param after the reading after
 * @param tookNanos to give it back
 */
public record Trim(ResidentMemory before, ResidentMemory after, long tookNanos) {
    /**
     * Bytes that were returned.
     *
     * @return bytes of RSS, negative if it has grown meanwhile
     */
    public long givenBackBytes() {
        return before.rssBytes() - after.rssBytes();
    }
}
