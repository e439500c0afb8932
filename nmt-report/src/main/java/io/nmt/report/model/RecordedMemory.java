package io.nmt.report.model;

import java.time.Duration;
import java.time.Instant;

/**
 * The native memory of a process, from one or several recordings. Immutable.
 *
 * @param begin time of the first event
 * @param end time of the last event
 * @param last the last figures: of each category and of the total, with their peaks; of call sites; of resident memory,
 *     if there is a reading, as there is none in recordings of other systems than Linux or of older agents. Peaks are
 *     those of the process, also from before the recording; where they were not recorded, they are the most of the
 *     recorded figures
 * @param completenessKnown whether the recording says what could not be tracked; if not, those figures of {@code last}
 *     are 0
 * @param sitesTime as of when the sites are: of a process that was killed, the start of its last chunk; {@code end} at
 *     the latest
 * @param sitesFromSamples whether the sites were added up from the samples of the recording, because it has no figures
 *     of sites: what was allocated before it is then not in them
 * @param handlesTime as of when the native handles are: {@code end} at the latest
 * @param cutOff whether a file could not be read to its end
 * @param failedEmissions how often events could not be emitted; 0 where that is not recorded
 */
public record RecordedMemory(
        Instant begin,
        Instant end,
        MemoryReading last,
        boolean completenessKnown,
        Instant sitesTime,
        boolean sitesFromSamples,
        Instant handlesTime,
        boolean cutOff,
        long failedEmissions) {
    // From the figures of sites to the last event of the same emission, at the most.
    private static final Duration ONE_EMISSION = Duration.ofSeconds(2);

    /**
     * Without native handles.
     *
     * @param begin time of the first event
     * @param end time of the last event
     * @param last the last figures
     * @param completenessKnown whether the recording says what could not be tracked
     * @param sitesTime as of when the sites are
     * @param sitesFromSamples whether the sites were added up from the samples of the recording
     * @param cutOff whether a file could not be read to its end
     * @param failedEmissions how often events could not be emitted
     */
    public RecordedMemory(
            Instant begin,
            Instant end,
            MemoryReading last,
            boolean completenessKnown,
            Instant sitesTime,
            boolean sitesFromSamples,
            boolean cutOff,
            long failedEmissions) {
        this(begin, end, last, completenessKnown, sitesTime, sitesFromSamples, end, cutOff, failedEmissions);
    }

    /**
     * Tells whether the call sites are older than the other figures, as after a kill.
     *
     * @return true if more than one emission of events is between {@link #sitesTime} and {@link #end}
     */
    public boolean areSitesLate() {
        return Duration.between(sitesTime, end).compareTo(ONE_EMISSION) > 0;
    }
}
