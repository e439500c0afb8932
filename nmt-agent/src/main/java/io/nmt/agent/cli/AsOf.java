package io.nmt.agent.cli;

import io.nmt.core.report.Ages;
import io.nmt.jfr.recordings.RecordedMemory;
import java.time.Duration;
import java.time.Instant;

/** Says of figures that are older than the others of a recording as of when they are. */
final class AsOf {
    // From the figures of sites, or of resident memory, to the last event of the same emission.
    private static final long NOT_LONG_NANOS = Duration.ofSeconds(2).toNanos();

    private AsOf() {}

    static void appendSites(StringBuilder text, String what, RecordedMemory memory) {
        append(text, what + " are", memory.sitesTime(), memory.end());
    }

    /** Says, too, where there are none at all. */
    static void appendResident(StringBuilder text, String recording, RecordedMemory memory) {
        if (memory.resident() == null) {
            text.append('\n')
                    .append(recording)
                    .append(
                            " has no reading of resident memory: there is one at the end of a recording, on Linux, unless the"
                                    + " process is killed.\n");
        } else {
            append(
                    text,
                    recording + "'s reading of resident memory is",
                    memory.resident().time(),
                    memory.end());
        }
    }

    private static void append(StringBuilder text, String what, Instant time, Instant end) {
        long lateNanos = Duration.between(time, end).toNanos();
        if (lateNanos > NOT_LONG_NANOS) {
            text.append(what).append(" as of ").append(time).append(", ");
            text.append(Ages.format(lateNanos))
                    .append(" before the recording's end: it ends without newer figures, as after a kill.\n");
        }
    }
}
