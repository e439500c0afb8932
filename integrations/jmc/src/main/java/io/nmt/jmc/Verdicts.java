package io.nmt.jmc;

import io.nmt.core.page.RecordedCourse;
import io.nmt.core.page.RecordedVerdicts;
import io.nmt.jfr.recordings.CourseReader;
import io.nmt.jfr.recordings.EventData;
import io.nmt.jfr.recordings.RecordingException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;

/** The verdicts on a recording, which all rules share: each recording is judged once. Thread-safe. */
final class Verdicts {
    private static final Map<IItemCollection, Optional<RecordedVerdicts>> JUDGED = new WeakHashMap<>();

    private Verdicts() {}

    /**
     * Judges a recording.
     *
     * @return nothing if it has no events of native memory tracking, or if they are of different processes
     */
    static Optional<RecordedVerdicts> of(IItemCollection items) {
        synchronized (JUDGED) {
            return JUDGED.computeIfAbsent(items, Verdicts::judge);
        }
    }

    private static Optional<RecordedVerdicts> judge(IItemCollection items) {
        List<EventData> events = new ArrayList<>();
        for (IItemIterable ofOneKind : items) {
            if (CourseReader.looksAt(ofOneKind.getType().getIdentifier())) {
                ItemData.Kind kind = new ItemData.Kind(ofOneKind.getType());
                for (IItem item : ofOneKind) {
                    events.add(kind.of(item));
                }
            }
        }
        try {
            RecordedCourse course = CourseReader.read(events);
            return course == null ? Optional.empty() : Optional.of(RecordedVerdicts.of(course, ZoneId.systemDefault()));
        } catch (RecordingException e) {
            return Optional.empty();
        }
    }
}
