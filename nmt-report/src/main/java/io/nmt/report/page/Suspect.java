package io.nmt.report.page;

import io.nmt.core.model.Site;
import java.util.List;

/**
 * A call site that goes on taking more than it gives back, as far as it is known. Immutable.
 *
 * @param site of it
 * @param bytes live at the end, an estimate
 * @param errorBytes one standard error of that
 * @param bytesPerMinute by which it grows
 * @param errorBytesPerMinute one standard error of that
 * @param sinceMillis when that began, about; -1 if it is not known
 * @param curve what it held
 * @param sentence the same for people
 */
public record Suspect(
        Site site,
        long bytes,
        long errorBytes,
        long bytesPerMinute,
        long errorBytesPerMinute,
        long sinceMillis,
        List<Held> curve,
        String sentence) {
    /** As it was found: copied. */
    public Suspect {
        curve = List.copyOf(curve);
    }

    /**
     * What it held at a time.
     *
     * @param millis since 1970
     * @param bytes an estimate
     */
    public record Held(long millis, long bytes) {}
}
