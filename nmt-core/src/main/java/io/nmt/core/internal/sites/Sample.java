package io.nmt.core.internal.sites;

/**
 * The place, thread and age of a sampled block.
 *
 * @param site where it was allocated
 * @param threadName of the thread that did
 * @param ageNanos how long ago that was
 */
public record Sample(CallSite site, String threadName, long ageNanos) {
    /**
     * Reads a record.
     *
     * @param site of the record
     * @param entry a {@link SampleRecord}
     * @return the sample, as of now
     */
    public static Sample of(CallSite site, long entry) {
        return new Sample(
                site,
                ThreadNames.withId(SampleRecord.threadId(entry)),
                (SampleRecord.now() - SampleRecord.time(entry)) * SampleRecord.NANOS_PER_UNIT);
    }
}
