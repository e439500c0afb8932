package io.nmt.jfr;

import io.nmt.core.rss.Accuracy;
import io.nmt.core.rss.Component;
import io.nmt.core.rss.ResidentHistory;
import io.nmt.core.rss.ResidentLine;
import io.nmt.core.rss.ResidentMemory;
import io.nmt.core.threads.DetachedThread;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.FlightRecorder;

/**
 * The events of resident memory, where the system tells.
 *
 * <p>A reading takes 30 to 70 ms of an idle process, 300 ms the first time, and a second or two where there are thousands of
 * mappings. So it has a thread of its own, that lives for one reading: JFR runs all periodic events on one thread, that also
 * flushes and rotates its files, and all of it would wait.
 */
final class ResidentEvents {
    private static final AtomicBoolean READING = new AtomicBoolean();

    /** Only to be touched by who has set {@link #READING}. */
    private static int readings;

    // A reading that takes long, in a large process, is not begun again too soon.
    private static final int LEAST_PAUSE = 10;
    private static volatile long notBeforeNanos = System.nanoTime();

    private ResidentEvents() {}

    /** To be called once, when JFR has started. */
    static void add() {
        if (!ResidentMemory.isSupported()) {
            return;
        }
        FlightRecorder.addPeriodicEvent(ResidentMemoryComponent.class, new Runnable() {
            @Override
            public void run() {
                start();
            }
        });
    }

    /** Begins a reading, unless the last one still runs. */
    private static void start() {
        if (System.nanoTime() - notBeforeNanos < 0 || !READING.compareAndSet(false, true)) {
            return;
        }
        try {
            new DetachedThread("nmt resident memory") {
                @Override
                public void run() {
                    try {
                        emit();
                    } catch (RuntimeException | Error e) {
                        // No /proc, no memory left: there are no events this time. Nobody is there to be told.
                    } finally {
                        READING.set(false);
                    }
                }
            }.start();
        } catch (RuntimeException | Error e) {
            // As many threads as there may be. JFR would write the exception to the application's log.
            READING.set(false);
        }
    }

    private static void emit() {
        ResidentMemory memory = ResidentMemory.read();
        ResidentHistory.add(memory);
        notBeforeNanos = System.nanoTime() + LEAST_PAUSE * memory.tookNanos();
        readings++;
        for (ResidentLine line : memory.lines()) {
            ResidentMemoryComponent event = event(memory, line.component(), line.residentBytes(), line.accuracy());
            event.reserved = line.reservedBytes();
            event.committed = line.committedBytes();
            event.commit();
        }
        event(memory, Component.RSS, memory.rssBytes(), Accuracy.EXACT).commit();
    }

    private static ResidentMemoryComponent event(
            ResidentMemory memory, String component, long residentBytes, Accuracy accuracy) {
        ResidentMemoryComponent event = new ResidentMemoryComponent();
        event.reading = readings;
        event.component = component;
        event.resident = residentBytes;
        event.accuracy = accuracy.label();
        event.took = memory.tookNanos();
        return event;
    }
}
