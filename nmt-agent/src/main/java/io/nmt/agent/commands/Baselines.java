package io.nmt.agent.commands;

import io.nmt.core.NativeMemory;
import io.nmt.core.rss.ResidentMemory;
import io.nmt.core.sites.SiteUsage;
import io.nmt.core.snapshot.Snapshot;
import java.util.List;

/** The moments that users want to compare with: the last two. Thread-safe. */
final class Baselines {
    private static Baseline last;
    private static Baseline previous;

    private Baselines() {}

    /**
     * A moment.
     *
     * @param snapshot of that moment
     * @param sites of that moment
     * @param resident memory of that moment; null where the system does not tell
     * @param nanoTime of {@link System#nanoTime}
     */
    record Baseline(Snapshot snapshot, List<SiteUsage> sites, ResidentMemory resident, long nanoTime) {
        /** Nanoseconds since then. */
        long ageNanos() {
            return System.nanoTime() - nanoTime;
        }
    }

    /** Makes now a baseline. */
    static Baseline take() {
        // First: the first time, to read it takes native memory itself.
        ResidentMemory resident = ResidentChanges.read();
        return take(resident);
    }

    private static synchronized Baseline take(ResidentMemory resident) {
        previous = last;
        last = new Baseline(NativeMemory.snapshot(), NativeMemory.sites(), resident, System.nanoTime());
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
