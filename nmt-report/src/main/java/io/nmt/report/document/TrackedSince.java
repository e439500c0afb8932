package io.nmt.report.document;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.LateStart;
import io.nmt.report.model.Ages;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Says of a JVM to which the agent was attached late since when its figures count. Of others it says nothing. */
public final class TrackedSince {
    private TrackedSince() {}

    /**
     * For people.
     *
     * @param coverage of the figures
     * @param now the moment of the figures
     * @return two lines, each ended by a line feed; empty unless tracking began late
     */
    public static String lines(Coverage coverage, Instant now) {
        LateStart start = coverage.lateStart();
        if (start == null) {
            return "";
        }
        String since = "Tracked since ";
        if (start.time() != null) {
            long nanos = Math.max(0, Duration.between(start.time(), now).toNanos());
            since += start.time().truncatedTo(ChronoUnit.SECONDS) + " (" + Ages.format(nanos) + " ago), ";
        }
        String age = start.jvmAgeNanos() == LateStart.UNKNOWN ? "some time" : Ages.format(start.jvmAgeNanos());
        return since + age + " after the JVM's start:\n  older blocks are not in these figures.\n";
    }
}
