package io.nmt.agent.history;

import io.nmt.report.judge.Growth;
import io.nmt.report.judge.RecentGrowth;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.Statement;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryEvent;
import java.util.function.Supplier;

/**
 * Runs a full collection, at most so often, where something grows that may be garbage: what it does not free is a leak.
 * Not thread-safe.
 */
final class SettlingCollections {
    /** A collection settles what has grown for so long. */
    static final long GROWN_MILLIS = 60_000;

    private static final long MILLIS_PER_SECOND = 1000;

    private final long everyMillis;
    private final Supplier<Growth> growth;
    private final Runnable collection;
    private long lastMillis;
    private boolean collected;

    /**
     * Looks at a process.
     *
     * @param everyMillis the least time between two collections
     * @param growth judges it; null if nothing is judged
     * @param collection runs it
     */
    SettlingCollections(long everyMillis, Supplier<Growth> growth, Runnable collection) {
        this.everyMillis = everyMillis;
        this.growth = growth;
        this.collection = collection;
    }

    static SettlingCollections ofProcess(long everySeconds) {
        return new SettlingCollections(
                everySeconds * MILLIS_PER_SECOND, RecentGrowth::get, SettlingCollections::collect);
    }

    /** Looks whether a collection is due at a time of the history's clock. */
    void look(long nowMillis) {
        if (collected && nowMillis - lastMillis < everyMillis) {
            return;
        }
        Growth judged = growth.get();
        long since = nowMillis + History.calendarIsAheadMillis() - GROWN_MILLIS;
        if (judged != null
                && judged.statements().stream()
                        .anyMatch(statement ->
                                statement.next() == Statement.Next.UNREACHABLE && statement.sinceMillis() <= since)) {
            collected = true;
            lastMillis = nowMillis;
            collection.run();
        }
    }

    /** The collections that a collector needs at the most until garbage is gone. */
    private static void collect() {
        History.ofProcess()
                .happened(
                        HistoryEvent.Kind.COLLECTION,
                        "a full collection, to settle what may be garbage (option settle)");
        for (int i = WholeHeapCollections.last().needed(); i > 0; i--) {
            System.gc();
        }
    }
}
