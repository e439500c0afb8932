package io.nmt.agent.commands;

import io.nmt.core.NativeMemory;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.ResidentMemory;

/** The moments that users want to compare with: the last two. Thread-safe. */
final class Baselines {
    private static Baseline last;
    private static Baseline previous;

    private Baselines() {}

    /**
     * A moment.
     *
     * @param reading of that moment
     * @param nanoTime of {@link System#nanoTime}
     */
    record Baseline(MemoryReading reading, long nanoTime) {
        /** Nanoseconds since then. */
        long ageNanos() {
            return System.nanoTime() - nanoTime;
        }
    }

    /** Makes now a baseline. */
    static Baseline take() {
        // First: the first time, to read it takes native memory itself.
        ResidentMemory resident = ResidentNow.read();
        return take(resident);
    }

    private static synchronized Baseline take(ResidentMemory resident) {
        previous = last;
        last = new Baseline(
                new MemoryReading(NativeMemory.snapshot(), TrackerReader.owners(), resident, NativeMemory.handles()),
                System.nanoTime());
        return last;
    }

    /** The newest, or null. */
    static synchronized Baseline last() {
        return last;
    }

    /** The one before the newest, or null. */
    static synchronized Baseline previous() {
        return previous;
    }
}
