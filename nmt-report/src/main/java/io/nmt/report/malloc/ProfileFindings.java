package io.nmt.report.malloc;

import io.nmt.core.model.Scale;
import io.nmt.report.document.SafeText;
import io.nmt.report.model.Ages;
import java.util.ArrayList;
import java.util.List;

/** What a profile of malloc means, in sentences. */
public final class ProfileFindings {
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final String REPLACED = " But malloc's blocks in use had grown by less than half of that, which a"
            + " cache explains as well as a leak.";
    private static final int NEARLY = 4;
    private static final long MUCH_MORE = 8L << 20;
    private static final double MUCH_LOST = 0.2;
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
     * What may explain why malloc's memory grows.
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
        return change(bytes) + " a minute";
    }

    /** Anonymous memory has grown, and malloc has not: not all that allocates was watched. */
    private String ofUnwatched() {
        long anonymous = context.memory().anonymousBytes();
        long beside = anonymous - Math.max(0, context.isInUseKnown() ? grown() : taken());
        if (anonymous == MallocContext.Growth.UNKNOWN || beside < MUCH_MORE || beside < anonymous / 2) {
            return "";
        }
        String allocators = String.join(", ", context.memory().allocators());
        return format(beside) + " of the growth of anonymous memory is not malloc's. The Java heap, a mapping, or an"
                + " allocator that was not watched took it."
                + (allocators.isEmpty() ? "" : " An allocator of its own has: " + SafeText.name(allocators) + ".")
                + (allocators.contains("lwjgl") || allocators.contains("jemalloc") || allocators.contains("rpmalloc")
                        ? " LWJGL uses malloc, which is watched, with -Dorg.lwjgl.system.allocator=system."
                        : "")
                + " 'rss PID' tells the heap's part.";
    }

    private List<String> all() {
        List<String> findings = new ArrayList<>();
        for (MallocSum library : profile.libraries()) {
            if (library.isSignificant() && findings.size() < MOST_LIBRARIES) {
                findings.add(ofLibrary(library));
            }
        }
        if (profile.live()) {
            return findings.isEmpty() ? List.of("No library holds more than chance explains.") : findings;
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
        if (profile.lostShare() > MUCH_LOST) {
            findings.add("The profiler has lost " + Math.round(100 * profile.lostShare())
                    + " % of samples and frees, since too many threads malloc at once: these figures"
                    + " are rough, and what is not among them cannot be told. A larger --interval loses less.");
        }
        return findings;
    }

    private String ofLibrary(MallocSum library) {
        boolean jvm = library.name().equals(MallocProfile.JVM);
        StringBuilder text = new StringBuilder()
                .append(jvm ? "The JVM itself (" + MallocProfile.JVM + ")" : SafeText.name(library.name()))
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
            text.append(", of which ").append(format(most.bytes())).append(ofSite(most));
        }
        return text.append('.').toString();
    }

    private String ofTaken(MallocSum library) {
        return " taken in " + time + " and not freed"
                + (hasMostlyReplaced()
                        ? ""
                        : ", " + format(perMinute(library.grownBytes(), profile.nanos())) + " a minute");
    }

    private String ofLive(MallocSum library) {
        return " live, "
                + (library.isGrowing()
                        ? format(Math.min(library.grownBytes(), library.bytes())) + " more than " + time + " before, "
                                + format(perMinute(library.grownBytes(), profile.nanos())) + " a minute"
                        : "and whether it grows cannot be told in " + time);
    }

    private String ofSite(MallocSum site) {
        MallocStack stack = site.stacks().get(0);
        if (site.name().isEmpty()) {
            String function = stack.nativeFrames().isEmpty()
                    ? ""
                    : stack.nativeFrames().get(0).symbol();
            return (function.isEmpty() ? "" : " by " + SafeText.name(function)) + ", from where in Java is not known";
        }
        OpenHandleSite handles = context.handlesOf(stack);
        String through = handles != null
                ? handles.className()
                : stack.caller() == null ? "" : stack.caller().className();
        return (through.isEmpty() ? "" : " by " + SafeText.name(through))
                + (handles == null
                        ? ""
                        : ", " + (handles.exact() ? "" : "about ") + Scale.group(handles.open())
                                + " of them not closed")
                + ", from " + SafeText.name(site.name());
    }

    /** Caches take new blocks and free old ones: what is not freed yet is then no growth. */
    private String ofReplaced() {
        if (profile.frees() == 0) {
            return "No free was recorded, as with the profiler's option nofree: what of this is still in use cannot be"
                    + " told.";
        }
        if (!context.isInUseKnown()) {
            return "Whether malloc's blocks in use have grown by that cannot be told, as malloc does not tell it: what"
                    + " takes the place of older blocks, as in a cache, looks the same. A second run, later, says"
                    + " whether it goes on.";
        }
        long grown = grown();
        if (grown >= taken() - taken() / NEARLY) {
            return "Malloc's blocks in use have grown by " + format(grown) + " in that time, to "
                    + format(context.inUseAfter()) + ": what was taken has come on top of what was there.";
        }
        return "But malloc's blocks in use have "
                + (grown > 0 ? "grown by only " + format(grown) : "not grown")
                + " in that time (" + format(context.inUseAfter())
                + "): the rest has taken the place of older blocks that were freed, whose is not known. Where a library"
                + " has replaced its own, as a cache or a pool does, it does not leak; where another one or the JVM has"
                + " freed them, it may. A longer --for tells: what leaks, goes on.";
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

    /** What malloc has more in use than was seen to be taken. */
    private String ofUnexplained() {
        if (!context.isInUseKnown()) {
            return "";
        }
        long tracked = profile.tracked() == null ? 0 : profile.tracked().standardErrorBytes();
        long error = profile.total().standardErrorBytes() + tracked;
        long more = grown() - taken();
        return more < MUCH_MORE + MallocSum.BEYOND_CHANCE * error
                ? ""
                : "Malloc's blocks in use have grown by " + format(more) + " more than these samples explain, to "
                        + format(context.inUseAfter())
                        + ": a library that native code has loaded meanwhile, or calls that"
                        + " the profiler does not see. Run it again: it sees all libraries that are loaded"
                        + " when it begins.";
    }

    private String ofNone() {
        MallocSum all = profile.total();
        long error = 0;
        for (MallocSum library : profile.libraries()) {
            error = Math.max(error, library.standardErrorBytes());
        }
        long least = Math.max(
                MallocSum.LEAST_SAMPLES * Math.max(1, profile.intervalBytes()), MallocSum.BEYOND_CHANCE * error);
        return "No library has taken more than chance explains and not freed it: of "
                + format(all.allocatedBytes()) + " that were malloced in " + time + ", "
                + format(Math.max(0, all.allocatedBytes() - all.bytes()))
                + " were freed. What takes less than about " + format(perMinute(least, profile.nanos()))
                + " a minute is not seen in that time"
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
        return Scale.fitting(bytes).format(bytes);
    }
}
