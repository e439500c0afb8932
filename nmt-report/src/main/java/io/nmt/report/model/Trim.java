package io.nmt.report.model;

/**
 * What came of telling malloc to give back what it keeps free ({@code malloc_trim}): what goes is no leak.
 *
 * @param before the reading before
 * @param after the reading after
 * @param tookNanos to give it back
 */
public record Trim(ResidentMemory before, ResidentMemory after, long tookNanos) {
    /**
     * What was given back.
     *
     * @return bytes of RSS, negative if it has grown meanwhile
     */
    public long givenBackBytes() {
        return before.rssBytes() - after.rssBytes();
    }
}
