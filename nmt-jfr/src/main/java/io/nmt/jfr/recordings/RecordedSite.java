package io.nmt.jfr.recordings;

import io.nmt.core.snapshot.CategoryUsage;
import java.util.List;

/**
 * What one call site held at the end of a recording. Estimates from samples.
 *
 * @param category of its blocks
 * @param topFrame the innermost frame outside the JDK
 * @param frames the innermost first, such as {@code com.acme.Codec.encode(Codec.java:12)}
 * @param liveBytes allocated and not yet freed
 * @param standardErrorBytes of the live bytes
 * @param count live blocks
 * @param peakBytes the most that was ever live
 * @param oldestAgeNanos for how long its oldest sampled live block had lived
 */
public record RecordedSite(
        String category,
        String topFrame,
        List<String> frames,
        long liveBytes,
        long standardErrorBytes,
        long count,
        long peakBytes,
        long oldestAgeNanos) {
    /**
     * A frame without its line, which another version of the program has elsewhere.
     *
     * @param frame as in {@link #frames}
     * @return class and method
     */
    public static String withoutLine(String frame) {
        int file = frame.indexOf('(');
        return file < 0 ? frame : frame.substring(0, file);
    }

    /**
     * This site, told to hold no more than its category, of which the figures are no estimates. So {@code Sites} tells
     * it, too, but a moment before or after those of the category were taken.
     *
     * @param whole its category at the same time
     * @return the same if every block was sampled
     */
    RecordedSite within(CategoryUsage whole) {
        if (standardErrorBytes == 0) {
            return this;
        }
        long most = whole.committed();
        long live = Math.min(liveBytes, most);
        return new RecordedSite(
                category,
                topFrame,
                frames,
                live,
                Math.min(standardErrorBytes, Math.max(live, most - live)),
                Math.min(count, whole.count()),
                Math.max(live, Math.min(peakBytes, whole.peakCommitted())),
                oldestAgeNanos);
    }

    /**
     * The call stack without line numbers.
     *
     * @return the innermost first
     */
    public List<String> methods() {
        return frames.stream().map(RecordedSite::withoutLine).toList();
    }
}
