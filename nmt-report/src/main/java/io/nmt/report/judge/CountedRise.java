package io.nmt.report.judge;

import io.nmt.core.model.HandleSite;
import io.nmt.report.past.HistoryPoint;

/** The start of a rise of what a line of code makes and is counted, such as handles and threads. Pure functions. */
final class CountedRise {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NEAR_MILLIS = 30_000; // the start is known that well
    private static final long AT_ONCE_MILLIS = 5_000;

    private CountedRise() {}

    /**
     * Dates a rise: at the attach where it began about then, and the line made one at once.
     *
     * @param line that grows
     * @param nowMillis the time of its figures, since 1970
     * @param attachedMillis when tracking began late; {@link HistoryPoint#UNKNOWN} if it did not
     */
    static long sinceMillis(HandleSite line, long nowMillis, long attachedMillis) {
        long since = nowMillis - line.growingForNanos() / NANOS_PER_MILLI;
        long oldest = nowMillis - line.oldestAgeNanos() / NANOS_PER_MILLI;
        boolean isFromAttach = attachedMillis != HistoryPoint.UNKNOWN
                && since - attachedMillis <= NEAR_MILLIS
                && oldest - attachedMillis <= AT_ONCE_MILLIS;
        return isFromAttach ? Math.min(since, attachedMillis) : since;
    }
}
