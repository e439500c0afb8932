package io.nmt.jfr.recordings;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.StartedThreads;
import io.nmt.report.model.GrownEarlier;
import io.nmt.report.model.LastStacks;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.ThreadReading;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** The live threads of the last emission. */
final class LastThreads {
    private static final String CATEGORY = "Threads";

    private final LastEmission<Recorded> groups = new LastEmission<>();
    private final LastGrown grown = new LastGrown();

    /** A group, and the bytes of its stacks; negative if unknown. */
    private record Recorded(StartedThreads threads, long stackBytes) {}

    void add(EventData event) {
        String name = event.getString("threadName");
        String topFrame = event.getString("topFrame");
        String stack = event.getString("stack");
        if (name == null || topFrame == null || stack == null) {
            return; // JDK 17 may leave a string out of a chunk.
        }
        HandleSite line = RecordedFrames.made(event, CATEGORY);
        StartedThreads threads = new StartedThreads(
                name,
                event.getLong("live"),
                event.getLong("runnable"),
                event.getLong("idle"),
                event.getLong("executors"),
                event.getLong("openExecutors"),
                event.getLong("pooled"),
                line);
        if (line.growing()) {
            ThreadReading reading = new ThreadReading(List.of(threads), null);
            grown.add(
                    List.of(name, stack),
                    new GrownEarlier(
                            reading,
                            LoaderReading.NONE,
                            List.of(),
                            event.getStartTime().toEpochMilli()));
        }
        groups.add(event, List.of(name, stack), new Recorded(threads, event.getLong("stackBytes")));
    }

    Collection<GrownEarlier> grown() {
        return grown.all();
    }

    /** The time of the last emission. */
    Instant time() {
        return groups.time();
    }

    /**
     * The groups with most threads first.
     *
     * @param atLeast when the last emission of any of our events began, or earlier
     */
    ThreadReading get(Instant atLeast) {
        long threads = 0;
        long stackBytes = 0;
        List<Recorded> last = groups.last(atLeast);
        for (Recorded group : last) {
            threads += group.threads.count();
            stackBytes += group.stackBytes;
        }
        return new ThreadReading(
                last.stream().map(Recorded::threads).toList(),
                stackBytes <= 0 ? null : new LastStacks(0, (int) threads, stackBytes, 0));
    }
}
