package io.nmt.agent.pressure;

import io.nmt.report.document.JvmReport;
import io.nmt.report.document.Report;
import io.nmt.report.judge.Growth;
import io.nmt.report.leaks.HeapRoom;
import io.nmt.report.model.Statement;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.JvmPast;
import java.util.List;

/**
 * The growth at pressure, judged once for all that a report writes.
 *
 * @param history of the process; a report may be read when there is nothing left to ask
 * @param lastHour of it, to be shown
 * @param growth by all of it
 */
record GrowthEvidence(HistoryReading history, HistoryReading lastHour, Growth growth) {
    private static final long HOUR_MILLIS = 3600_000;

    /** Judges this process, which takes milliseconds. */
    static GrowthEvidence read() {
        HistoryReading history = HistoryReading.left(History.ofProcess(), 0);
        HistoryReading lastHour = HistoryReading.left(History.ofProcess(), History.now() - HOUR_MILLIS);
        return new GrowthEvidence(history, lastHour, Growth.now(history));
    }

    /** The JVM's own memory by the history's last figures: nothing is asked for them. Empty where the heap is full. */
    Report jvm() {
        if (HeapRoom.isShort()) {
            return new Report(List.of());
        }
        return JvmReport.left(JvmPast.last(history), JvmPast.first(history), history.endMillis());
    }

    List<Statement> statements() {
        return growth.statements();
    }
}
