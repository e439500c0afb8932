package io.nmt.jfr;

import io.nmt.core.model.StartedThreads;
import io.nmt.report.model.LastStacks;
import io.nmt.report.model.ThreadReading;
import io.nmt.report.reading.ThreadReader;
import java.util.List;
import jdk.jfr.FlightRecorder;

/** The events of live threads, at every chunk and reading of resident memory: one for each of the largest groups. */
final class ThreadEvents {
    private static final int MOST = 100;
    private static final long UNKNOWN = -1;

    private ThreadEvents() {}

    /** To be called once, when JFR has started. */
    static void add() {
        FlightRecorder.addPeriodicEvent(StartedThreadsEvent.class, new EventHook() {
            @Override
            void emit() {
                emitThreads(Emission.follow(EventKind.THREADS));
            }
        });
    }

    static void emitThreads(Emission emission) {
        if (!emission.wants(EventKind.THREADS)
                || emission.isFirstOfRecording()
                || !new StartedThreadsEvent().isEnabled()) {
            return;
        }
        emit();
    }

    /** Emits them with a reading of resident memory, too: a recording that is killed has none of its last chunk. */
    static void emitNow() {
        if (RunningRecordings.want(EventKind.THREADS) && new StartedThreadsEvent().isEnabled()) {
            emit();
        }
    }

    private static void emit() {
        ThreadReading reading = ThreadReader.now();
        List<StartedThreads> groups = reading.groups();
        LastStacks stacks = reading.stacks();
        int rank = 1;
        for (StartedThreads group : groups.subList(0, Math.min(MOST, groups.size()))) {
            StartedThreadsEvent event = event(group);
            event.rank = rank++;
            event.stackBytes = stacks == null ? UNKNOWN : stacks.residentBytes(group.count());
            event.commit();
        }
    }

    private static StartedThreadsEvent event(StartedThreads group) {
        StartedThreadsEvent event = new StartedThreadsEvent();
        event.threadName = group.name();
        event.live = group.count();
        event.runnable = group.runnable();
        event.idle = group.idle();
        event.executors = group.executors();
        event.openExecutors = group.openExecutors();
        event.pooled = group.pooled();
        event.setLine(group.line());
        return event;
    }
}
