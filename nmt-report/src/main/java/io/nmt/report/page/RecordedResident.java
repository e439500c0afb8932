package io.nmt.report.page;

import io.nmt.report.judge.ResidentJudge;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.Statement;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.ResidentReading;
import java.util.List;

/**
 * The last reading of resident memory in recordings, beside those of the hour before. Immutable.
 *
 * @param reading as the process has made it; null if the recordings have none, or its lines alone
 * @param earlier other readings, the oldest first
 */
public record RecordedResident(ResidentReading reading, List<ResidentPoint> earlier) {
    /** Recordings without a reading that can be judged. */
    public static final RecordedResident NONE = new RecordedResident(null, List.of());

    /** As it was read: copied. */
    public RecordedResident {
        earlier = List.copyOf(earlier);
    }

    /**
     * The mapped files.
     *
     * @return those with most in memory first; empty if they are not known
     */
    public List<ResidentFile> files() {
        return reading == null ? List.of() : reading.files();
    }

    /** Judges it beside what grows; all of both, in the order of an answer. */
    List<Statement> statements(List<Statement> growth) {
        return reading == null ? growth : ResidentJudge.merged(growth, ResidentJudge.left(reading, earlier, growth));
    }
}
