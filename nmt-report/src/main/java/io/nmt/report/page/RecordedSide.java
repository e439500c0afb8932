package io.nmt.report.page;

import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import io.nmt.report.document.SampleNotes;
import io.nmt.report.document.TrackedSince;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.Times;
import io.nmt.report.past.HistoryReading;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Judges what recordings tell of some time. */
public final class RecordedSide {
    private final RecordedCourse course;
    private final ZoneId zone;
    private final RecordedPast past;

    private RecordedSide(RecordedCourse course, ZoneId zone) {
        this.course = course;
        this.zone = zone;
        this.past = RecordedPast.of(course);
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
        HistoryReading history = past.history();
        List<Suspect> suspects = Suspect.of(past.growth(), history, new Times(zone, history.endMillis()));
        return new PageSide(
                name,
                course.fromMillis(),
                course.toMillis(),
                history,
                course.marks(),
                last,
                course.samples(),
                sampling(),
                suspects,
                List.of(),
                RecordedCards.of(course, past, zone),
                notes());
    }

    private PageSampling sampling() {
        long interval = course.intervalBytes();
        if (course.samples().rows().isEmpty()) {
            return new PageSampling(PageSampling.NONE, false, noSamples());
        }
        if (course.memory() == null) {
            return new PageSampling(
                    PageSampling.NONE,
                    false,
                    "What async-profiler has recorded of malloc and was not freed, by library: estimates from"
                            + " samples.");
        }
        String note = interval == 1
                ? SampleNotes.EVERY_BLOCK
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
            notes.add("Samples of the same call site are added up if they were allocated and freed within the same "
                    + Scale.group(bucket) + " ms; what lived within these is left out.");
        }
        RecordedMemory memory = course.memory();
        if (memory != null) {
            addCoverage(notes, memory);
        }
        notes.add("Which files are mapped is not recorded: the page of a process tells.");
        return notes;
    }

    private static void addCoverage(List<String> notes, RecordedMemory memory) {
        Snapshot last = memory.last().snapshot();
        String since = TrackedSince.lines(last.coverage(), last.time()).strip().replaceAll("\\s+", " ");
        if (!since.isEmpty()) {
            notes.add(since);
        }
        notes.addAll(last.coverage().sentences());
        if (!memory.completenessKnown()) {
            notes.add("What could not be tracked is not known: the recording has no nmt.NativeMemoryTracking.");
        } else if (last.untrackedBlocks() > 0) {
            notes.add("Blocks that could not be recorded, and are in no figure: " + Scale.group(last.untrackedBlocks())
                    + ".");
        }
        if (memory.failedEmissions() > 0) {
            notes.add("Not all events could be recorded: " + Scale.group(memory.failedEmissions())
                    + " emissions failed, as where the Java heap is full.");
        }
        if (memory.sitesFromSamples()) {
            notes.add("Call sites are added up from the samples: what was allocated before the recording is not in"
                    + " them.");
        } else if (memory.areSitesLate()) {
            notes.add("Call sites are as of " + memory.sitesTime()
                    + ": the recording ends without newer figures, as after a kill.");
        }
    }
}
