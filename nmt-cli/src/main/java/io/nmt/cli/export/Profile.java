package io.nmt.cli.export;

import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.jfr.recordings.RecordedProfile;
import io.nmt.report.document.SafeText;
import io.nmt.report.document.SampleNotes;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** A profile of call stacks: live memory of a process, and of a recording also allocations. Immutable. */
public final class Profile {
    /** The address of the description of formats. */
    static final String DOCUMENTATION = "https://github.com/nmt-project/nmt/blob/main/docs/export.md";

    private static final long EXACT = 1;

    private final String name;
    private final Instant time;
    private final Duration duration;
    private final long intervalBytes;
    private final List<String> notes = new ArrayList<>();
    private final List<SampleType> types;
    private final List<ProfileRow> rows = new ArrayList<>();

    private Profile(String name, Instant time, Duration duration, long intervalBytes, List<SampleType> types) {
        this.name = SafeText.line(name);
        this.time = time;
        this.duration = duration;
        this.intervalBytes = intervalBytes;
        this.types = types;
    }

    /**
     * The profile of a process.
     *
     * @param name of the process
     * @param time when it was asked
     * @param live by call site, of pools those who have taken buffers
     * @param intervalBytes from one sample to the next, on average; 1 if every block is sampled
     * @param lostSamples that could not be taken
     * @return its profile, without what was allocated and freed, which a process does not keep
     */
    public static Profile of(String name, Instant time, List<SiteUsage> live, long intervalBytes, long lostSamples) {
        List<SampleType> types = List.of(SampleType.INUSE_OBJECTS, SampleType.INUSE_SPACE);
        Profile profile = new Profile(name, time, Duration.ZERO, intervalBytes, types);
        live.forEach(usage -> profile.rows.add(ProfileRow.inUse(usage)));
        profile.notes.add("Native memory of " + profile.name + " that was live at " + time + ".");
        profile.addNotes(lostSamples);
        return profile;
    }

    /**
     * The profile of a recording.
     *
     * @param name of the recording
     * @param recorded what it tells
     * @return its profile; without what was allocated if the recording has no samples
     */
    public static Profile of(String name, RecordedProfile recorded) {
        Instant begin = recorded.memory().begin();
        Instant end = recorded.memory().end();
        boolean withAllocations = !recorded.allocated().isEmpty();
        List<SampleType> types = withAllocations
                ? List.of(SampleType.values())
                : List.of(SampleType.INUSE_OBJECTS, SampleType.INUSE_SPACE);
        Profile profile = new Profile(name, begin, Duration.between(begin, end), recorded.intervalBytes(), types);
        for (SiteUsage usage : recorded.memory().last().owners()) {
            profile.rows.add(ProfileRow.inUse(usage));
        }
        recorded.allocated().forEach(allocated -> profile.rows.add(ProfileRow.allocated(allocated)));
        profile.notes.add(
                "Native memory by the flight recording " + profile.name + ", from " + begin + " to " + end + ".");
        profile.notes.add("inuse: live at " + recorded.memory().sitesTime() + ", "
                + (recorded.memory().sitesFromSamples()
                        ? "of what was allocated while the recording ran."
                        : "of the call sites that held most, also what was allocated before the recording."));
        if (withAllocations) {
            profile.notes.add("alloc: allocated while the recording ran, freed since or not.");
        }
        profile.addNotes(0);
        return profile;
    }

    private void addNotes(long lostSamples) {
        if (intervalBytes == EXACT) {
            notes.add(SampleNotes.EVERY_BLOCK);
        } else if (intervalBytes > 0) {
            String interval = Scale.group(intervalBytes);
            notes.add("Estimates from samples, one in " + interval
                    + " bytes on average, each weighted by the bytes that"
                    + " it represents. One standard error of X live bytes is at most the square root of X * " + interval
                    + ".");
        } else {
            notes.add("Estimates from samples.");
        }
        if (lostSamples > 0) {
            notes.add("Lost samples: " + Scale.group(lostSamples) + ".");
        }
        if (rows.stream().anyMatch(row -> "buffers".equals(row.labels().get(ProfileRow.POOL)))) {
            notes.add("Pools are by the call sites of their buffers, not of their chunks: each byte is in one stack.");
        }
    }

    /**
     * True if there is nothing to write.
     *
     * @return true if no call site is known
     */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    String name() {
        return name;
    }

    /** Since 1970. */
    long timeNanos() {
        return ChronoUnit.NANOS.between(Instant.EPOCH, time);
    }

    Duration duration() {
        return duration;
    }

    /** From one sample to the next; 1 if every block is sampled, 0 if it is not known. */
    long intervalBytes() {
        return Math.max(0, intervalBytes);
    }

    List<String> notes() {
        return notes;
    }

    List<SampleType> types() {
        return types;
    }

    List<ProfileRow> rows() {
        return rows;
    }
}
