package io.nmt.report.document;

import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Call sites as text for people: one line of figures for each, with the frame that names it, then the stack. */
public final class SiteReport {
    private static final String NO_SAMPLES = "No call sites are known: the agent runs with sample=0.\n";

    /** The most characters of a category's name, in a table with many figures beside it. */
    static final int CATEGORY_CHARS = 24;

    private static final int NEARLY_ALL = 90; // percent
    private static final String ONE_SAMPLE = "\u00b9";

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
        return text.append(oneSampleNote(shown)).toString();
    }

    /**
     * Writes growth: its statements, lines of code that grow or hold old blocks, with the stacks that lead to each, and
     * chunks of pools.
     *
     * @param lines to be shown
     * @param statements on their growth, told first
     * @param times of the reader
     * @param sampling how they were found
     * @param scale the unit of all byte figures
     * @param top how many of each group, and how many stacks of a line
     * @param stacks whether to show the calls that led to what grows, too, and the threads; of all, if none grows
     * @return lines, each ended by a line feed
     */
    public static String ofGrowth(
            LeaksByLine lines,
            List<Statement> statements,
            Times times,
            Sampling sampling,
            Scale scale,
            int top,
            boolean stacks) {
        return sampling.intervalBytes() == 0
                ? NO_SAMPLES
                : new LeakReport(lines, growingCategories(statements), scale, top, stacks)
                        .write(StatementText.of(statements, times), sampling);
    }

    private static Set<String> growingCategories(List<Statement> statements) {
        Set<String> categories = new HashSet<>();
        for (Statement statement : statements) {
            if (statement.subject().type() == SubjectType.CATEGORY && statement.grows()) {
                categories.add(statement.subject().name());
            }
        }
        return categories;
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
                    error(usage, scale),
                    count(usage),
                    peaksUnknown ? "?" : scale.format(usage.peakBytes()),
                    Ages.format(usage.oldestAgeNanos()),
                    SafeText.shortened(usage.site().category(), CATEGORY_CHARS),
                    usage.site().label());
        }
        table.appendTo(text);
        return shown;
    }

    /** One standard error of the live bytes; where there is none, that they are known. */
    static String error(SiteUsage usage, Scale scale) {
        return usage.standardErrorBytes() == 0 ? "exact" : scale.format(usage.standardErrorBytes());
    }

    /** The live blocks, with a mark where one sample speaks for many. */
    static String count(SiteUsage usage) {
        return Scale.group(usage.liveCount()) + (isOfOneSample(usage) ? ONE_SAMPLE : "");
    }

    private static boolean isOfOneSample(SiteUsage usage) {
        return usage.samples() == 1 && usage.liveCount() > 1;
    }

    /** Explains the mark, if a row has it. */
    static String oneSampleNote(List<SiteUsage> shown) {
        return shown.stream().anyMatch(SiteReport::isOfOneSample)
                ? ONE_SAMPLE + " Told from one sample: bytes and count are rough.\n"
                : "";
    }

    /** Returns what of the list is to be shown. */
    static List<SiteUsage> appendTitle(StringBuilder text, String title, List<SiteUsage> sites, int top) {
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

    private static void appendStacks(StringBuilder text, List<SiteUsage> usages) {
        for (int i = 0; i < usages.size(); i++) {
            appendStack(text, i + 1, usages.get(i));
        }
    }

    private static void appendStack(StringBuilder text, int number, SiteUsage usage) {
        StackText.append(text, number, usage.site());
        StackText.appendNames(text, "threads", usage.threadNames());
    }

    static void appendNotes(StringBuilder text, Sampling sampling) {
        long interval = sampling.intervalBytes();
        text.append(text.length() > 0 ? "\n" : "");
        if (interval == 1) {
            text.append(
                    sampling.coverage().lateStart() == null
                            ? SampleNotes.EVERY_BLOCK.concat("\n")
                            : "Every block since tracking began is recorded: figures of these are exact."
                                    + SampleNotes.BUT + "\n");
        } else {
            text.append("Estimates from samples, one in ")
                    .append(Scale.group(interval))
                    .append(" bytes on average; ± is one standard error.\n");
        }
        if (sampling.lostSamples() > 0) {
            text.append("Lost samples: ")
                    .append(Scale.group(sampling.lostSamples()))
                    .append(".\n");
        }
    }
}
