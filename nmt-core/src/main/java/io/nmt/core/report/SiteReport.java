package io.nmt.core.report;

import io.nmt.core.model.Ages;
import io.nmt.core.model.Judgement;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Urgency;
import java.util.ArrayList;
import java.util.List;

/** Call sites as text for people: one line of figures for each, with the frame that names it, then the stack. */
public final class SiteReport {
    private static final String NO_SAMPLES = "No call sites are known: the agent runs with sample=0.\n";

    /** Of a category's name, in a table that has many figures beside it. */
    static final int CATEGORY_CHARS = 24;

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int BEYOND_CHANCE = 3; // standard errors
    private static final int NEARLY_ALL = 90; // percent

    private SiteReport() {}

    /**
     * Writes the sites that hold most.
     *
     * @param sites the largest first
     * @param sampling how they were found
     * @param scale the unit of all byte figures
     * @param top how many of them
     * @param stacks whether to show the calls that led to each, too, and the threads
     * @return lines, each ended by a line feed; nothing if there are no sites
     */
    public static String of(List<SiteUsage> sites, Sampling sampling, Scale scale, int top, boolean stacks) {
        if (sampling.intervalBytes() == 0) {
            return NO_SAMPLES;
        }
        StringBuilder text = new StringBuilder(1024);
        List<SiteUsage> shown = appendSites(text, sites, scale, top, false);
        if (stacks) {
            appendStacks(text, shown);
        }
        appendNotes(text, sampling);
        return text.toString();
    }

    /**
     * Writes suspects, other holders of old blocks, and pools.
     *
     * @param leaks to be shown
     * @param sampling how they were found
     * @param scale the unit of all byte figures
     * @param top how many of each
     * @param stacks whether to show the calls that led to each suspect, too, and the threads; of all, if none grows
     * @return lines, each ended by a line feed
     */
    public static String of(Leaks leaks, Sampling sampling, Scale scale, int top, boolean stacks) {
        return of(leaks, sampling, scale, top, stacks, false);
    }

    /**
     * The same, where native handles are shown, too.
     *
     * @param leaks to be shown
     * @param sampling how they were found
     * @param scale the unit of all byte figures
     * @param top how many of each
     * @param stacks whether to show the calls that led to each suspect, too, and the threads; of all, if none grows
     * @param handlesGrow whether native handles grow in number, which is shown elsewhere
     * @return lines, each ended by a line feed
     */
    public static String of(Leaks leaks, Sampling sampling, Scale scale, int top, boolean stacks, boolean handlesGrow) {
        if (sampling.intervalBytes() == 0) {
            return NO_SAMPLES;
        }
        StringBuilder text = new StringBuilder(1024);
        String older = " blocks older than " + Ages.format(leaks.minimumAgeNanos());
        String younger = " all blocks are younger than " + Ages.format(leaks.minimumAgeNanos());
        List<SiteUsage> early = new ArrayList<>();
        List<SiteUsage> young = new ArrayList<>();
        List<SiteUsage> youngAndGrowing = new ArrayList<>();
        List<SiteUsage> garbage = new ArrayList<>();
        List<SiteUsage> unsteady = new ArrayList<>();
        List<SiteUsage> level = new ArrayList<>();
        for (SiteUsage usage : leaks.holders()) {
            boolean old = leaks.hasOldBlocks(usage);
            if (usage.judgedInNanos() > 0) {
                (old ? early : young).add(usage);
            } else if (leaks.mayBeGarbage(usage)) {
                garbage.add(usage);
            } else if (!old) {
                youngAndGrowing.add(usage);
            } else if (usage.growthBytesPerMinute() > BEYOND_CHANCE * usage.growthErrorBytesPerMinute()) {
                unsteady.add(usage);
            } else {
                level.add(usage);
            }
        }
        if (leaks.suspects().isEmpty()) {
            List<SiteUsage> tooEarly = new ArrayList<>(early);
            tooEarly.addAll(young);
            if (garbage.isEmpty()) {
                appendNoSuspects(text, leaks, tooEarly, !youngAndGrowing.isEmpty());
            } else {
                text.append("No suspects, but whether what grows is a leak cannot be told yet: it may be garbage.\n");
            }
            if (handlesGrow) {
                text.append("But native handles grow in number (below): what they own is not among these bytes.\n");
            }
        } else {
            appendGrowth(text, "Leak suspects: growing, with" + older, leaks.suspects(), scale, top, stacks, true);
        }
        appendGrowth(text, "Growing, but it may be garbage, with" + older, garbage, scale, top, stacks, true);
        appendGrowth(text, "Growing, but" + younger, youngAndGrowing, scale, top, stacks, false);
        // With a suspect, the calls that lead to what is none would push it from the screen.
        boolean ofOthers = stacks && leaks.suspects().isEmpty() && garbage.isEmpty() && youngAndGrowing.isEmpty();
        appendGrowth(text, tooEarlyToTell(early) + "with" + older, early, scale, top, ofOthers, true);
        appendGrowth(text, tooEarlyToTell(young) + younger.strip(), young, scale, top, ofOthers, false);
        appendGrowth(
                text, "Risen, but not steadily, or not any more, with" + older, unsteady, scale, top, ofOthers, true);
        appendGrowth(text, "Not known to grow, with" + older, level, scale, top, ofOthers, true);
        String pools = growing(leaks.pools())
                ? "Pools' chunks, which grow in number:"
                : "Pools' chunks, which live by design:";
        appendGrowth(text, pools + older, leaks.pools(), scale, top, ofOthers, true);
        appendNotes(text, sampling);
        return text.toString();
    }

    /**
     * What there is to say where nothing is suspected.
     *
     * @param leaks without suspects
     * @param sampling how they were found
     * @return a sentence, and whether that is known or cannot be told yet
     */
    public static Judgement withoutSuspects(Leaks leaks, Sampling sampling) {
        String text = of(leaks, sampling, Scale.KB, 1, false);
        boolean known = sampling.intervalBytes() != 0 && leaks.judgedInNanos() == 0 && text.startsWith("No suspects:");
        return new Judgement(
                known ? Urgency.GOOD : Urgency.UNKNOWN, text.lines().findFirst().orElse(""));
    }

    private static String tooEarlyToTell(List<SiteUsage> sites) {
        return "Too early to tell whether these grow, ask again in " + Ages.format(longestWait(sites)) + ": ";
    }

    private static void appendNoSuspects(StringBuilder text, Leaks leaks, List<SiteUsage> early, boolean youngGrow) {
        if (early.isEmpty() && youngGrow) {
            text.append("No suspects yet: what grows holds no blocks older than ")
                    .append(Ages.format(leaks.minimumAgeNanos()))
                    .append(".\n");
        } else if (early.isEmpty() && leaks.judgedInNanos() > 0) {
            text.append("No suspects yet: it is too early to tell, ask again in ")
                    .append(Ages.format(wholeSeconds(leaks.judgedInNanos())))
                    .append(".\n");
        } else if (early.isEmpty()) {
            text.append("No suspects: no call site's live bytes are known to rise steadily, since its first sample"
                    + " or of late,"
                    + " pools aside.\n");
        } else {
            appendTooEarly(text, leaks, early, youngGrow);
        }
        if (growing(leaks.pools())) {
            text.append("But a pool grows (below): buffers that were taken from it may not be released.\n");
        }
    }

    private static boolean growing(List<SiteUsage> sites) {
        for (SiteUsage usage : sites) {
            if (usage.growing()) {
                return true;
            }
        }
        return false;
    }

    /**
     * There may always be a site that has just begun: what is known of the others is not to be left unsaid for that.
     */
    private static void appendTooEarly(StringBuilder text, Leaks leaks, List<SiteUsage> early, boolean youngGrow) {
        boolean all = early.size() == leaks.holders().size();
        text.append("No suspects yet: ");
        if (!all) {
            text.append("of ")
                    .append(Scale.group(early.size()))
                    .append(early.size() == 1 ? " call site " : " call sites ");
        }
        text.append("it is too early to tell, ask again in ").append(Ages.format(longestWait(early)));
        if (youngGrow) {
            text.append("; what grows holds no blocks older than ").append(Ages.format(leaks.minimumAgeNanos()));
        } else if (!all) {
            text.append("; no other is known to rise steadily");
        }
        text.append(".\n");
    }

    /** In whole seconds, at least one: what is asked again just before is asked once more. */
    private static long longestWait(List<SiteUsage> early) {
        long longest = 1;
        for (SiteUsage usage : early) {
            longest = Math.max(longest, usage.judgedInNanos());
        }
        return wholeSeconds(longest);
    }

    private static long wholeSeconds(long nanos) {
        return (nanos + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND * NANOS_PER_SECOND;
    }

    /**
     * Says which code allocates most of a category, in words that put the estimate beside the exact figure: as a part
     * of it.
     *
     * @param sites the largest first
     * @param category whose sites are looked at
     * @param committedBytes of the category, exact; what is resident of them is another whole
     * @return for example {@code "nearly all of it allocated at com.acme.Codec.encode(Codec.java:12)"}; nothing if
     *     there is no sample
     */
    public static String largestPart(List<SiteUsage> sites, String category, long committedBytes) {
        for (SiteUsage usage : sites) {
            if (usage.site().category().equals(category)) {
                long percent = committedBytes <= 0 ? 0 : Math.round(100.0 * usage.liveBytes() / committedBytes);
                return (percent >= NEARLY_ALL ? "nearly all" : "about " + Math.max(1, percent) + " %")
                        + " of it allocated at " + usage.site();
            }
        }
        return "";
    }

    /**
     * Writes the table of those that hold most. Returns what it shows.
     *
     * @param peaksUnknown whether the peaks are not known
     */
    static List<SiteUsage> appendSites(
            StringBuilder text, List<SiteUsage> sites, Scale scale, int top, boolean peaksUnknown) {
        if (sites.isEmpty()) {
            return sites;
        }
        List<SiteUsage> shown = appendTitle(text, "Call sites by live bytes", sites, top);
        TextTable table =
                TextTable.ofFiguresAndName("Bytes", "±", "Count", "Peak", "Oldest", "Category", "Allocated at");
        for (SiteUsage usage : shown) {
            table.add(
                    scale.format(usage.liveBytes()),
                    scale.format(usage.standardErrorBytes()),
                    Scale.group(usage.liveCount()),
                    peaksUnknown ? "?" : scale.format(usage.peakBytes()),
                    Ages.format(usage.oldestAgeNanos()),
                    SafeText.shortened(usage.site().category(), CATEGORY_CHARS),
                    usage.site().toString());
        }
        table.appendTo(text);
        return shown;
    }

    /** Returns what of the list is to be shown. */
    private static List<SiteUsage> appendTitle(StringBuilder text, String title, List<SiteUsage> sites, int top) {
        List<SiteUsage> shown = sites.subList(0, Math.min(top, sites.size()));
        if (text.length() > 0) {
            text.append('\n');
        }
        text.append(title).append(" (").append(Scale.group(sites.size()));
        if (shown.size() < sites.size()) {
            text.append(", ").append(Scale.group(shown.size())).append(" shown");
        }
        text.append(")\n");
        return shown;
    }

    private static void appendGrowth(
            StringBuilder text,
            String title,
            List<SiteUsage> sites,
            Scale scale,
            int top,
            boolean stacks,
            boolean ofOldBlocks) {
        if (sites.isEmpty()) {
            return;
        }
        List<SiteUsage> shown = appendTitle(text, title, sites, top);
        TextTable table = TextTable.ofFiguresAndName(
                ofOldBlocks ? "Old bytes" : "Bytes",
                "±",
                "Count",
                "Growth/min",
                "±",
                "For",
                "Oldest",
                "Category",
                "Allocated at");
        for (SiteUsage usage : shown) {
            table.add(
                    scale.format(usage.liveBytes()),
                    scale.format(usage.standardErrorBytes()),
                    Scale.group(usage.liveCount()),
                    scale.format(usage.growthBytesPerMinute()),
                    scale.format(usage.growthErrorBytesPerMinute()),
                    usage.growing() ? Ages.format(usage.growingForNanos()) : "",
                    Ages.format(usage.oldestAgeNanos()),
                    SafeText.shortened(usage.site().category(), CATEGORY_CHARS),
                    usage.site().toString());
        }
        table.appendTo(text);
        if (stacks) {
            appendStacks(text, shown);
        }
    }

    private static void appendStacks(StringBuilder text, List<SiteUsage> usages) {
        for (int i = 0; i < usages.size(); i++) {
            appendStack(text, i + 1, usages.get(i));
        }
    }

    private static void appendStack(StringBuilder text, int number, SiteUsage usage) {
        StackText.append(text, number, usage.site());
        StackText.appendNames(text, "threads", usage.threadNames());
    }

    private static void appendNotes(StringBuilder text, Sampling sampling) {
        long interval = sampling.intervalBytes();
        text.append(text.length() > 0 ? "\n" : "");
        if (interval == 1) {
            text.append(
                    sampling.coverage().lateStart() == null
                            ? "Every block is recorded: figures are exact.\n"
                            : "Every block that was allocated since tracking began is recorded: of these,"
                                    + " figures are exact.\n");
        } else {
            text.append("Estimates from samples, one in ")
                    .append(Scale.group(interval))
                    .append(" bytes on average; ± is one standard error.\n");
        }
        if (sampling.lostSamples() > 0) {
            text.append("Samples that could not be taken: ")
                    .append(Scale.group(sampling.lostSamples()))
                    .append(".\n");
        }
    }
}
