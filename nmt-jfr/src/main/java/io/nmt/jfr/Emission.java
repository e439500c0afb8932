package io.nmt.jfr;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.ScopeUsage;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.core.reader.TrackerReader;
import java.lang.ref.WeakReference;
import java.util.List;

/**
 * Gives all events of one emission the same snapshot, if a recording wants them. JFR runs the hooks of an emission one
 * after the other on one thread, but does not say which belong together. So one kind of event leads, which always
 * begins a new emission, and the others follow, each kind once, if they come on the same thread and soon.
 *
 * <p>Not to be shared between threads. Holds no lock: to look at the recordings takes that of JFR.
 */
final class Emission {
    /** Longer than a hook takes on a busy machine, shorter than any period that makes sense. */
    private static final long SOON_NANOS = 100_000_000;

    private static volatile Emission last;

    private final WeakReference<Thread> thread = new WeakReference<>(Thread.currentThread());
    private final RecorderCall call = RecorderCall.current();
    private final int wanted = RunningRecordings.look(call);
    private long usedAtNanos = System.nanoTime();
    private int usedBy;
    private Snapshot snapshot;
    private List<SiteUsage> sites;
    private List<ScopeUsage> scopes;

    private Emission() {}

    /** Begins one. */
    static Emission lead() {
        Emission emission = new Emission();
        last = emission;
        return emission;
    }

    /**
     * Joins one, or begins one if there is none to join.
     *
     * @param kind of the events that follow
     */
    static Emission follow(EventKind kind) {
        Emission joined = last;
        if (joined == null
                || joined.thread.get() != Thread.currentThread()
                || System.nanoTime() - joined.usedAtNanos > SOON_NANOS
                || (joined.usedBy & kind.bit()) != 0) {
            return lead();
        }
        return joined;
    }

    /**
     * True if events of a kind are wanted. They count as emitted.
     *
     * @param kind of the events that follow
     */
    boolean wants(EventKind kind) {
        usedBy |= kind.bit();
        return (wanted & kind.bit()) != 0;
    }

    /**
     * True if a slow event should be emitted now, because it would be too late afterwards: the recording ends, and the
     * waiting code is no program with recordings of its own beside one that wants our events.
     */
    boolean isLastOfRecording() {
        return call.endsChunk() && (call.isAskedForByUser() || (wanted & RunningRecordings.OTHERS) == 0);
    }

    /** True if a recording starts, for which the application's start may wait. */
    boolean isFirstOfRecording() {
        return call.starts();
    }

    /** The figures of this emission. */
    Snapshot snapshot() {
        if (snapshot == null) {
            TrackerReader.checkHooks(false);
            snapshot = NativeMemory.snapshot();
        }
        goesOn();
        return snapshot;
    }

    /** Says that what follows soon is of this emission, however long it has taken until now. */
    void goesOn() {
        usedAtNanos = System.nanoTime();
    }

    /** Reads call sites and named scopes now, for events that follow. */
    void readSites() {
        sites = (wanted & EventKind.SITE.bit()) == 0 ? null : NativeMemory.sites();
        scopes = (wanted & EventKind.SCOPE.bit()) == 0 ? null : NativeMemory.scopes();
    }

    /** The named scopes of this emission; as of now if they were not read before. */
    List<ScopeUsage> scopes() {
        return scopes == null ? NativeMemory.scopes() : scopes;
    }

    /** The call sites of this emission; as of now if they were not read before. */
    List<SiteUsage> sites() {
        return sites == null ? NativeMemory.sites() : sites;
    }
}
