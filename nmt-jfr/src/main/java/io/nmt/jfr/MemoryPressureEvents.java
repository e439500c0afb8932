package io.nmt.jfr;

import jdk.jfr.FlightRecorder;

/** Emits the event that tells of memory pressure. */
public final class MemoryPressureEvents {
    private MemoryPressureEvents() {}

    /**
     * Emits one, if a recording runs that wants it. Does not start JFR.
     *
     * @param cause why, in a few words
     * @param usageBytes in use; negative if that is not known
     * @param limitBytes what there may be
     * @param largestCategory that holds the most
     * @param largestCategoryBytes what it holds
     * @param topSite the call site that holds the most
     * @param file where the report is
     */
    public static void emit(
            String cause,
            long usageBytes,
            long limitBytes,
            String largestCategory,
            long largestCategoryBytes,
            String topSite,
            String file) {
        if (!FlightRecorder.isInitialized() || !RunningRecordings.want(EventKind.PRESSURE)) {
            return;
        }
        write(cause, usageBytes, limitBytes, largestCategory, largestCategoryBytes, topSite, file);
    }

    static void write(
            String cause,
            long usageBytes,
            long limitBytes,
            String largestCategory,
            long largestCategoryBytes,
            String topSite,
            String file) {
        MemoryPressure event = new MemoryPressure();
        event.cause = cause;
        event.usage = Math.max(0, usageBytes);
        event.limit = limitBytes;
        event.largestCategory = largestCategory;
        event.largestCategoryBytes = largestCategoryBytes;
        event.topSite = topSite;
        event.file = file;
        event.commit();
    }
}
