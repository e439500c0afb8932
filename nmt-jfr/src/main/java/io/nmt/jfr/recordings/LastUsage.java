package io.nmt.jfr.recordings;

import io.nmt.core.model.CategoryUsage;
import java.time.Instant;

/** The last figures of one category, and its highest peak. */
final class LastUsage {
    private final String name;
    private Instant time = Instant.MIN;
    private long reserved;
    private long committed;
    private long count;
    private long peakReserved;
    private long peakCommitted;
    private long countAtPeak;

    LastUsage(String name) {
        this.name = name;
    }

    void addUsage(EventData event) {
        if (!event.getStartTime().isBefore(time)) {
            time = event.getStartTime();
            reserved = event.getLong("reserved");
            committed = event.getLong("committed");
            count = event.getLong("count");
        }
        lift(event.getLong("reserved"), event.getLong("committed"), event.getLong("count"));
    }

    void addPeak(EventData event) {
        lift(event.getLong("peakReserved"), event.getLong("peakCommitted"), event.getLong("countAtPeak"));
    }

    private void lift(long newReserved, long newCommitted, long newCount) {
        peakReserved = Math.max(peakReserved, newReserved);
        if (newCommitted > peakCommitted) {
            peakCommitted = newCommitted;
            countAtPeak = newCount;
        }
    }

    /** True if no usage is recorded. */
    boolean isEmpty() {
        return time.equals(Instant.MIN) && peakReserved == 0 && peakCommitted == 0;
    }

    /** True if it has current figures. */
    boolean isRead() {
        return !time.equals(Instant.MIN);
    }

    CategoryUsage get() {
        return new CategoryUsage(name, reserved, committed, count, peakReserved, peakCommitted, countAtPeak);
    }
}
