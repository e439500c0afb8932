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
     * Adds the same to an answer for programs.
     *
     * @param object as JSON
     * @param coverage of its figures
     * @return the object with {@code notTracked}, {@code notTrackedWhy} and {@code trackedSince}, as far as there is
     *     something to tell
     */
    public static String appended(String object, Coverage coverage) {
        Json json = new Json().object();
        ReportJson.append(json, facts(coverage));
        String fields = json.endObject().toString();
        return fields.equals("{}") ? object : object.substring(0, object.lastIndexOf('}')) + ',' + fields.substring(1);
    }

    /** Builds what is not tracked, and since when the rest is, as far as there is something to tell. */
    static Facts facts(Coverage coverage) {
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
