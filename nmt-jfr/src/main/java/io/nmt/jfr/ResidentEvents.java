package io.nmt.jfr;

import io.nmt.core.threads.DetachedThread;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.reading.ResidentReader;
import io.nmt.report.reading.ResidentReading;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.FlightRecorder;

/**
 * The events of resident memory, where the system tells.
 *
 * <p>A reading takes 30 to 70 ms of an idle process, 300 ms the first time, and a second or two where there are
 * thousands of mappings. So it has a thread of its own, that lives for one reading: JFR runs all periodic events on one
 * thread, that also flushes and rotates its files, and all of it would wait. Where a recording ends, the thread that
 * ends it waits for the last reading, or the recording would not have it; but not for long.
 */
final class ResidentEvents {
    private static final AtomicReference<Reading> RUNNING = new AtomicReference<>();

    /** Only to be touched by a reading, of which there is one at a time. */
    private static int readings;

    // A reading that takes long, in a large process, is not begun again too soon.
    private static final int PAUSE_PER_READING = 10;
    private static volatile long notBeforeNanos = System.nanoTime();

    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static volatile long lastTookNanos;
    private static boolean leftOut;

    private ResidentEvents() {}

    /** To be called once, when JFR has started. */
    static void add() {
        if (!ResidentReader.isSupported()) {
            return;
        }
        FlightRecorder.addPeriodicEvent(ResidentMemoryComponent.class, new EventHook() {
            @Override
            void emit() {
                if (System.nanoTime() - notBeforeNanos >= 0
                        && Emission.follow(EventKind.RESIDENT).wants(EventKind.RESIDENT)) {
                    start();
                }
            }
        });
    }

    /** True if a running recording wants them. */
    static boolean areWanted() {
        return ResidentReader.isSupported()
                && RunningRecordings.want(EventKind.RESIDENT)
                && new ResidentMemoryComponent().isEnabled();
    }

    /** Makes a reading, and waits for its events. To be called where a recording ends that wants them. */
    static void emitLast() {
        if (lastTookNanos > LONGEST_WAIT_NANOS || !isThereInTime(start())) {
            tellThatItIsLeftOut();
        }
    }

    private static boolean isThereInTime(Reading reading) {
        long end = System.nanoTime() + LONGEST_WAIT_NANOS;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    if (!reading.done.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                        return false;
                    }
                    // The buffers that the JDK keeps for a thread go with it.
                    TimeUnit.NANOSECONDS.timedJoin(reading.thread, end - System.nanoTime());
                    return true;
                } catch (InterruptedException e) {
                    // The application's thread, which has to see it later.
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static synchronized void tellThatItIsLeftOut() {
        if (!leftOut) {
            leftOut = true;
            System.err.println("nmt: a recording ends without a last reading of resident memory: it needs more than "
                    + TimeUnit.NANOSECONDS.toSeconds(LONGEST_WAIT_NANOS) + " s");
        }
    }

    /** Begins a reading, unless the last one still runs. Returns the one that runs. */
    private static Reading start() {
        Reading reading = new Reading();
        Reading running = RUNNING.compareAndExchange(null, reading);
        if (running != null) {
            return running;
        }
        try {
            reading.thread.start();
        } catch (RuntimeException | Error e) {
            // As many threads as there may be.
            RUNNING.set(null);
            throw e;
        }
        return reading;
    }

    private static final class Reading implements Runnable {
        private final CountDownLatch done = new CountDownLatch(1);
        private final Thread thread = DetachedThread.of("nmt resident memory", this);

        @Override
        public void run() {
            try {
                emit();
            } catch (UnsupportedOperationException e) {
                // As in a JVM without management: there are never any.
            } catch (RuntimeException | Error e) {
                EventHook.countFailure();
            } finally {
                RUNNING.set(null);
                done.countDown();
            }
        }

        private static void emit() {
            ResidentReading reading = FactsEvents.areWanted() ? ResidentReader.readToRecord() : null;
            ResidentMemory memory = reading == null ? ResidentReader.readMemory() : reading.memory();
            lastTookNanos = memory.tookNanos();
            notBeforeNanos = System.nanoTime() + PAUSE_PER_READING * memory.tookNanos();
            // JFR's lock may be with a thread that waits for this: no new look at the recordings.
            if (RunningRecordings.want(EventKind.RESIDENT)) {
                readings++;
                if (reading != null) {
                    FactsEvents.emit(readings, reading);
                }
                ThreadEvents.emitNow();
                LoaderEvents.emitNow();
                HandleEvents.emitNow();
                JvmMemoryEvents.emitNow();
                GrowthEvents.emitNow();
                ResidentEvents.emit(readings, memory);
            }
        }
    }

    static void emit(int number, ResidentMemory memory) {
        for (ResidentLine line : memory.lines()) {
            ResidentMemoryComponent event =
                    event(number, memory, line.component(), line.residentBytes(), line.accuracy());
            event.reserved = line.reservedBytes();
            event.committed = line.committedBytes();
            event.commit();
        }
        event(number, memory, Component.RSS, memory.rssBytes(), Accuracy.EXACT).commit();
    }

    private static ResidentMemoryComponent event(
            int number, ResidentMemory memory, String component, long residentBytes, Accuracy accuracy) {
        ResidentMemoryComponent event = new ResidentMemoryComponent();
        event.reading = number;
        event.component = component;
        event.resident = residentBytes;
        event.accuracy = accuracy.label();
        event.took = memory.tookNanos();
        return event;
    }
}
