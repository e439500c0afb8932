package io.nmt.report.document;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.LateStart;
import io.nmt.core.model.NotTracked;
import java.time.Instant;
import java.util.List;

/** The lines under a table of bytes that say since when its figures count, and which categories they lack. */
public final class CoverageLines {
    private CoverageLines() {}

    /**
     * Writes them.
     *
     * @param coverage of the figures
     * @param now the moment of the figures
     * @return lines, each ended by a line feed; empty where all is tracked from the JVM's start
     */
    public static String of(Coverage coverage, Instant now) {
        StringBuilder text = new StringBuilder(TrackedSince.lines(coverage, now));
        coverage.sentencesOfBytes().forEach(sentence -> text.append(sentence).append('\n'));
        return text.toString();
    }

    /**
     * Builds the same for programs.
     *
     * @param coverage of the figures
     * @return {@code notTracked}, {@code notTrackedWhy} and {@code trackedSince}, as far as there is something to tell
     */
    public static Facts facts(Coverage coverage) {
        List<NotTracked> lacking = coverage.notTracked();
        LateStart start = coverage.lateStart();
        boolean ageKnown = start != null && start.jvmAgeNanos() != LateStart.UNKNOWN;
        return new Facts()
                .add(
                        "notTracked",
                        lacking.isEmpty()
                                ? null
                                : lacking.stream().map(NotTracked::category).toList())
                .add(
                        "notTrackedWhy",
                        lacking.isEmpty()
                                ? null
                                : lacking.stream().map(NotTracked::why).toList())
                .add("trackedSince", start == null ? null : start.time())
                .add("jvmAgeWhenTrackedNanos", ageKnown ? start.jvmAgeNanos() : null);
    }
}
