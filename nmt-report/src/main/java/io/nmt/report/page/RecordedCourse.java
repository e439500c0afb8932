package io.nmt.report.page;

import io.nmt.core.model.Site;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.past.HistoryPoint;
import java.util.List;
import java.util.Map;

/**
 * The course of one process in recordings. Immutable.
 *
 * @param memory the last figures; null if the recording has no events of native memory tracking
 * @param process what it is of
 * @param fromMillis of the first event that is looked at
 * @param toMillis of the last one
 * @param points what was in use, the oldest first, with call sites where the recording has figures of these
 * @param sites of which points have figures, by their number
 * @param marks what happened, the first one first
 * @param samples of blocks
 * @param made threads and class loaders that lived at the end
 * @param intervalBytes from one sample to the next, on average; -1 if that is not recorded
 * @param lostSamples that could not be taken
 * @param cutOff whether a file could not be read to its end
 * @param notes what was left out of this, sentences
 * @param resident where resident memory was at the end
 * @param jvm the JVM's own memory, as last told
 */
public record RecordedCourse(
        RecordedMemory memory,
        PageProcess process,
        long fromMillis,
        long toMillis,
        List<HistoryPoint> points,
        Map<Integer, Site> sites,
        List<Mark> marks,
        SampledBlocks samples,
        MadeReading made,
        long intervalBytes,
        long lostSamples,
        boolean cutOff,
        List<String> notes,
        RecordedResident resident,
        RecordedJvmMemory jvm) {
    /** As it was read: copied. */
    public RecordedCourse {
        points = List.copyOf(points);
        sites = Map.copyOf(sites);
        marks = List.copyOf(marks);
        notes = List.copyOf(notes);
    }

    /**
     * With other samples.
     *
     * @param others in place of these
     * @return another course
     */
    public RecordedCourse withSamples(SampledBlocks others) {
        return new RecordedCourse(
                memory,
                process,
                fromMillis,
                toMillis,
                points,
                sites,
                marks,
                others,
                made,
                intervalBytes,
                lostSamples,
                cutOff,
                notes,
                resident,
                jvm);
    }
}
