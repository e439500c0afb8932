package io.nmt.jfr;

import io.nmt.core.snapshot.CategoryUsage;
import io.nmt.core.snapshot.Snapshot;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/** Emits the events of native memory tracking while a recording runs. */
public final class NativeMemoryEvents {
    private static final int USAGE = 1;
    private static final int TOTAL = 2;
    private static final int PEAK = 4;
    private static final int TOTAL_PEAK = 8;

    private static final SharedSnapshot SNAPSHOTS = new SharedSnapshot();

    private static boolean registered;

    private NativeMemoryEvents() {}

    /**
     * Makes the events known to JFR as soon as JFR starts, which may be now, later, or never: a periodic event costs 100 ms
     * to register where no recording runs. A second call does nothing.
     */
    public static synchronized void register() {
        if (registered) {
            return;
        }
        registered = true;
        FlightRecorder.addListener(new FlightRecorderListener() {
            @Override
            public void recorderInitialized(FlightRecorder recorder) {
                addEvents();
            }
        });
    }

    // No lambdas: this may run in premain, where the first one costs more than all these classes.

    private static void addEvents() {
        // JFR runs them in this order: who leads an emission comes before who follows.
        FlightRecorder.addPeriodicEvent(NativeMemoryTracking.class, new Runnable() {
            @Override
            public void run() {
                Snapshot snapshot = SNAPSHOTS.lead(USAGE | TOTAL);
                emitTracking(snapshot);
                emitUsage(snapshot);
                emitTotal(snapshot);
            }
        });
        FlightRecorder.addPeriodicEvent(NativeMemoryUsage.class, new Runnable() {
            @Override
            public void run() {
                emitUsage(SNAPSHOTS.lead(USAGE));
            }
        });
        FlightRecorder.addPeriodicEvent(NativeMemoryUsageTotal.class, new Runnable() {
            @Override
            public void run() {
                emitTotal(SNAPSHOTS.follow(TOTAL));
            }
        });
        FlightRecorder.addPeriodicEvent(NativeMemoryUsagePeak.class, new Runnable() {
            @Override
            public void run() {
                emitPeak(SNAPSHOTS.follow(PEAK));
            }
        });
        FlightRecorder.addPeriodicEvent(NativeMemoryUsageTotalPeak.class, new Runnable() {
            @Override
            public void run() {
                emitTotalPeak(SNAPSHOTS.follow(TOTAL_PEAK));
            }
        });
        SiteEvents.add();
        FlightRecorder.register(MemoryPressure.class);
        ResidentEvents.add();
        emitBeginOfRunningChunk();
    }

    /** For recordings that were running when the agent came: their current chunk has begun without these events. */
    private static void emitBeginOfRunningChunk() {
        Snapshot snapshot = SNAPSHOTS.lead(USAGE | TOTAL | PEAK | TOTAL_PEAK);
        emitTracking(snapshot);
        emitUsage(snapshot);
        emitTotal(snapshot);
        emitPeak(snapshot);
        emitTotalPeak(snapshot);
        SiteEvents.emitSites();
    }

    private static void emitUsage(Snapshot snapshot) {
        if (!new NativeMemoryUsage().isEnabled()) {
            return;
        }
        for (CategoryUsage usage : snapshot.categories()) {
            NativeMemoryUsage event = new NativeMemoryUsage();
            event.type = usage.category();
            event.reserved = usage.reserved();
            event.committed = usage.committed();
            event.count = usage.count();
            event.commit();
        }
    }

    private static void emitTotal(Snapshot snapshot) {
        CategoryUsage total = snapshot.total();
        NativeMemoryUsageTotal event = new NativeMemoryUsageTotal();
        event.reserved = total.reserved();
        event.committed = total.committed();
        event.count = total.count();
        event.commit();
    }

    private static void emitPeak(Snapshot snapshot) {
        for (CategoryUsage usage : snapshot.categories()) {
            NativeMemoryUsagePeak event = new NativeMemoryUsagePeak();
            event.type = usage.category();
            event.peakReserved = usage.peakReserved();
            event.peakCommitted = usage.peakCommitted();
            event.countAtPeak = usage.countAtPeak();
            event.commit();
        }
    }

    private static void emitTotalPeak(Snapshot snapshot) {
        CategoryUsage total = snapshot.total();
        NativeMemoryUsageTotalPeak event = new NativeMemoryUsageTotalPeak();
        event.peakReserved = total.peakReserved();
        event.peakCommitted = total.peakCommitted();
        event.countAtPeak = total.countAtPeak();
        event.commit();
    }

    private static void emitTracking(Snapshot snapshot) {
        NativeMemoryTracking event = new NativeMemoryTracking();
        event.untrackedBlocks = snapshot.untrackedBlocks();
        event.unknownFrees = snapshot.unknownFrees();
        event.exactPeaks = snapshot.exactPeaks();
        event.overhead = snapshot.overheadBytes();
        event.commit();
    }
}
