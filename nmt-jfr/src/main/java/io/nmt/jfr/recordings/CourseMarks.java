package io.nmt.jfr.recordings;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Amounts;
import io.nmt.report.model.Cause;
import io.nmt.report.page.Mark;
import io.nmt.report.past.HistoryEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Marks on the time line: memory pressure, and collections of the old generation or of the whole heap. */
final class CourseMarks {
    private static final int MOST_MARKS = 250; // of either kind
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final String CONCURRENT_OF_G1 = "G1Old";

    // The names of the JDK's collectors of more than the young generation, or of a generation that has all.
    private static final Set<String> OLD = Set.of(
            CONCURRENT_OF_G1,
            "G1Full",
            "SerialOld",
            "ParallelOld",
            "PSMarkSweep",
            "ConcurrentMarkSweep",
            "Z",
            "ZGC Major",
            "Shenandoah");

    private final List<Mark> pressure = new ArrayList<>();
    private final List<Collection> collections = new ArrayList<>();
    private final List<Long> freeingAll = new ArrayList<>();
    private long old;
    private boolean left;
    private boolean collected;

    private record Collection(long nanos, Mark mark) {}

    void pressure(EventData event) {
        String cause = String.valueOf(event.getString("cause"));
        long usage = event.getLong("usage");
        long limit = event.getLong("limit");
        String text = "Memory pressure (" + cause + "): "
                + (usage <= 0
                        ? "usage unknown"
                        : format(usage) + (limit <= 0 ? "" : " of " + format(limit)) + " in use")
                + (event.getString("largestCategory") == null
                        ? ""
                        : "; largest category: " + event.getString("largestCategory") + ", "
                                + format(event.getLong("largestCategoryBytes")))
                + (event.getString("topSite") == null
                                || event.getString("topSite").isEmpty()
                        ? ""
                        : ", most at " + event.getString("topSite"));
        pressure.add(new Mark(
                event.getStartTime().toEpochMilli(),
                (Cause.of(cause) == Cause.DIRECT ? HistoryEvent.Kind.DIRECT_LIMIT : HistoryEvent.Kind.PRESSURE).mark(),
                text));
    }

    void collection(EventData event) {
        collected = true;
        String name = event.getString("name");
        if (name == null || !OLD.contains(name)) {
            return;
        }
        long millis = event.getStartTime().toEpochMilli();
        old++;
        if (!name.equals(CONCURRENT_OF_G1)) {
            freeingAll.add(millis);
        }
        Duration pauses = event.hasField("sumOfPauses") ? event.getDuration("sumOfPauses") : event.getDuration();
        String text = name + " collection (" + event.getString("cause") + "), paused "
                + pauses.toNanos() / NANOS_PER_MILLI + " ms";
        collections.add(new Collection(pauses.toNanos(), new Mark(millis, "gc", text)));
        if (collections.size() > 2 * MOST_MARKS) {
            keepLongest();
        }
    }

    private void keepLongest() {
        collections.sort(Comparator.comparingLong(Collection::nanos).reversed());
        left |= collections.size() > MOST_MARKS;
        collections
                .subList(Math.min(MOST_MARKS, collections.size()), collections.size())
                .clear();
    }

    /** True if the recording has collections at all. */
    boolean tellsOfCollections() {
        return collected;
    }

    /** Times of collections that free all garbage. */
    List<Long> collectionMillis() {
        return List.copyOf(freeingAll);
    }

    /** The first one first. */
    List<Mark> marks(List<Mark> more) {
        keepLongest();
        List<Mark> all = new ArrayList<>(more);
        all.addAll(pressure.subList(Math.max(0, pressure.size() - MOST_MARKS), pressure.size()));
        collections.forEach(collection -> all.add(collection.mark));
        all.sort(Comparator.comparingLong(Mark::millis));
        return all;
    }

    /** The sentence on marks that were left out; empty if there were none. */
    String leftOut() {
        return left || pressure.size() > MOST_MARKS
                ? "Marks are shown in part: the " + MOST_MARKS + " longest of " + Scale.group(old)
                        + " collections, the last " + MOST_MARKS + " of " + Scale.group(pressure.size())
                        + " reports of memory pressure."
                : "";
    }

    private static String format(long bytes) {
        return Amounts.format(bytes);
    }
}
