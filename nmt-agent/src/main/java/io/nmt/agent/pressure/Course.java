package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.SafeText;
import io.nmt.report.model.Ages;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.Rise;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How it came to a limit: what fills it, of that what has grown, and since when. What has begun within the last minutes
 * cannot be dated, which is then said: a leak that is suspected by its samples may be younger than what the history can
 * tell. Immutable.
 */
final class Course {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int MUCH = 10; // a tenth
    private static final int SITE_CHARS = 80;

    private final Crossing crossing;
    private final Filling filling;
    private final HistoryReading history;
    private final Leaks leaks;
    private final long trackedBytes;
    private final long heapBytes;
    private final long nowMillis;
    private final Filling.Grown grown;
    private final Filling.Part most;
    private final HistoryReading.Rising rising;

    /** Takes given figures. */
    Course(Crossing crossing, Filling filling, HistoryReading history, Leaks leaks, long trackedBytes, long nowMillis) {
        this(
                crossing,
                filling,
                history,
                leaks,
                trackedBytes,
                Runtime.getRuntime().totalMemory(),
                nowMillis);
    }

    /** The same, also of another heap than this JVM's. */
    Course(
            Crossing crossing,
            Filling filling,
            HistoryReading history,
            Leaks leaks,
            long trackedBytes,
            long heapBytes,
            long nowMillis) {
        this.crossing = crossing;
        this.heapBytes = heapBytes;
        this.filling = filling;
        this.history = history;
        this.leaks = isOfDirect() ? DirectMemory.of(leaks) : leaks;
        this.trackedBytes = trackedBytes;
        this.nowMillis = nowMillis;
        this.grown = filling.grownSince(start());
        this.most = findMost();
        this.rising = findRising();
    }

    private Filling.Part findMost() {
        if (crossing.cause().isOfJvm()) {
            return crossing.cause() == Cause.HEAP ? Filling.Part.HEAP : Filling.Part.REST;
        }
        Filling.Part part = filling.most();
        boolean ofJvm = part == null || part == Filling.Part.REST;
        return ofJvm && grown != null ? grown.part() : part;
    }

    /** Of this process now. */
    static Course of(Crossing crossing, Filling filling, GrowthEvidence evidence) {
        Course course = new Course(
                crossing,
                filling,
                evidence.history(),
                evidence.growth().lines().leaks(),
                crossing.cause() == Cause.DIRECT
                        ? crossing.usageBytes()
                        : NativeMemory.snapshot().total().committed(),
                History.now() + History.calendarIsAheadMillis());
        return course.remembered();
    }

    /**
     * What fills a limit of its own, as direct buffers do, cannot rise any more once it is there, and is no suspect
     * then. So what an earlier report knew is kept, for a later one that knows nothing, as long as the site holds it.
     */
    private Course remembered() {
        SiteUsage suspect = suspect();
        if (suspect != null) {
            long since = rising != null ? rising.rise().sinceMillis() : suspectSinceMillis(suspect);
            EarlierSuspect.remember(
                    new EarlierSuspect(suspect.site(), suspect.liveBytes(), since, nowMillis, isDated()));
        }
        return this;
    }

    /** What was suspected before, if nothing is now, and it still holds that; else null. */
    EarlierSuspect earlier() {
        EarlierSuspect known = isOfJavaCode() && suspect() == null ? EarlierSuspect.last() : null;
        return known != null && mayFill(known.site()) && known.isHeldStill() ? known : null;
    }

    Leaks leaks() {
        return leaks;
    }

    private Filling.Start start() {
        return Filling.Start.of(filling, history, isOfCgroup() ? HistoryFigure.CGROUP : HistoryFigure.RSS);
    }

    private boolean isOfCgroup() {
        return crossing.cause() == Cause.CGROUP;
    }

    private boolean isOfDirect() {
        return crossing.cause() == Cause.DIRECT;
    }

    /**
     * What fills the limit; null if that cannot be told. What every JVM has is not blamed where something else has
     * grown.
     */
    Filling.Part most() {
        return most;
    }

    /** What has grown most, if that is not what has most anyway; else null. */
    Filling.Grown grown() {
        return grown != null && grown.part() == most && filling.most() != most ? grown : null;
    }

    /** Whether the JVM has no more than any JVM has, so that it is the limit that is small. */
    boolean isUsualOfJvm() {
        boolean rose = grown != null && grown.part() == Filling.Part.REST && !history.isTooEarly();
        return most == Filling.Part.REST && !rose && filling.isUsualOfJvm() && !filling.hasGrownBesideJvm(start());
    }

    /** Whether call sites of tracked memory may be who fills the limit. */
    boolean isOfJavaCode() {
        return isOfDirect() || most == null || most == Filling.Part.TRACKED;
    }

    /** The call site that is suspected to leak; null if none is, or if that is not what fills the limit. */
    SiteUsage suspect() {
        return isOfJavaCode() && !leaks.suspects().isEmpty() ? leaks.suspects().get(0) : null;
    }

    /** Whether it is known since when what fills the limit rises. */
    boolean isDated() {
        return rising != null || isDated(suspect());
    }

    /** By its samples: a rise that is shorter may be that of a cache that fills. */
    private static boolean isDated(SiteUsage suspect) {
        return suspect != null && suspect.growingForNanos() >= HistoryReading.DATED_MILLIS * NANOS_PER_MILLI;
    }

    /** Whether most of it has come within the last minutes. */
    boolean isOfLate() {
        return !isDated() && (suspect() != null || lately() != null);
    }

    /** Since when what fills the limit rises, a sentence. */
    String since() {
        SiteUsage suspect = suspect();
        if (rising != null) {
            return since(
                    rising.rise().sinceMillis(),
                    SafeText.shortened(rising.name(), SITE_CHARS),
                    rising.rise().bytesPerMinute(),
                    history.mayBeGarbage(rising) ? ", garbage or not" : "");
        }
        if (isDated(suspect)) {
            return since(
                    suspectSinceMillis(suspect),
                    SafeText.shortened(suspect.site().toString(), SITE_CHARS),
                    suspect.growthBytesPerMinute(),
                    ", by its samples");
        }
        Rise lately = lately();
        if (lately != null) {
            return "Since when: too short to date: " + lateName() + " rose by "
                    + crossing.scale().format(lately.bytes()) + " within the last " + age(lately.forMillis()) + ".";
        }
        if (suspect != null) {
            return "Since when: it began within the last " + age(HistoryReading.DATED_MILLIS)
                    + ", too short to date: the site below rose for "
                    + Ages.format(suspect.growingForNanos()) + ".";
        }
        if (history.points().isEmpty()) {
            return "Since when: UNKNOWN, the history has no reading yet, or is off.";
        }
        return history.isTooEarly()
                ? "Since when: UNKNOWN, the history began only "
                        + age(nowMillis - history.points().get(0).millis()) + " before."
                : "Since when: no figure rises steadily.";
    }

    private long suspectSinceMillis(SiteUsage suspect) {
        return nowMillis - suspect.growingForNanos() / NANOS_PER_MILLI;
    }

    private static String since(long millis, String name, long perMinute, String how) {
        return "Since about " + Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS) + ": " + name + " rises, +"
                + Amounts.format(perMinute) + "/min" + how;
    }

    private static String age(long millis) {
        return Ages.format(Math.max(1000, millis) * NANOS_PER_MILLI);
    }

    /** Which figure tells of what fills the limit. */
    private HistoryFigure figure() {
        if (most == Filling.Part.TRACKED) {
            return HistoryFigure.TRACKED;
        }
        return most == Filling.Part.HEAP ? HistoryFigure.HEAP : isOfCgroup() ? HistoryFigure.CGROUP : HistoryFigure.RSS;
    }

    /** What has come of it within the last minutes; null if that is less than a tenth. */
    private Rise lately() {
        if (isOfDirect()) {
            return much(history.lately(Category.DIRECT_BUFFER, trackedBytes, nowMillis), crossing.usageBytes());
        }
        long now = switch (figure()) {
            case TRACKED -> trackedBytes;
            case HEAP -> heapBytes;
            default -> filling.usageBytes();
        };
        return much(history.lately(figure(), now, nowMillis), filling.usageBytes());
    }

    private static Rise much(Rise rise, long wholeBytes) {
        return rise == null || rise.bytes() < Math.max(1, wholeBytes / MUCH) ? null : rise;
    }

    private String lateName() {
        if (isOfDirect()) {
            return Category.DIRECT_BUFFER.name();
        }
        return switch (figure()) {
            case TRACKED -> Filling.Part.TRACKED.toString();
            case HEAP -> Filling.Part.HEAP.toString();
            case CGROUP -> "the cgroup's memory";
            default -> "RSS";
        };
    }

    private boolean mayFill(Site site) {
        return !isOfDirect() || (site != null && DirectMemory.has(site));
    }

    /** Of what fills the limit, what rises; first the call site of a leak. */
    private HistoryReading.Rising findRising() {
        SiteUsage suspect = suspect();
        HistoryReading.Rising ofSite = null;
        for (HistoryReading.Rising candidate : history.rising()) {
            boolean isSite = candidate.kind() == HistoryReading.Kind.SITE;
            boolean fits = suspect == null
                    ? mayFill(history.sites().get(candidate.id()))
                    : candidate.id() == suspect.site().id();
            ofSite = isOfJavaCode() && isSite && fits && ofSite == null ? candidate : ofSite;
        }
        if (ofSite != null || most == Filling.Part.OTHERS) {
            return ofSite;
        }
        if (isOfDirect()) {
            return suspect == null ? history.rising(Category.DIRECT_BUFFER) : null;
        }
        HistoryFigure figure = most == Filling.Part.HEAP
                ? HistoryFigure.HEAP
                : most == Filling.Part.TRACKED ? HistoryFigure.TRACKED : null;
        HistoryReading.Rising ofFigure = figure == null ? null : history.rising(figure);
        return ofFigure == null && suspect == null ? history.rising(HistoryFigure.RSS) : ofFigure;
    }
}
