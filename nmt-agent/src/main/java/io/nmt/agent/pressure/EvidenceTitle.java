package io.nmt.agent.pressure;

import io.nmt.core.model.Scale;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The first line of a report, by which it is recognised, and who gets an error. */
final class EvidenceTitle {
    private EvidenceTitle() {}

    /** Lines that are each ended by a line feed. */
    static String of(Crossing crossing, Instant time) {
        Scale scale = crossing.scale();
        return time.truncatedTo(ChronoUnit.SECONDS) + ", process "
                + ProcessHandle.current().pid() + ": " + crossing.description() + ": usage "
                + crossing.usageInWords()
                + (crossing.hasLimit()
                        ? ", limit " + scale.format(crossing.limitBytes())
                                + (crossing.isUsageKnown() ? " (" + crossing.percent() + " %)" : "")
                        : "")
                + "\n" + crossing.details();
    }
}
