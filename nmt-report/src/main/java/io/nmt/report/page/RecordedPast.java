package io.nmt.report.page;

import io.nmt.core.model.HandleUsage;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.past.HistoryEvent;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import java.util.List;

/**
 * The past that recordings of a process tell, and what grew in it: the commands on a process would have said the same
 * at the end of the recordings, but for what only a process that lives can be asked. Immutable.
 */
public final class RecordedPast {
    /** The age of old blocks as of a process: a minute, or a third of the time if that is less. */
    public static final long USUAL_AGE = -1;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MOST_OLD_NANOS = 60_000 * NANOS_PER_MILLI;
    private static final int OLD_DIVISOR = 3;

    private final HistoryReading history;
    private final Growth growth;
    private final RecordedResident resident;

    private RecordedPast(HistoryReading history, Growth growth, RecordedResident resident) {
        this.history = history;
        this.growth = growth;
        this.resident = resident;
    }

    /**
     * Judges recordings.
     *
     * @param course that they tell
     * @return as of their end
     */
    public static RecordedPast of(RecordedCourse course) {
        return of(course, 0, USUAL_AGE);
    }

    /**
     * Judges a part of recordings.
     *
     * @param course that they tell
     * @param sinceMillis what is earlier is left out
     * @param oldNanos the age from which on blocks count as old, or {@link #USUAL_AGE}
     * @return as of their end
     */
    public static RecordedPast of(RecordedCourse course, long sinceMillis, long oldNanos) {
        SiteCurves curves = SiteCurves.of(course);
        HistoryReading history = HistoryReading.recorded(
                curves.pointsSince(sinceMillis), curves::site, curves::isMoreThanChance, attachedMillis(course));
        RecordedMemory memory = course.memory();
        List<HandleUsage> handles = memory == null ? List.of() : memory.last().handles();
        long spanNanos = Math.max(0, course.toMillis() - course.fromMillis()) * NANOS_PER_MILLI;
        long age = oldNanos == USUAL_AGE ? Math.min(MOST_OLD_NANOS, spanNanos / OLD_DIVISOR) : oldNanos;
        Growth growth = Growth.recorded(
                curves.lines(history, age),
                () -> curves.wholeLines(memory, history.endMillis()),
                handles,
                course.made(),
                history);
        return new RecordedPast(history, growth, course.resident());
    }

    private static long attachedMillis(RecordedCourse course) {
        return course.marks().stream()
                .filter(mark -> mark.kind().equals(HistoryEvent.Kind.ATTACH.mark()))
                .mapToLong(Mark::millis)
                .findFirst()
                .orElse(HistoryPoint.UNKNOWN);
    }

    /**
     * The memory in use.
     *
     * @return with the figures of lines of code, as far as they are known
     */
    public HistoryReading history() {
        return history;
    }

    /**
     * The lines that grew.
     *
     * @return by the judge of all reports
     */
    public Growth growth() {
        return growth;
    }

    /**
     * All statements: on growth, and on resident memory as of its last reading.
     *
     * @return limits first, then what grows, then what is held
     */
    public List<Statement> statements() {
        return resident.statements(growth.statements());
    }
}
