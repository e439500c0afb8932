package io.nmt.report.document;

import io.nmt.core.model.Coverage;
import java.time.Instant;

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
        SnapshotJson.appendFields(json, coverage);
        String fields = json.endObject().toString();
        return fields.equals("{}") ? object : object.substring(0, object.lastIndexOf('}')) + ',' + fields.substring(1);
    }
}
