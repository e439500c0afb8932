package io.nmt.report.model;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Times for people: with the date where it is another one than that of the end. Immutable. */
public final class Times {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final DateTimeFormatter DATE_AND_TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm");

    private final ZoneId zone;
    private final ZonedDateTime end;

    /**
     * Times up to an end.
     *
     * @param zone of the times
     * @param endMillis in milliseconds since 1970
     */
    public Times(ZoneId zone, long endMillis) {
        this.zone = zone;
        this.end = at(zone, endMillis);
    }

    private static ZonedDateTime at(ZoneId zone, long millis) {
        return Instant.ofEpochMilli(millis).atZone(zone);
    }

    /**
     * A time of day, or a date with it.
     *
     * @param millis since 1970
     * @return for example {@code 20:05:52}, or {@code 11-25 20:05}
     */
    public String format(long millis) {
        ZonedDateTime time = at(zone, millis);
        return time.toLocalDate().equals(end.toLocalDate()) ? TIME.format(time) : DATE_AND_TIME.format(time);
    }

    /**
     * The zone of these times.
     *
     * @return its name
     */
    public String zone() {
        return zone.toString();
    }
}
