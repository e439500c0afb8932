package io.nmt.report.malloc;

import io.nmt.core.model.Frame;
import io.nmt.core.model.Scale;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.SafeText;
import io.nmt.report.document.TextTable;
import java.util.List;

/** A profile of malloc as text for people: by library, by Java call site, and what it means. */
public final class MallocReport {
    /** In place of a call site. */
    static final String NO_JAVA = "(no Java code)";

    private static final int MOST_NATIVE_FRAMES = 16;
    private static final int PERCENT = 100;

    private MallocReport() {}

    /**
     * Writes it.
     *
     * @param profile to be shown
     * @param context of its process
     * @param scale the unit of all byte figures
     * @param top how many libraries, and how many call sites
     * @param stacks whether to show the calls that led to each site, too
     * @return lines, each ended by a line feed
     */
    public static String of(MallocProfile profile, MallocContext context, Scale scale, int top, boolean stacks) {
        StringBuilder text = new StringBuilder(2048);
        String growth = ProfileFindings.netGrowth(profile, context);
        if (!growth.isEmpty()) {
            text.append(growth).append("\n\n");
        }
        text.append(
                profile.live()
                        ? "Live by jemalloc's own heap profile, by library\n"
                        : "Malloced in " + ProfileFindings.time(profile) + " and not freed, by library\n");
        TextTable table = profile.live()
                ? TextTable.ofFiguresAndName("Bytes", "±", "Blocks", "Growth/min", "±", "Library")
                : TextTable.ofFiguresAndName("Bytes", "±", "Blocks", "Bytes/min", "Malloced", "Library");
        for (MallocSum library : first(profile.libraries(), top)) {
            addRow(
                    table,
                    library,
                    profile,
                    scale,
                    library.name().equals(MallocProfile.JVM) ? library.name() + " (the JVM itself)" : library.name());
        }
        if (profile.tracked() != null && profile.tracked().allocatedBytes() > 0) {
            addRow(table, profile.tracked(), profile, scale, "(Java code: 'summary' has it)");
        }
        table.appendTo(text);
        List<MallocSum> sites =
                first(profile.sites().stream().filter(site -> site.bytes() > 0).toList(), top);
        appendSites(text, sites, profile, scale);
        if (stacks) {
            int number = 1;
            for (MallocSum site : sites) {
                appendStack(text, number++, site.stacks().get(0));
            }
        }
        appendNotes(text, profile);
        text.append("\nFindings:\n");
        for (String finding : ProfileFindings.of(profile, context)) {
            text.append("- ").append(finding).append('\n');
        }
        return text.toString();
    }

    private static <T> List<T> first(List<T> list, int most) {
        return list.subList(0, Math.min(most, list.size()));
    }

    private static void addRow(TextTable table, MallocSum sum, MallocProfile profile, Scale scale, String name) {
        long perMinute = ProfileFindings.perMinute(sum.grownBytes(), profile.nanos());
        table.add(
                scale.format(sum.bytes()),
                scale.format(sum.standardErrorBytes()),
                Scale.group(sum.blocks()),
                profile.live() ? changeOf(perMinute, scale) : scale.format(perMinute),
                scale.format(
                        profile.live()
                                ? ProfileFindings.perMinute(sum.grownErrorBytes(), profile.nanos())
                                : sum.allocatedBytes()),
                name);
    }

    private static String changeOf(long bytes, Scale scale) {
        return bytes == 0 ? "0" : scale.formatChange(bytes);
    }

    private static void appendSites(StringBuilder text, List<MallocSum> sites, MallocProfile profile, Scale scale) {
        if (sites.isEmpty()) {
            return;
        }
        text.append("\nBy Java call site (").append(sites.size()).append(")\n");
        TextTable table = TextTable.ofFiguresAndName(
                "Bytes", "±", "Blocks", profile.live() ? "Growth/min" : "Bytes/min", "Library", "Called from");
        for (MallocSum site : sites) {
            long perMinute = ProfileFindings.perMinute(site.grownBytes(), profile.nanos());
            table.add(
                    scale.format(site.bytes()),
                    scale.format(site.standardErrorBytes()),
                    Scale.group(site.blocks()),
                    profile.live() ? changeOf(perMinute, scale) : scale.format(perMinute),
                    site.stacks().get(0).library(),
                    site.name().isEmpty() ? NO_JAVA : site.name());
        }
        table.appendTo(text);
    }

    /** Appends the largest of several stacks of a site. */
    private static void appendStack(StringBuilder text, int number, MallocStack stack) {
        text.append('\n')
                .append(number)
                .append(". ")
                .append(SafeText.name(
                        stack.site().leading() == null ? NO_JAVA : stack.site().toString()))
                .append('\n');
        List<NativeFrame> innermost = first(stack.nativeFrames(), MOST_NATIVE_FRAMES);
        for (NativeFrame frame : innermost) {
            text.append("       in ").append(SafeText.name(frame.toString())).append('\n');
        }
        if (innermost.size() < stack.nativeFrames().size()) {
            text.append("       ... and ")
                    .append(stack.nativeFrames().size() - innermost.size())
                    .append(" more, which --json and -o have\n");
        }
        for (Frame frame : stack.site().frames()) {
            text.append("       at ").append(SafeText.name(frame.toString())).append('\n');
        }
    }

    private static void appendNotes(StringBuilder text, MallocProfile profile) {
        text.append("\nEstimates from ")
                .append(Scale.group(profile.samples()))
                .append(
                        profile.intervalBytes() <= 1
                                ? " samples, each malloc"
                                : " samples, one in " + Amounts.format(profile.intervalBytes()))
                .append(
                        profile.live()
                                ? ". ± is one standard error, of growth at most. jemalloc does not"
                                        + " see Java code below a native "
                                        + "method.\n"
                                : ". ± is one standard error. Older blocks are not included.\n");
        if (profile.cutOff()) {
            text.append("The recording could not be read to its end.\n");
        }
        if (profile.lostShare() > 0) {
            text.append("The profiler lost ")
                    .append(Math.max(1, Math.round(PERCENT * profile.lostShare())))
                    .append(" % of samples and frees; figures are corrected for that.\n");
        } else if (profile.lostShare() < 0) {
            text.append(
                    "Lost frees of the profiler are unknown. On a busy machine, some percent of these blocks may be "
                            + "freed.\n");
        }
    }
}
