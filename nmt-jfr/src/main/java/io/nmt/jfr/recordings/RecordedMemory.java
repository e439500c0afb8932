package io.nmt.jfr.recordings;

import io.nmt.core.snapshot.Snapshot;
import java.time.Instant;
import java.util.List;

/**
 * What one or several recordings of a process tell about its native memory. Immutable.
 *
 * @param begin time of the first event
 * @param end time of the last event
 * @param last the last figures of each category and of the total, with their peaks. Peaks are those of the process,
 *     also from before the recording; where they were not recorded, they are the most of the recorded figures
 * @param completenessKnown whether the recording says what could not be tracked; if not, those figures of {@code last}
 *     are 0
 * @param sites by live bytes, the most first
 * @param sitesTime as of when the sites are: of a process that was killed, the start of its last chunk; {@code end} at
 *     the latest
 * @param sitesFromSamples whether the sites were added up from the samples of the recording, because it has no figures
 *     of sites: what was allocated before it is then not in them
 * @param resident the last reading of resident memory; null if there is none, as in recordings of short runs, of other
 *     systems than Linux, or of older agents
 * @param cutOff whether a file could not be read to its end
 * @param failedEmissions how often events could not be emitted; 0 where that is not recorded
 * @param notTracked categories that were not tracked on that system, or not wholly, with commas between them; empty
 *     where there were none, or that is not recorded
 * @param trackedAfterNanos how old the JVM was when the agent was attached to it; 0 if it was there from the start, or
 *     that is not recorded; negative if it came later, but its age was not known
 */
public record RecordedMemory(
        Instant begin,
        Instant end,
        Snapshot last,
        boolean completenessKnown,
        List<RecordedSite> sites,
        Instant sitesTime,
        boolean sitesFromSamples,
        RecordedResident resident,
        boolean cutOff,
        long failedEmissions,
        String notTracked,
        long trackedAfterNanos) {}
