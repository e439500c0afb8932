package io.nmt.report.past;

import java.util.HashMap;
import java.util.Map;

/** The last outcome of each kind of command that later readings refer to: one entry for each class. Thread-safe. */
public final class Outcomes {
    private final Map<Class<?>, Record> last = new HashMap<>();

    Outcomes() {}

    /**
     * Keeps an outcome in place of the last of its kind.
     *
     * @param outcome with its time
     */
    public synchronized void keep(Record outcome) {
        last.put(outcome.getClass(), outcome);
    }

    /**
     * The last outcome of a kind.
     *
     * @param <T> its class
     * @param kind the same
     * @return null if there is none
     */
    public synchronized <T extends Record> T last(Class<T> kind) {
        return kind.cast(last.get(kind));
    }
}
