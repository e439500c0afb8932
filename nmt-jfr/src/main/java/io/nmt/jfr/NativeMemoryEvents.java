package io.nmt.jfr;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.LateStart;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Snapshot;
import io.nmt.core.reader.EventSource;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;

/**
 * Emits the events of native memory tracking while a recording runs that wants them. Of several copies of this class
 * that share a tracker, such as the agent's and an application's, one emits; the others do nothing. Thread-safe.
 */
public final class NativeMemoryEvents {
    private static boolean registered;
    private static volatile boolean emits;

    private NativeMemoryEvents() {}

    /**
     * Registers as {@link #register()} does. For the agent, whose commands and pressure events need its own copy to
     * emit: it claims the events at its start, also where JFR has not started.
     *
     * @param claimed the result of {@link EventSource#claim}
     */
    public static synchronized void registerFirst(boolean claimed) {
        if (!registered) {
            emits = claimed;
            register();
        }
    }

    /**
     * Makes the events known to JFR as soon as JFR starts, which may be now, later, or never: a periodic event costs
     * 100 ms to register where no recording runs. A second call does nothing. The first copy for which JFR starts
     * emits.
     */
    public static synchronized void register() {
        if (registered) {
            return;
        }
        registered = true;
        FlightRecorder.addListener(new FlightRecorderListener() {
            @Override
            public void recorderInitialized(FlightRecorder recorder) {
                try {
                    // Not before: an application that has loaded the tracker's classes cannot be attached to.
                    emits = emits || EventSource.claim();
                    if (emits) {
                        addEvents(recorder);
                    }
                } catch (RuntimeException | Error e) {
                    // No memory left, or a security manager. This is inside the application's call that has started
                    // JFR.
                    System.err.println("nmt: there are no JFR events: " + e);
                }
            }

            @Override
            public void recordingStateChanged(Recording recording) {
                if (emits) {
                    look();
                }
            }
        });
    }

    private static void look() {
        try {
            RunningRecordings.look(RecorderCall.current());
        } catch (RuntimeException | Error e) {
            EventHook.countFailure();
        }
    }

    // No lambdas: this may run in premain, where the first one costs more than all these classes.

    private static void addEvents(FlightRecorder recorder) {
        RunningRecordings.of(recorder);
        // JFR runs them in this order: the event that leads an emission comes before those that follow.
        FlightRecorder.addPeriodicEvent(NativeMemoryTracking.class, new EventHook() {
            @Override
            void emit() {
                Emission emission = Emission.lead();
                boolean isLast = ResidentEvents.areWanted() && emission.isLastOfRecording();
                if (isLast) {
                    // At one moment: a reading of resident memory takes long, and the application may be ending.
                    emission.snapshot();
                    emission.readSites();
                }
                emitTracking(emission);
                emitUsage(emission);
                emitTotal(emission);
                PoolEvents.emitPools(emission);
                if (isLast) {
                    // Last, since it takes native memory itself.
                    ResidentEvents.emitLast();
                    emission.goesOn();
                }
            }
        });
        FlightRecorder.addPeriodicEvent(NativeMemoryUsage.class, new EventHook() {
            @Override
            void emit() {
                emitUsage(Emission.lead());
            }
        });
        FlightRecorder.addPeriodicEvent(NativeMemoryUsageTotal.class, new EventHook() {
            @Override
            void emit() {
                emitTotal(Emission.follow(EventKind.TOTAL));
            }
        });
        FlightRecorder.addPeriodicEvent(NativeMemoryUsagePeak.class, new EventHook() {
            @Override
            void emit() {
                emitPeak(Emission.follow(EventKind.PEAK));
            }
        });
        FlightRecorder.addPeriodicEvent(NativeMemoryUsageTotalPeak.class, new EventHook() {
            @Override
            void emit() {
                emitTotalPeak(Emission.follow(EventKind.TOTAL_PEAK));
            }
        });
        SiteEvents.add();
        HandleEvents.add();
        ThreadEvents.add();
        LoaderEvents.add();
        PoolEvents.add();
        FlightRecorder.register(MemoryPressure.class);
        FlightRecorder.register(ProcessMemory.class);
        FlightRecorder.register(JvmMemory.class);
        FlightRecorder.register(GrowthEvent.class);
        FlightRecorder.register(ResidentFacts.class);
        FlightRecorder.register(MappedFile.class);
        ResidentEvents.add();
        emitBeginOfRunningChunk();
    }

    /**
     * For recordings that were running when the agent came, whose current chunk has begun without these events; and for
     * one whose events have intervals, in place of the beginning and the end of chunks.
     */
    static void emitBeginOfRunningChunk() {
        new EventHook() {
            @Override
            void emit() {
                Emission emission = Emission.lead();
                emitTracking(emission);
                emitUsage(emission);
                emitTotal(emission);
                emitPeak(emission);
                emitTotalPeak(emission);
                SiteEvents.emitSites(emission);
                SiteEvents.emitScopes(emission);
                HandleEvents.emitHandles(emission);
                ThreadEvents.emitThreads(emission);
                LoaderEvents.emitLoaders(emission);
                PoolEvents.emitPools(emission);
            }
        }.run();
    }

    private static void emitUsage(Emission emission) {
        if (!emission.wants(EventKind.USAGE) || !new NativeMemoryUsage().isEnabled()) {
            return;
        }
        for (CategoryUsage usage : emission.snapshot().categories()) {
            NativeMemoryUsage event = new NativeMemoryUsage();
            event.type = usage.category();
            event.reserved = usage.reserved();
            event.committed = usage.committed();
            event.count = usage.count();
            event.commit();
        }
    }

    private static void emitTotal(Emission emission) {
        if (!emission.wants(EventKind.TOTAL)) {
            return;
        }
        CategoryUsage total = emission.snapshot().total();
        NativeMemoryUsageTotal event = new NativeMemoryUsageTotal();
        event.reserved = total.reserved();
        event.committed = total.committed();
        event.count = total.count();
        event.commit();
    }

    private static void emitPeak(Emission emission) {
        if (!emission.wants(EventKind.PEAK)) {
            return;
        }
        for (CategoryUsage usage : emission.snapshot().categories()) {
            NativeMemoryUsagePeak event = new NativeMemoryUsagePeak();
            event.type = usage.category();
            event.peakReserved = usage.peakReserved();
            event.peakCommitted = usage.peakCommitted();
            event.countAtPeak = usage.countAtPeak();
            event.commit();
        }
    }

    private static void emitTotalPeak(Emission emission) {
        if (!emission.wants(EventKind.TOTAL_PEAK)) {
            return;
        }
        CategoryUsage total = emission.snapshot().total();
        NativeMemoryUsageTotalPeak event = new NativeMemoryUsageTotalPeak();
        event.peakReserved = total.peakReserved();
        event.peakCommitted = total.peakCommitted();
        event.countAtPeak = total.countAtPeak();
        event.commit();
    }

    /** The age of the JVM at a late start; for an unknown one, the value that JFR shows as missing. */
    private static long trackedAfter(LateStart late) {
        if (late == null) {
            return 0;
        }
        return late.jvmAgeNanos() == LateStart.UNKNOWN ? Long.MIN_VALUE : Math.max(1, late.jvmAgeNanos());
    }

    private static void emitTracking(Emission emission) {
        if (!emission.wants(EventKind.TRACKING)) {
            return;
        }
        Snapshot snapshot = emission.snapshot();
        NativeMemoryTracking event = new NativeMemoryTracking();
        event.untrackedBlocks = snapshot.untrackedBlocks();
        event.unknownFrees = snapshot.unknownFrees();
        event.freedElsewhere = snapshot.freedElsewhere();
        event.exactPeaks = snapshot.exactPeaks();
        event.overhead = snapshot.overheadBytes();
        event.failedEmissions = EventHook.failures();
        event.notTracked = snapshot.coverage().notTrackedNames();
        event.notTrackedWhy = snapshot.coverage().notTrackedReasons();
        event.trackedAfter = trackedAfter(snapshot.coverage().lateStart());
        Sampling sampling = NativeMemory.sampling();
        event.samplingInterval = sampling.intervalBytes();
        event.lostSamples = sampling.lostSamples();
        event.commit();
    }
}
