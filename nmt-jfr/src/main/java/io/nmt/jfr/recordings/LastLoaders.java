package io.nmt.jfr.recordings;

import io.nmt.core.model.LoaderKeeper;
import io.nmt.core.model.LoaderKeeper.How;
import io.nmt.core.model.MadeLoaders;
import io.nmt.report.model.GrownEarlier;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.LoaderStats;
import io.nmt.report.model.LoaderStats.OfClass;
import io.nmt.report.model.ThreadReading;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The class loaders of the last emission. */
final class LastLoaders {
    private static final String CATEGORY = "Class Loaders";

    private final LastEmission<Recorded> groups = new LastEmission<>();
    private final LastGrown grown = new LastGrown();

    /** A group, its classes, and the bytes of its metaspace; negative if unknown. */
    private record Recorded(MadeLoaders loaders, long classes, long metaspaceBytes, long usedBytes) {}

    void add(EventData event) {
        String name = event.getString("loaderClass");
        String parent = event.getString("parentClass");
        String topFrame = event.getString("topFrame");
        String stack = event.getString("stack");
        if (name == null || parent == null || topFrame == null || stack == null) {
            return; // JDK 17 may leave a string out of a chunk.
        }
        MadeLoaders loaders = new MadeLoaders(
                name,
                parent,
                event.getLong("live"),
                event.getLong("survivors"),
                keeper(event),
                RecordedFrames.made(event, CATEGORY));
        if (loaders.line().growing()) {
            LoaderReading reading = new LoaderReading(List.of(loaders), null);
            grown.add(
                    List.of(name, stack),
                    new GrownEarlier(
                            ThreadReading.NONE,
                            reading,
                            List.of(),
                            event.getStartTime().toEpochMilli()));
        }
        groups.add(
                event,
                List.of(name, stack),
                new Recorded(loaders, event.getLong("classes"), event.getLong("metaspace"), event.getLong("used")));
    }

    private static LoaderKeeper keeper(EventData event) {
        String threads = event.getString("keptByThreads");
        String keptBy = event.getString("keptBy");
        for (How how : How.values()) {
            if (threads != null && how.name().equals(keptBy)) {
                return new LoaderKeeper(how, event.getLong("keptLoaders"), threads);
            }
        }
        return null;
    }

    Collection<GrownEarlier> grown() {
        return grown.all();
    }

    /** The time of the last emission. */
    Instant time() {
        return groups.time();
    }

    /**
     * The groups with most loaders first.
     *
     * @param atLeast when the last emission of any of our events began, or earlier
     */
    LoaderReading get(Instant atLeast) {
        List<Recorded> last = groups.last(atLeast);
        Map<String, OfClass> classes = new HashMap<>();
        for (Recorded group : last) {
            if (group.metaspaceBytes >= 0 && group.usedBytes >= 0) {
                MadeLoaders made = group.loaders;
                OfClass one =
                        new OfClass(made.count(), Math.max(0, group.classes), 0, group.metaspaceBytes, group.usedBytes);
                classes.merge(made.className(), one, OfClass::plus);
            }
        }
        return new LoaderReading(
                last.stream().map(Recorded::loaders).toList(), classes.isEmpty() ? null : new LoaderStats(0, classes));
    }
}
