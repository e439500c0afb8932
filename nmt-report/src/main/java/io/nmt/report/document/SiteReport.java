package io.nmt.report.document;

import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Ages;
import java.util.ArrayList;
import java.util.List;

/** Builds reports on call sites: a row for each, with the frame that names it, then the stacks. */
public final class SiteReport {
    static final String NO_SAMPLES = "No call sites are known: the agent runs with sample=0.\n";

    /** The most characters of a category's name, in a table with many figures beside it. */
    static final int CATEGORY_CHARS = 24;

    private static final int NEARLY_ALL = 90; // percent
    private static final String KEY = "sites";

    private static final List<Column> COLUMNS = Table.joined(
            List.of(
                    Column.name("", "Category"),
                    Column.name("", "Allocated at"),
                    Column.bytes("", "Bytes"),
                    Column.bytes("", Column.ERROR),
                    Column.count("", "Count"),
                    Column.bytes("", "Peak"),
                    Column.age("", "Oldest")),
            SiteRows.COLUMNS);

    private static final String ONE_SAMPLE = "\u00b9";

    private SiteReport() {}

    /**
     * Builds the report on the sites that hold most.
     *
     * @param sites the largest first
     * @param sampling how they were found
     * @param top how many of them
     * @param stacks whether people see the calls that led to each, too, and the threads
     * @return the report
     */
    public static Report of(List<SiteUsage> sites, Sampling sampling, int top, boolean stacks) {
        List<Section> sections = new ArrayList<>();
        sections.add(SiteRows.facts(sampling));
        if (sampling.intervalBytes() == 0) {
            sections.add(SiteRows.table(KEY, sites, top));
            sections.add(new Lines(NO_SAMPLES));
            return new Report(sections);
        }
        sections.add(table(sites, top, false));
        List<SiteUsage> shown = Table.first(sites, top);
        StringBuilder text = new StringBuilder();
        for (int i = 0; stacks && i < shown.size(); i++) {
            StackText.append(text, i + 1, shown.get(i).site());
            StackText.appendNames(text, "threads", shown.get(i).threadNames());
        }
        text.append(sites.isEmpty() ? "" : "\n");
        appendNotes(text, sampling);
        sections.add(new Lines(text.append(oneSampleNote(shown)).toString()));
        return new Report(sections);
    }

    /**
     * Builds the table of those that hold most.
     *
     * @param peaksUnknown whether the peaks are not known
     */
    static Table table(List<SiteUsage> sites, int top, boolean peaksUnknown) {
        List<SiteUsage> shown = Table.first(sites, top);
        String title = Table.title("Call sites by live bytes", sites.size(), shown.size());
        Table table = new Table(KEY, sites.isEmpty() ? "" : title, COLUMNS);
        for (SiteUsage usage : shown) {
            long error = usage.standardErrorBytes();
            table.add(Table.joined(
                    Table.row(
                            SafeText.shortened(usage.site().category(), CATEGORY_CHARS),
                            usage.site().label(),
                            usage.liveBytes(),
                            error == 0 ? "exact" : (Object) error,
                            count(usage),
                            peaksUnknown ? "?" : (Object) usage.peakBytes(),
                            Ages.format(usage.oldestAgeNanos())),
                    SiteRows.cells(usage, false)));
        }
        return table;
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
                ? ONE_SAMPLE + " From one sample: bytes and count are estimates.\n"
                : "";
    }

    static void appendNotes(StringBuilder text, Sampling sampling) {
        long interval = sampling.intervalBytes();
        if (interval == 1) {
            text.append(
                    sampling.coverage().lateStart() == null
                            ? SampleNotes.EVERY_BLOCK.concat("\n")
                            : "Every block since tracking began is recorded: figures of these are exact."
                                    + SampleNotes.BUT + "\n");
        } else {
            text.append("Estimates from samples, one in ")
                    .append(Scale.group(interval))
                    .append(" bytes on average. ".concat(SampleNotes.ERROR));
        }
        if (sampling.lostSamples() > 0) {
            text.append("Lost samples: ")
                    .append(Scale.group(sampling.lostSamples()))
                    .append(".\n");
        }
    }
}
