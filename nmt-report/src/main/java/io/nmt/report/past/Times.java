package io.nmt.report.past;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Times of a history for people: the date where it is another one than that of its end. */
final class Times {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final DateTimeFormatter DATE_AND_TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm");

    private final ZoneId zone;
    private final ZonedDateTime end;

    Times(ZoneId zone, long endMillis) {
        this.zone = zone;
        this.end = at(zone, endMillis);
    }

    private static ZonedDateTime at(ZoneId zone, long millis) {
        return Instant.ofEpochMilli(millis).atZone(zone);
    }

    String format(long millis) {
        ZonedDateTime time = at(zone, millis);
        return time.toLocalDate().equals(end.toLocalDate()) ? TIME.format(time) : DATE_AND_TIME.format(time);
    }

    String zone() {
        return zone.toString();
    }
}
