package io.nmt.core.report;

import io.nmt.core.sites.Frame;
import io.nmt.core.sites.Leaks;
import io.nmt.core.sites.SiteUsage;
import io.nmt.core.sites.Sites;
import java.util.List;

/** Call sites as text for people: one line of figures for each, then the stack, the frame outside the JDK first. */
public final class SiteReport {
    private static final String NO_SAMPLES = "No call sites are known: the agent runs with sample=0.\n";

    private SiteReport() {}

    /**
     * Writes the sites that hold most.
     *
     * @param sites the largest first
     * @param scale the unit of all byte figures
     * @param top how many of them
     * @return lines, each ended by a line feed; nothing if there are no sites
     */
    public static String of(List<SiteUsage> sites, Scale scale, int top) {
        if (Sites.intervalBytes() == 0) {
            return NO_SAMPLES;
        }
        StringBuilder text = new StringBuilder(1024);
        appendSites(text, "Call sites by live bytes", sites, scale, top, false);
        appendNotes(text);
        return text.toString();
    }

    /**
     * Writes suspects, other holders of old blocks, and pools.
     *
     * @param leaks to be shown
     * @param scale the unit of all byte figures
     * @param top how many of each
     * @return lines, each ended by a line feed
     */
    public static String of(Leaks leaks, Scale scale, int top) {
        if (Sites.intervalBytes() == 0) {
            return NO_SAMPLES;
        }
        StringBuilder text = new StringBuilder(1024);
        String older = " blocks older than " + Ages.format(leaks.minimumAgeNanos());
        if (leaks.suspects().isEmpty()) {
            text.append("No suspects: no call site's live bytes have risen steadily since its first sample.\n");
            for (SiteUsage usage : leaks.pools()) {
                if (usage.growing()) {
                    text.append("But a pool grows (below): buffers that were taken from it may not be released.\n");
                    break;
                }
            }
        } else {
            appendSites(text, "Leak suspects: growing, with" + older, leaks.suspects(), scale, top, true);
        }
        appendSites(text, "Not growing, with" + older, leaks.holders(), scale, top, true);
        appendSites(text, "Pools' chunks, which live by design:" + older, leaks.pools(), scale, top, true);
        appendNotes(text);
        return text.toString();
    }

    private static void appendSites(
            StringBuilder text, String title, List<SiteUsage> sites, Scale scale, int top, boolean growth) {
        if (sites.isEmpty()) {
            return;
        }
        int shown = Math.min(top, sites.size());
        if (text.length() > 0) {
            text.append('\n');
        }
        text.append(title).append(" (").append(Scale.group(sites.size()));
        if (shown < sites.size()) {
            text.append(", ").append(shown).append(" shown");
        }
        text.append(")\n");
        TextTable table = growth
                ? TextTable.ofFiguresAndName("Bytes", "±", "Count", "Growth/min", "Oldest", "Category", "Allocated at")
                : TextTable.ofFiguresAndName("Bytes", "±", "Count", "Peak", "Oldest", "Category", "Allocated at");
        for (SiteUsage usage : sites.subList(0, shown)) {
            table.add(
                    scale.format(usage.liveBytes()),
                    scale.format(usage.standardErrorBytes()),
                    Scale.group(usage.liveCount()),
                    scale.format(growth ? usage.growthBytesPerMinute() : usage.peakBytes()),
                    Ages.format(usage.oldestAgeNanos()),
                    usage.site().category(),
                    usage.site().toString());
        }
        table.appendTo(text);
        for (int i = 0; i < shown; i++) {
            appendStack(text, i + 1, sites.get(i));
        }
    }

    private static void appendStack(StringBuilder text, int number, SiteUsage usage) {
        text.append('\n').append(number).append(". ").append(usage.site()).append('\n');
        for (Frame frame : usage.site().frames()) {
            text.append("       at ").append(frame).append('\n');
        }
        text.append("   threads: ")
                .append(String.join(", ", usage.threadNames()))
                .append('\n');
    }

    private static void appendNotes(StringBuilder text) {
        long interval = Sites.intervalBytes();
        text.append(text.length() > 0 ? "\n" : "");
        if (interval == 1) {
            text.append("Every block is recorded: figures are exact.\n");
        } else {
            text.append("Estimates from samples, one in ")
                    .append(Scale.group(interval))
                    .append(" bytes on average; ± is one standard error.\n");
        }
        if (Sites.lostSamples() > 0) {
            text.append("Samples that could not be taken: ")
                    .append(Scale.group(Sites.lostSamples()))
                    .append(".\n");
        }
    }
}
