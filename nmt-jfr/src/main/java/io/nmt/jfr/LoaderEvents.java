package io.nmt.jfr;

import io.nmt.core.model.LoaderKeeper;
import io.nmt.core.model.MadeLoaders;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.LoaderStats.OfClass;
import io.nmt.report.reading.LoaderReader;
import java.util.List;
import jdk.jfr.FlightRecorder;

/** The events of class loaders, at every chunk and reading of resident memory: one for each of the largest groups. */
final class LoaderEvents {
    private static final int MOST = 100;
    private static final long UNKNOWN = -1;

    private LoaderEvents() {}

    /** To be called once, when JFR has started. */
    static void add() {
        FlightRecorder.addPeriodicEvent(ClassLoadersEvent.class, new EventHook() {
            @Override
            void emit() {
                emitLoaders(Emission.follow(EventKind.LOADERS));
            }
        });
    }

    static void emitLoaders(Emission emission) {
        if (emission.wants(EventKind.LOADERS)
                && !emission.isFirstOfRecording()
                && new ClassLoadersEvent().isEnabled()) {
            emit();
        }
    }

    /** Emits them with a reading of resident memory, too: a recording that is killed has none of its last chunk. */
    static void emitNow() {
        if (RunningRecordings.want(EventKind.LOADERS) && new ClassLoadersEvent().isEnabled()) {
            emit();
        }
    }

    private static void emit() {
        long count = TrackerReader.loaderCount() + TrackerReader.hiddenClassCount();
        if (count < MadeLoaders.MIN_LOADERS || !areMany(TrackerReader.loaders(false, -1))) {
            return; // nothing more is loaded for them
        }
        LoaderReading reading = LoaderReader.now();
        List<MadeLoaders> groups = reading.groups();
        int rank = 1;
        for (MadeLoaders group : groups.subList(0, Math.min(MOST, groups.size()))) {
            if (!group.isMany((double) group.count())) {
                continue;
            }
            ClassLoadersEvent event = event(reading, group);
            event.rank = rank++;
            event.commit();
        }
    }

    private static boolean areMany(List<MadeLoaders> groups) {
        for (MadeLoaders group : groups) {
            if (group.isMany((double) group.count())) {
                return true;
            }
        }
        return false;
    }

    private static ClassLoadersEvent event(LoaderReading reading, MadeLoaders group) {
        LoaderKeeper keeper = group.keeper();
        OfClass part = reading.part(group);
        ClassLoadersEvent event = new ClassLoadersEvent();
        event.loaderClass = group.className();
        event.parentClass = group.parent();
        event.live = group.count();
        event.classes = part == null ? UNKNOWN : part.loadedClasses();
        event.survivors = group.survivors();
        event.metaspace = reading.metaspaceBytes(group);
        event.used = reading.usedBytes(group);
        event.keptBy = keeper == null ? "" : keeper.how().name();
        event.keptLoaders = keeper == null ? 0 : keeper.loaders();
        event.keptByThreads = keeper == null ? "" : keeper.threads();
        event.setLine(group.line());
        return event;
    }
}
