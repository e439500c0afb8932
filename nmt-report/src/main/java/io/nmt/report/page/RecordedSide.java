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
                last == null ? course.samples() : course.samples().within(last.snapshot()),
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
                    "Blocks of malloc that were not freed, by library, as async-profiler recorded them: estimates "
                            + "from samples.");
        }
        String note = interval == 1
                ? SampleNotes.EVERY_BLOCK
                : "Estimates from samples"
                        + (interval > 1 ? ", one in " + Scale.group(interval) + " bytes on average" : "")
                        + ". The true figure is within three ± in 99 of 100 cases.";
        boolean hasOlder = course.samples().rows().stream().anyMatch(row -> row.allocated() < course.fromMillis());
        note += hasOlder ? "" : " Older blocks are not included.";
        if (course.lostSamples() > 0) {
            note += " Lost samples: " + Scale.group(course.lostSamples()) + ".";
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
            notes.add("Samples of a call site are sums over " + Scale.group(bucket)
                    + " ms, by allocation and free. Blocks freed within these are left out.");
        }
        RecordedMemory memory = course.memory();
        if (memory != null) {
            addCoverage(notes, memory);
        }
        notes.add(
                course.resident().files().isEmpty()
                        ? "Mapped files are not recorded: the page of a process has them."
                        : "Mapped files: 'nmt rss' of this recording shows them.");
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
            notes.add("UNKNOWN coverage: the recording has no nmt.NativeMemoryTracking.");
        } else if (last.untrackedBlocks() > 0) {
            notes.add("Blocks that could not be recorded, and are not in the figures: "
                    + Scale.group(last.untrackedBlocks()) + ".");
        }
        if (memory.failedEmissions() > 0) {
            notes.add("Not all events could be recorded: " + Scale.group(memory.failedEmissions())
                    + " emissions failed, as where the Java heap is full.");
        }
        if (memory.sitesFromSamples()) {
            notes.add("Call sites are sums of samples: blocks from before the recording are not included.");
        } else if (memory.areSitesLate()) {
            notes.add("Call sites are as of " + memory.sitesTime()
                    + ": the recording lacks newer figures, as after a kill.");
        }
    }
}
