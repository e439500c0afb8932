package io.nmt.report.document;

import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.model.Ages;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Leaks as text for people: a row for each line of code, and the stacks that lead to it. */
final class LeakReport {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int BEYOND_CHANCE = 3; // standard errors
    private static final String YOUNG = "*";

    private final LeaksByLine byLine;
    private final Leaks leaks;
    private final Scale scale;
    private final int top;
    private final boolean stacks;
    private final Set<String> growingCategories;
    private final List<SiteUsage> allShown = new ArrayList<>();
    private boolean youngIsShown;
    private final StringBuilder text = new StringBuilder(1024);

    /**
     * Takes what there is to be written.
     *
     * @param growingCategories names of those that grow beside their lines of code
     */
    LeakReport(LeaksByLine byLine, Set<String> growingCategories, Scale scale, int top, boolean stacks) {
        this.growingCategories = growingCategories;
        this.byLine = byLine;
        this.leaks = byLine.leaks();
        this.scale = scale;
        this.top = top;
        this.stacks = stacks;
    }

    String write(List<String> statements, Sampling sampling) {
        statements.forEach(statement -> text.append(statement).append('\n'));
        String older = " blocks older than " + Ages.format(leaks.minimumAgeNanos());
        List<SiteUsage> early = new ArrayList<>();
        List<SiteUsage> growing = new ArrayList<>();
        List<SiteUsage> ofCategory = new ArrayList<>();
        List<SiteUsage> unsteady = new ArrayList<>();
        List<SiteUsage> level = new ArrayList<>();
        for (SiteUsage usage : leaks.holders()) {
            if (usage.growing()) {
                growing.add(usage);
            } else if (growingCategories.contains(usage.site().category())) {
                ofCategory.add(usage);
            } else if (usage.judgedInNanos() > 0) {
                early.add(usage);
            } else if (usage.growthBytesPerMinute() > BEYOND_CHANCE * usage.growthErrorBytesPerMinute()) {
                unsteady.add(usage);
            } else {
                level.add(usage);
            }
        }
        appendGrowth("LEAK: grows, and no collection frees it", leaks.suspects(), stacks);
        appendGrowth("GROWING: may be garbage, or a cache that fills", growing, stacks);
        appendGrowth("HELD: lines of a category that grows, none of them steadily", ofCategory, stacks);
        // With a suspect, the calls that lead to what is none would push it from the screen.
        boolean ofOthers = stacks && leaks.suspects().isEmpty() && growing.isEmpty();
        if (!early.isEmpty()) {
            appendGrowth(
                    "UNKNOWN: too early to tell, ask again in " + Ages.format(longestWait(early)), early, ofOthers);
        }
        appendGrowth("HELD: grew, but not steadily, or not any more", unsteady, ofOthers);
        appendGrowth("HELD: no growth beyond chance", level, ofOthers);
        appendGrowth(
                growing(leaks.pools()) ? "Chunks of pools: grow in number" : "Chunks of pools: live by design",
                leaks.pools(),
                ofOthers);
        if (isOfOldBlocks()
                && (!leaks.suspects().isEmpty()
                        || !leaks.holders().isEmpty()
                        || !leaks.pools().isEmpty())) {
            text.append("\nOld bytes:").append(older).append('.');
            text.append(youngIsShown ? " " + YOUNG + " no old block: all its bytes.\n" : "\n");
        }
        text.append(text.length() > 0 ? "\n" : "");
        SiteReport.appendNotes(text, sampling);
        return text.append(SiteReport.oneSampleNote(allShown)).toString();
    }

    /** The figures of all blocks, where the age of each is not known. */
    private boolean isOfOldBlocks() {
        return leaks.minimumAgeNanos() > 0;
    }

    private static boolean growing(List<SiteUsage> sites) {
        return sites.stream().anyMatch(SiteUsage::growing);
    }

    /** In whole seconds, at least one: what is asked again just before is asked once more. */
    private static long longestWait(List<SiteUsage> early) {
        long longest = 1;
        for (SiteUsage usage : early) {
            longest = Math.max(longest, usage.judgedInNanos());
        }
        return (longest + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND * NANOS_PER_SECOND;
    }

    /** Figures are of old blocks; of a line that has none, of all its blocks. */
    private void appendGrowth(String title, List<SiteUsage> sites, boolean showsStacks) {
        if (sites.isEmpty()) {
            return;
        }
        List<SiteUsage> shown = SiteReport.appendTitle(text, title, sites, top);
        TextTable table = TextTable.ofFiguresAndName(
                isOfOldBlocks() ? "Old bytes" : "Bytes",
                "±",
                "Count",
                "Growth/min",
                "±",
                "For",
                "Oldest",
                "Category",
                "Allocated at");
        allShown.addAll(shown);
        for (SiteUsage usage : shown) {
            youngIsShown |= !leaks.hasOldBlocks(usage);
            table.add(
                    scale.format(usage.liveBytes()) + (leaks.hasOldBlocks(usage) ? "" : YOUNG),
                    SiteReport.error(usage, scale),
                    SiteReport.count(usage),
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
        return StackText.name(usage.site(), byLine.stacks(usage).size());
    }

    private void appendStacks(int number, SiteUsage usage) {
        List<SiteUsage> all = byLine.stacks(usage);
        if (all.size() == 1) {
            StackText.append(text, number, usage.site());
            StackText.appendNames(text, "threads", usage.threadNames());
            return;
        }
        StackText.appendLine(text, number, usage.site(), all.size());
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
        text.append("   ")
                .append(share(stack.liveBytes(), sum))
                .append(": ")
                .append(Amounts.format(stack.liveBytes(), scale));
        if (stack.standardErrorBytes() > 0) {
            text.append(" (± ")
                    .append(Amounts.format(stack.standardErrorBytes(), scale))
                    .append(')');
        }
        text.append(" in ")
                .append(Scale.group(stack.liveCount()))
                .append(stack.liveCount() == 1 ? " block" : " blocks");
        if (stack.growing()) {
            text.append(", +")
                    .append(Amounts.format(stack.growthBytesPerMinute(), scale))
                    .append("/min");
        }
        text.append('\n');
        StackText.appendFrames(text, stack.site());
        StackText.appendNames(text, "    threads", stack.threadNames());
    }

    /** The share of a stack: all stacks of the line add up to it, but for its category's bound. */
    private static String share(long bytes, long sum) {
        long percent = sum == 0 ? 0 : Math.round(100.0 * bytes / sum);
        return percent == 0 && bytes > 0 ? "<1 %" : percent + " %";
    }
}
