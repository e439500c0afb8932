package io.nmt.jmc;

import io.nmt.core.model.Category;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.jfr.recordings.EventData;
import io.nmt.report.document.Amounts;
import io.nmt.report.model.Judgement;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.Urgency;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * The usage of direct buffers against their limit, from the JVM's own {@code jdk.DirectBufferStatistics}. It includes
 * buffers that the agent does not track, and those from before the agent. Exact at each of these events, by default one
 * in 5 s; between two of them it is unknown. Not thread-safe.
 */
final class DirectBufferLimit {
    /** The events' name. */
    static final String EVENT = "jdk.DirectBufferStatistics";

    private static final double NEAR_SHARE = 0.9; // as near as for the container's limit
    private static final int PERCENT = 100;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private double mostPart = -1;
    private long bytes;
    private long limitBytes;
    private long count;
    private Instant time;

    /** Takes in an event of that name, in any order. */
    void add(EventData event) {
        long limit = event.getLong("maxCapacity");
        // The capacity is what the JVM holds against the limit; "memoryUsed" has the padding of pages in it.
        long used = event.getLong("totalCapacity");
        double part = limit <= 0 ? -1 : (double) used / limit;
        if (part > mostPart) {
            mostPart = part;
            bytes = used;
            limitBytes = limit;
            count = event.getLong("count");
            time = event.getStartTime();
        }
    }

    /**
     * Judges the event that is nearest to the limit.
     *
     * @param last what was tracked at the recording's end
     * @param zone of the time in the sentence
     * @return null if there was no event
     */
    Judgement judgement(MemoryReading last, ZoneId zone) {
        if (time == null) {
            return null;
        }
        return new Judgement(
                mostPart >= NEAR_SHARE ? Urgency.URGENT : Urgency.NOTE,
                "Direct buffers came to " + format(bytes) + " of their limit, " + format(limitBytes) + " ("
                        + Math.round(PERCENT * mostPart) + " %), at " + TIME.format(time.atZone(zone)) + ": "
                        + Scale.group(count) + ", as the JVM counts them." + mostAt(last));
    }

    private static String mostAt(MemoryReading last) {
        for (SiteUsage usage : last.sites()) { // the one with most first
            if (usage.site().category().equals(Category.DIRECT_BUFFER.name()) && usage.liveBytes() > 0) {
                return " At the recording's end, most tracked ones are from " + usage.site() + ": "
                        + (usage.standardErrorBytes() > 0 ? "about " : "") + format(usage.liveBytes()) + ".";
            }
        }
        return "";
    }

    private static String format(long bytes) {
        return Amounts.format(bytes);
    }
}
