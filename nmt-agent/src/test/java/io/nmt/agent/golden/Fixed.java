package io.nmt.agent.golden;

import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Model values with fixed figures, named by a program of {@code com.acme}. */
public final class Fixed {
    public static final long KB = 1L << 10;
    public static final long MB = 1L << 20;
    public static final long SECOND = 1_000_000_000L;
    public static final long MINUTE = 60 * SECOND;

    /** The moment of each reading. */
    public static final Instant NOW = Instant.parse("2026-03-14T09:26:53Z");

    /** The process of each reading. */
    public static final long PID = 4711;

    private Fixed() {}

    /** A category whose reserved bytes are its committed ones. */
    public static CategoryUsage category(Category category, long bytes, long count, long peakBytes, long countAtPeak) {
        return new CategoryUsage(category.name(), bytes, bytes, count, peakBytes, peakBytes, countAtPeak);
    }

    /** The sum of categories, with a peak that is at most the sum of theirs. */
    static CategoryUsage total(List<CategoryUsage> usages, long peakBytes, long countAtPeak) {
        long reserved = usages.stream().mapToLong(CategoryUsage::reserved).sum();
        long committed = usages.stream().mapToLong(CategoryUsage::committed).sum();
        long count = usages.stream().mapToLong(CategoryUsage::count).sum();
        long peakReserved = peakBytes + reserved - committed;
        return new CategoryUsage("Total", reserved, committed, count, peakReserved, peakBytes, countAtPeak);
    }

    /**
     * A call site.
     *
     * @param frames such as {@code "Cache.put:42"}, the innermost first; of the JDK, such as
     *     {@code "java.nio.ByteBuffer.allocateDirect:332"}. The first of com.acme gives the site its name
     */
    public static Site site(int id, String category, FreedBy freedBy, String... frames) {
        List<Frame> all = new ArrayList<>();
        Frame leading = null;
        for (String text : frames) {
            Frame frame = frame(text);
            all.add(frame);
            leading = leading == null && !frame.jdk() ? frame : leading;
        }
        return new Site(id, category, all, leading == null ? all.get(0) : leading, false, freedBy);
    }

    /** A frame, by the words of {@link #site}. */
    static Frame frame(String text) {
        int colon = text.indexOf(':');
        int dot = text.lastIndexOf('.', colon);
        String name = text.substring(0, dot);
        boolean isJdk = name.startsWith("java.");
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return new Frame(
                name.indexOf('.') < 0 ? "com.acme." + name : name,
                text.substring(dot + 1, colon),
                simple + ".java",
                Integer.parseInt(text.substring(colon + 1)),
                isJdk);
    }

    /** A site that holds bytes and does not grow. */
    public static SiteUsage holds(Site site, long bytes, long errorBytes, long count, long oldestNanos) {
        return usage(site, bytes, errorBytes, count, oldestNanos, 0, 0, 0, 0);
    }

    /** A site that grows for some time. */
    public static SiteUsage grows(
            Site site, long bytes, long errorBytes, long count, long perMinute, long perMinuteError, long forNanos) {
        return usage(site, bytes, errorBytes, count, forNanos + MINUTE, perMinute, perMinuteError, forNanos, 0);
    }

    /** A site with all figures of growth. */
    public static SiteUsage usage(
            Site site,
            long bytes,
            long errorBytes,
            long count,
            long oldestNanos,
            long perMinute,
            long perMinuteError,
            long growingNanos,
            long judgedInNanos) {
        return new SiteUsage(
                site,
                bytes,
                errorBytes,
                count,
                Math.min(count, 40),
                bytes + bytes / 8,
                oldestNanos,
                perMinute,
                growingNanos > 0,
                List.of("acme-worker-1", "acme-worker-2"),
                perMinuteError,
                growingNanos,
                judgedInNanos);
    }

    /** A site of handles. */
    public static HandleSite handles(
            Site site, long open, long error, long collected, long perMinute, long perMinuteError, long growingNanos) {
        return new HandleSite(
                site,
                open,
                error,
                collected,
                open,
                growingNanos + MINUTE,
                perMinute,
                perMinuteError,
                growingNanos > 0,
                growingNanos,
                0,
                List.of("acme-worker-1"));
    }

    /** The time so long before {@link #NOW}, since 1970. */
    static long millisAgo(long nanos) {
        return NOW.toEpochMilli() - nanos / 1_000_000;
    }
}
