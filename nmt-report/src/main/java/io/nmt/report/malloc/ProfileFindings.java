package io.nmt.report.malloc;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.SafeText;
import io.nmt.report.model.Ages;
import java.util.ArrayList;
import java.util.List;

/** Statements on a profile of malloc. */
public final class ProfileFindings {
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final String REPLACED = " malloc grew by less than half of it: a cache, or a leak.";
    private static final int NEARLY_DIVISOR = 4;
    private static final long MUCH_MORE_BYTES = 8L << 20;
    private static final double MUCH_LOST_SHARE = 0.2;
    private static final int MOST_LIBRARIES = 3;

    private final MallocProfile profile;
    private final MallocContext context;
    private final String time;

    private ProfileFindings(MallocProfile profile, MallocContext context) {
        this.profile = profile;
        this.context = context;
        this.time = time(profile);
    }

    /**
     * Judges a profile.
     *
     * @param profile to be judged
     * @param context of its process
     * @return one sentence or more for each finding, the most important first; at least one
     */
    public static List<String> of(MallocProfile profile, MallocContext context) {
        return new ProfileFindings(profile, context).all();
    }

    /**
     * The possible cause of the growth of malloc's memory.
     *
     * @param profile to be judged
     * @param context of its process
     * @return a sentence about the library with most; nothing if none but the JVM has taken more than chance explains
     */
    public static String suspect(MallocProfile profile, MallocContext context) {
        ProfileFindings findings = new ProfileFindings(profile, context);
        for (MallocSum library : profile.libraries()) {
            boolean nativeCode =
                    !List.of(MallocProfile.JVM, MallocProfile.UNSAFE).contains(library.name());
            if (library.isSignificant() && nativeCode) {
                return findings.ofLibrary(library) + (findings.hasMostlyReplaced() ? REPLACED : "");
            }
        }
        return "";
    }

    /**
     * The growth of the process in the time of the profile: the net growth, whatever was taken and freed.
     *
     * @param profile to be judged
     * @param context of its process
     * @return a sentence; empty if nothing is known of it, as of a profile that was read from a file
     */
    public static String netGrowth(MallocProfile profile, MallocContext context) {
        return new ProfileFindings(profile, context).ofNetGrowth();
    }

    private String ofNetGrowth() {
        List<String> parts = new ArrayList<>();
        if (context.isInUseKnown()) {
            parts.add("malloc's blocks in use " + change(grown()) + ", "
                    + changePerMinute(perMinute(grown(), profile.nanos())));
        }
        addChange(parts, "RSS ", context.memory().rssBytes());
        addChange(parts, "anonymous memory ", context.memory().anonymousBytes());
        return parts.isEmpty() ? "" : "Net growth in " + time + ": " + String.join("; ", parts) + ".";
    }

    private static void addChange(List<String> parts, String name, long bytes) {
        if (bytes != MallocContext.Growth.UNKNOWN) {
            parts.add(name + change(bytes));
        }
    }

    private static String change(long bytes) {
        return (bytes < 0 ? "-" : "+") + format(Math.abs(bytes));
    }

    private static String changePerMinute(long bytes) {
        return change(bytes) + "/min";
    }

    /** Anonymous memory has grown, and malloc has not: not all that allocates was watched. */
    private String ofUnwatched() {
        long anonymous = context.memory().anonymousBytes();
        long beside = anonymous - Math.max(0, context.isInUseKnown() ? grown() : taken());
        if (anonymous == MallocContext.Growth.UNKNOWN || beside < MUCH_MORE_BYTES || beside < anonymous / 2) {
            return "";
        }
        String allocators = String.join(", ", context.memory().allocators());
        return "UNKNOWN owner of " + format(beside) + " of new anonymous memory: the Java heap, a mapping, or an"
                + " allocator that was not watched."
                + (allocators.isEmpty()
                        ? ""
                        : " These have an allocator of their own: " + SafeText.name(allocators) + ".")
                + (allocators.contains("lwjgl") || allocators.contains("jemalloc") || allocators.contains("rpmalloc")
                        ? " LWJGL uses malloc with -Dorg.lwjgl.system.allocator=system."
                        : "")
                + " Next: 'nmt rss PID'";
    }

    private List<String> all() {
        List<String> findings = new ArrayList<>();
        for (MallocSum library : profile.libraries()) {
            if (library.isSignificant() && findings.size() < MOST_LIBRARIES) {
                findings.add(kind(library) + " " + ofLibrary(library));
            }
        }
        if (profile.live()) {
            return findings.isEmpty() ? List.of("NORMAL no library holds more than chance explains.") : findings;
        }
        if (findings.isEmpty()) {
            findings.add(ofNone());
        } else {
            findings.add(ofReplaced());
        }
        String unexplained = ofUnexplained();
        if (!unexplained.isEmpty()) {
            findings.add(unexplained);
        }
        String unwatched = ofUnwatched();
        if (!unwatched.isEmpty()) {
            findings.add(unwatched);
        }
        if (profile.lostShare() > MUCH_LOST_SHARE) {
            findings.add("UNKNOWN rest: the profiler lost " + Math.round(100 * profile.lostShare())
                    + " % of samples and frees, as too many threads malloc at once. A larger --interval loses"
                    + " less.");
        }
        return findings;
    }

    /** A library's new blocks are growth only where malloc's blocks in use grew by nearly as much. */
    private String kind(MallocSum library) {
        if (profile.live()) {
            return library.isGrowing() ? "GROWING" : "HELD";
        }
        return profile.frees() > 0 && hasGrown() ? "GROWING" : "UNKNOWN";
    }

    private boolean hasGrown() {
        return context.isInUseKnown() && grown() >= taken() - taken() / NEARLY_DIVISOR;
    }

    private String ofLibrary(MallocSum library) {
        boolean jvm = library.name().equals(MallocProfile.JVM);
        StringBuilder text = new StringBuilder()
                .append(jvm ? "the JVM itself (" + MallocProfile.JVM + ")" : SafeText.name(library.name()))
                .append(": ")
                .append(format(library.bytes()))
                .append(profile.live() ? ofLive(library) : ofTaken(library));
        MallocSum most = null;
        for (MallocSum site : profile.sites()) {
            boolean ofLibrary = site.isSignificant()
                    && site.stacks().get(0).library().equals(library.name())
                    && (!library.isGrowing() || site.isGrowing());
            if (ofLibrary && (most == null || site.grownBytes() > most.grownBytes())) {
                most = site;
            }
        }
        if (most != null && !(jvm && most.name().isEmpty())) {
            text.append(". ").append(format(most.bytes())).append(" of it").append(ofSite(most));
        }
        return text.append('.').toString();
    }

    private String ofTaken(MallocSum library) {
        return " allocated in " + time + " and not freed"
                + (hasMostlyReplaced() ? "" : ", " + format(perMinute(library.grownBytes(), profile.nanos())) + "/min");
    }

    private String ofLive(MallocSum library) {
        return " live, "
                + (library.isGrowing()
                        ? changePerMinute(perMinute(library.grownBytes(), profile.nanos())) + ", "
                                + change(Math.min(library.grownBytes(), library.bytes())) + " in " + time
                        : "growth unknown in " + time);
    }

    private String ofSite(MallocSum site) {
        MallocStack stack = site.stacks().get(0);
        if (site.name().isEmpty()) {
            String function = stack.nativeFrames().isEmpty()
                    ? ""
                    : stack.nativeFrames().get(0).symbol();
            return (function.isEmpty() ? "" : " by " + SafeText.name(function)) + " from unknown Java code";
        }
        OpenHandleSite handles = context.handlesOf(stack);
        String through = handles != null
                ? handles.className()
                : stack.caller() == null ? "" : stack.caller().className();
        return (through.isEmpty() ? "" : " by " + SafeText.name(through))
                + (handles == null
                        ? ""
                        : ", " + (handles.exact() ? "" : "about ") + Scale.group(handles.open())
                                + " of them not closed,")
                + " from " + SafeText.name(site.name());
    }

    /** Caches take new blocks and free old ones: what is not freed yet is then no growth. */
    private String ofReplaced() {
        if (profile.frees() == 0) {
            return "UNKNOWN live size: no free was recorded (the profiler's option nofree).";
        }
        if (!context.isInUseKnown()) {
            return "UNKNOWN growth: this malloc does not report its blocks in use. A cache that replaces its blocks "
                    + "looks the same. Run it again later: a leak grows further.";
        }
        long grown = grown();
        if (hasGrown()) {
            return "GROWING malloc: blocks in use +" + format(grown) + " in that time, to "
                    + format(context.inUseAfter()) + ". These blocks came on top of older ones.";
        }
        return "UNKNOWN growth: malloc's blocks in use "
                + (grown > 0 ? "grew by only " + format(grown) : "did not grow")
                + " in that time (" + format(context.inUseAfter())
                + "). Older blocks were freed meanwhile: their owner is unknown. A library that replaces"
                + " its own, as a cache"
                + " or a pool, does not leak. If another one or the JVM freed them, it may leak. Run it with a longer"
                + " --for: a leak grows further.";
    }

    private long taken() {
        return profile.total().bytes()
                + (profile.tracked() == null ? 0 : profile.tracked().bytes());
    }

    private long grown() {
        return context.inUseAfter() - context.inUseBefore();
    }

    private boolean hasMostlyReplaced() {
        return !profile.live() && context.isInUseKnown() && grown() < taken() / 2;
    }

    /** The sentence on malloc's growth beyond the malloced memory of the profile. */
    private String ofUnexplained() {
        if (!context.isInUseKnown()) {
            return "";
        }
        long tracked = profile.tracked() == null ? 0 : profile.tracked().standardErrorBytes();
        long error = profile.total().standardErrorBytes() + tracked;
        long more = grown() - taken();
        return more < MUCH_MORE_BYTES + MallocSum.BEYOND_CHANCE_ERRORS * error
                ? ""
                : "UNKNOWN owner of " + format(more) + ": malloc's blocks in use grew by that beyond these samples, to "
                        + format(context.inUseAfter())
                        + ". A library was loaded meanwhile, or the profiler does not see some calls. Run it again: it"
                        + " sees all libraries that are loaded when it begins.";
    }

    private String ofNone() {
        MallocSum all = profile.total();
        long error = 0;
        for (MallocSum library : profile.libraries()) {
            error = Math.max(error, library.standardErrorBytes());
        }
        long least = Math.max(
                MallocSum.LEAST_SAMPLES * Math.max(1, profile.intervalBytes()), MallocSum.BEYOND_CHANCE_ERRORS * error);
        return "NORMAL no library holds more new memory than chance explains: "
                + format(all.allocatedBytes()) + " were malloced in " + time + ", "
                + format(Math.max(0, all.allocatedBytes() - all.bytes()))
                + " of them freed. Less than about " + format(perMinute(least, profile.nanos()))
                + "/min is not seen in that time"
                + (profile.intervalBytes() > 1 ? ": a longer --for, or a smaller --interval, sees more." : ".");
    }

    /** Rounded to seconds, of which the last is not whole. */
    static String time(MallocProfile profile) {
        long nanos = profile.nanos();
        return nanos < 2 * NANOS_PER_SECOND
                ? nanos / NANOS_PER_MILLI + " ms"
                : Ages.format(nanos + NANOS_PER_SECOND / 2);
    }

    static long perMinute(long bytes, long nanos) {
        return Math.round(bytes * NANOS_PER_MINUTE / nanos);
    }

    private static String format(long bytes) {
        return Amounts.format(bytes);
    }
}
