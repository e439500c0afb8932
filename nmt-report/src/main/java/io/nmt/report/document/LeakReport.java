package io.nmt.report.document;

import io.nmt.core.model.Frame;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.model.Ages;
import java.util.ArrayList;
import java.util.List;

/** Leaks as text for people: a row for each line of code, and the stacks that lead to it. */
final class LeakReport {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int BEYOND_CHANCE = 3; // standard errors

    private final LeaksByLine byLine;
    private final Leaks leaks;
    private final Scale scale;
    private final int top;
    private final boolean stacks;
    private final StringBuilder text = new StringBuilder(1024);

    LeakReport(LeaksByLine byLine, Scale scale, int top, boolean stacks) {
        this.byLine = byLine;
        this.leaks = byLine.leaks();
        this.scale = scale;
        this.top = top;
        this.stacks = stacks;
    }

    String write(Sampling sampling, boolean handlesGrow) {
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
                appendNoSuspects(tooEarly, !youngAndGrowing.isEmpty());
            } else {
                text.append("No suspects, but whether what grows is a leak cannot be told yet: it may be garbage.\n");
            }
            if (handlesGrow) {
                text.append("But native handles grow in number (below): what they own is not among these bytes.\n");
            }
        } else {
            appendGrowth("Leak suspects: growing, with" + older, leaks.suspects(), stacks, true);
        }
        appendGrowth("Growing, but it may be garbage, with" + older, garbage, stacks, true);
        appendGrowth("Growing, but" + younger, youngAndGrowing, stacks, false);
        // With a suspect, the calls that lead to what is none would push it from the screen.
        boolean ofOthers = stacks && leaks.suspects().isEmpty() && garbage.isEmpty() && youngAndGrowing.isEmpty();
        appendGrowth(tooEarlyToTell(early) + "with" + older, early, ofOthers, true);
        appendGrowth(tooEarlyToTell(young) + younger.strip(), young, ofOthers, false);
        appendGrowth("Risen, but not steadily, or not any more, with" + older, unsteady, ofOthers, true);
        appendGrowth("Not known to grow, with" + older, level, ofOthers, true);
        String pools = growing(leaks.pools())
                ? "Pools' chunks, which grow in number:"
                : "Pools' chunks, which live by design:";
        appendGrowth(pools + older, leaks.pools(), ofOthers, true);
        SiteReport.appendNotes(text, sampling);
        return text.toString();
    }

    private static String tooEarlyToTell(List<SiteUsage> sites) {
        return "Too early to tell whether these grow, ask again in " + Ages.format(longestWait(sites)) + ": ";
    }

    private void appendNoSuspects(List<SiteUsage> early, boolean youngGrow) {
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
            appendTooEarly(early, youngGrow);
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
    private void appendTooEarly(List<SiteUsage> early, boolean youngGrow) {
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

    private void appendGrowth(String title, List<SiteUsage> sites, boolean showsStacks, boolean ofOldBlocks) {
        if (sites.isEmpty()) {
            return;
        }
        List<SiteUsage> shown = SiteReport.appendTitle(text, title, sites, top);
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
                    SiteReport.error(usage, scale),
                    Scale.group(usage.liveCount()),
                    scale.format(usage.growthBytesPerMinute()),
                    scale.format(usage.growthErrorBytesPerMinute()),
                    usage.growing() ? Ages.format(usage.growingForNanos()) : "",
                    Ages.format(usage.oldestAgeNanos()),
                    SafeText.shortened(usage.site().category(), SiteReport.CATEGORY_CHARS),
                    name(usage));
        }
        table.appendTo(text);
        for (int i = 0; i < shown.size() && showsStacks; i++) {
            appendStacks(i + 1, shown.get(i));
        }
    }

    private String name(SiteUsage usage) {
        int number = byLine.stacks(usage).size();
        return number == 1 ? usage.site().toString() : usage.site() + " (" + Scale.group(number) + " stacks)";
    }

    private void appendStacks(int number, SiteUsage usage) {
        List<SiteUsage> all = byLine.stacks(usage);
        if (all.size() == 1) {
            StackText.append(text, number, usage.site());
            StackText.appendNames(text, "threads", usage.threadNames());
            return;
        }
        text.append('\n')
                .append(number)
                .append(". ")
                .append(SafeText.name(name(usage)))
                .append('\n');
        List<SiteUsage> shown = all.subList(0, Math.min(top, all.size()));
        long sum = 0;
        for (SiteUsage stack : all) {
            sum += stack.liveBytes();
        }
        for (SiteUsage stack : shown) {
            appendStack(stack, sum);
        }
        if (shown.size() < all.size()) {
            long rest = sum;
            for (SiteUsage stack : shown) {
                rest -= stack.liveBytes();
            }
            text.append("   ")
                    .append(Scale.group(all.size() - shown.size()))
                    .append(" more, with ")
                    .append(share(rest, sum))
                    .append('\n');
        }
    }

    private void appendStack(SiteUsage stack, long sum) {
        text.append("   ").append(share(stack.liveBytes(), sum)).append(": ").append(scale.format(stack.liveBytes()));
        if (stack.standardErrorBytes() > 0) {
            text.append(" (± ").append(scale.format(stack.standardErrorBytes())).append(')');
        }
        text.append(" in ")
                .append(Scale.group(stack.liveCount()))
                .append(stack.liveCount() == 1 ? " block" : " blocks");
        if (stack.growing()) {
            text.append(", growing by ")
                    .append(scale.format(stack.growthBytesPerMinute()))
                    .append(" a minute");
        }
        text.append('\n');
        for (Frame frame : stack.site().frames()) {
            text.append("       at ").append(SafeText.name(frame.toString())).append('\n');
        }
        StackText.appendNames(text, "    threads", stack.threadNames());
    }

    /** Of all stacks of the line: these add up to it, but for what its category bounds. */
    private static String share(long bytes, long sum) {
        long percent = sum == 0 ? 0 : Math.round(100.0 * bytes / sum);
        return percent == 0 && bytes > 0 ? "<1 %" : percent + " %";
    }
}
