package io.nmt.report.past;

import java.util.List;

/**
 * The time that a reading of a history is asked for. Immutable.
 *
 * @param isTooShort whether nothing can be told to rise within it, however long the history goes on
 * @param allToldInMillis how much longer it takes until the whole history tells; 0 if it does
 */
record Window(boolean isTooShort, long allToldInMillis) {
    /** All that is known, or as much as is needed. */
    static final Window ALL = new Window(false, 0);

    /** Of what is not earlier than a time. */
    static Window of(History history, long sinceMillis) {
        List<HistoryPoint> all = sinceMillis <= 0 ? List.of() : history.points(0);
        if (all.isEmpty()) {
            return ALL;
        }
        long last = all.get(all.size() - 1).millis();
        return last - sinceMillis >= HistoryReading.DATED_MILLIS
                ? ALL
                : new Window(
                        true,
                        Math.max(
                                0,
                                HistoryReading.DATED_MILLIS - last + all.get(0).millis()));
    }
}
