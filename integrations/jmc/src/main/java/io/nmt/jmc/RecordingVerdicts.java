package io.nmt.jmc;

import io.nmt.jfr.recordings.EventData;
import io.nmt.jfr.recordings.RecordingException;
import io.nmt.jfr.recordings.RecordingReader;
import io.nmt.report.model.Judgement;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedVerdicts;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;

/** The verdicts on a recording, which all rules share: each recording is judged once. Thread-safe. */
final class RecordingVerdicts {
    private static final Map<IItemCollection, Optional<RecordedVerdicts>> JUDGED = new WeakHashMap<>();

    private RecordingVerdicts() {}

    /**
     * Judges a recording.
     *
     * @return nothing if it has no events of native memory tracking, or if they are of different processes
     */
    static Optional<RecordedVerdicts> of(IItemCollection items) {
        synchronized (JUDGED) {
            return JUDGED.computeIfAbsent(items, RecordingVerdicts::judge);
        }
    }

    private static Optional<RecordedVerdicts> judge(IItemCollection items) {
        List<EventData> events = new ArrayList<>();
        DirectBufferLimit directLimit = new DirectBufferLimit();
        for (IItemIterable ofOneKind : items) {
            String name = ofOneKind.getType().getIdentifier();
            if (RecordingReader.looksAt(name)) {
                each(ofOneKind, events::add);
            } else if (name.equals(DirectBufferLimit.EVENT)) {
                each(ofOneKind, directLimit::add);
            }
        }
        try {
            RecordedCourse course = RecordingReader.read(events);
            return course == null ? Optional.empty() : Optional.of(verdicts(course, directLimit));
        } catch (RecordingException e) {
            return Optional.empty();
        }
    }

    private static void each(IItemIterable ofOneKind, Consumer<EventData> action) {
        ItemData.Kind kind = new ItemData.Kind(ofOneKind.getType());
        for (IItem item : ofOneKind) {
            action.accept(kind.of(item));
        }
    }

    /** Those of the reports, and what only the JVM's own count of direct buffers tells. */
    private static RecordedVerdicts verdicts(RecordedCourse course, DirectBufferLimit directLimit) {
        ZoneId zone = ZoneId.systemDefault();
        RecordedVerdicts verdicts = RecordedVerdicts.of(course, zone);
        Judgement direct = directLimit.judgement(course.memory().last(), zone);
        if (direct == null) {
            return verdicts;
        }
        List<Judgement> limits = new ArrayList<>(verdicts.limits());
        limits.add(direct);
        return new RecordedVerdicts(
                verdicts.leaks(),
                limits,
                verdicts.untracked(),
                verdicts.pools(),
                verdicts.fragmentation(),
                verdicts.told());
    }
}
