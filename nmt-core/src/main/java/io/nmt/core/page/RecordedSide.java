package io.nmt.core.page;

import io.nmt.core.history.HistoryPoint;
import io.nmt.core.history.HistoryReading;
import io.nmt.core.model.MemoryReading;
import io.nmt.core.model.Scale;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Judges what recordings tell of some time. */
public final class RecordedSide {
    private final RecordedCourse course;
    private final ZoneId zone;
    private final SiteCurves curves;
    private final HistoryReading reading;

    private RecordedSide(RecordedCourse course, ZoneId zone) {
        this.course = course;
        this.zone = zone;
        this.curves = SiteCurves.of(course);
        this.reading = HistoryReading.recorded(curves.points(), curves::site, curves::isMoreThanChance);
    }

    /**
     * Makes a side.
     *
     * @param name of the recordings
     * @param course what they tell
     * @param zone of the times in sentences
     * @return with its verdicts
     */
    public static PageSide of(String name, RecordedCourse course, ZoneId zone) {
        return new RecordedSide(course, zone).side(name);
    }

    private PageSide side(String name) {
        MemoryReading last = course.memory() == null ? null : course.memory().last();
        List<Suspect> suspects = curves.suspects(reading, zone);
        return new PageSide(
                name,
                course.fromMillis(),
                course.toMillis(),
                reading,
                course.marks(),
                last,
                course.samples(),
                sampling(),
                suspects,
                List.of(),
                RecordedCards.of(course, reading, zone),
                notes());
    }

    private PageSampling sampling() {
        long interval = course.intervalBytes();
        if (course.samples().rows().isEmpty()) {
            return new PageSampling(PageSampling.NONE, false, noSamples());
        }
        String note = interval == 1
                ? "Every block is recorded: figures are exact."
                : "Estimates from samples"
                        + (interval > 1 ? ", one in " + Scale.group(interval) + " bytes on average" : "")
                        + "; ± is one standard error.";
        note += " What was allocated before the recording is not in them.";
        if (course.lostSamples() > 0) {
            note += " Samples that could not be taken: " + Scale.group(course.lostSamples()) + ".";
        }
        return new PageSampling(course.fromMillis(), interval == 1, note);
    }

    private String noSamples() {
        if (course.memory() == null) {
            return "The recording has no events of native memory tracking, and so no samples.";
        }
        return course.intervalBytes() == 0
                ? "There are no samples: the agent ran with sample=0."
                : "There are no samples: nothing was sampled, or their events were not enabled.";
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>(course.notes());
        long bucket = course.samples().bucketMillis();
        if (bucket > 1) {
            notes.add("Samples of the same call site are added up, if they were allocated and freed within the same "
                    + Scale.group(bucket) + " ms.");
        }
        return notes;
    }

    /** The points that the page shows. */
    List<HistoryPoint> points() {
        return reading.points();
    }
}
