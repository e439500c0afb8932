package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Scale;
import io.nmt.report.document.HandleReport;
import io.nmt.report.render.ReportText;

/** Open native handles, for reports that may be written when no heap is left. */
public final class HandleLines {
    private static final int TOP = 10;
    private static final String NOT_LISTED = "\nNative handles are not listed: no memory is left for them.\n";

    private HandleLines() {}

    /**
     * A table. If there is no memory for it, says so: the rest of the report is told all the same.
     *
     * @return an empty line, and lines, each ended by a line feed; nothing if all are closed
     */
    public static String text() {
        try {
            String text = ReportText.of(HandleReport.open(NativeMemory.handles(), TOP), Scale.B);
            return text.isEmpty() ? "" : "\n".concat(text);
        } catch (OutOfMemoryError | LinkageError e) {
            return NOT_LISTED; // the latter, if a class could not be initialised for that reason
        }
    }
}
