package io.nmt.agent.pressure;

import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.SafeText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A call site that an earlier report suspected. The history keeps the last one, for reports that find no suspect.
 *
 * @param site the suspected one
 * @param bytes that it held then
 * @param sinceMillis the start of its rise
 * @param untilMillis the time of that report
 * @param dated whether it rose for long enough to call it a leak
 */
record EarlierSuspect(Site site, long bytes, long sinceMillis, long untilMillis, boolean dated) {
    private static final int SITE_CHARS = 80;

    /** Tells if the site still holds half of what it held, or more. */
    boolean isHeldStill() {
        for (SiteUsage usage : TrackerReader.ownerLines()) {
            if (usage.site().id() == site.id()) {
                return usage.liveBytes() >= bytes / 2;
            }
        }
        return false;
    }

    /** Returns the time of its rise, a sentence. */
    String since() {
        return "From about " + seconds(sinceMillis) + " to " + seconds(untilMillis) + ": "
                + SafeText.shortened(site.toString(), SITE_CHARS) + " rose.";
    }

    private static Instant seconds(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS);
    }
}
