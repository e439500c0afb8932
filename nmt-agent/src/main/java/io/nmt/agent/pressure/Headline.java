package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.SafeText;
import java.time.Instant;
import java.util.List;

/**
 * The first lines of a report and of the termination log: what holds most, by category and line of code. They are made
 * of figures at hand, in about a millisecond, since a process that fills its memory fast has not much more. Immutable.
 */
final class Headline {
    /** Begins a termination log. */
    static final String START = "nmt: ";

    private static final int PARTS_CHARS = 130;
    private static final int SITE_CHARS = 80;

    private final Crossing crossing;
    private final Instant time;
    private final LimitParts filling;
    private final CategoryUsage category; // null if nothing is tracked
    private final SiteUsage site; // null if there is none, or if it cannot be what fills the limit

    /** Takes given values. */
    Headline(Crossing crossing, Instant time, LimitParts filling, Snapshot snapshot, List<SiteUsage> sites) {
        this.crossing = crossing;
        this.time = time;
        this.filling = filling;
        LimitParts.Part most = filling.most();
        boolean ofJavaCode = most == null || most == LimitParts.Part.TRACKED;
        this.category = largest(snapshot);
        this.site = ofJavaCode && !sites.isEmpty() ? sites.get(0) : null;
    }

    /** The headline of this moment. */
    static Headline of(Crossing crossing, Instant time) {
        Snapshot snapshot = NativeMemory.snapshot();
        LimitParts filling = LimitParts.byCounts(crossing.cause().isOfCgroup() ? crossing.usageBytes() : 0, snapshot);
        return new Headline(crossing, time, filling, snapshot, TrackerReader.ownerLines());
    }

    private static CategoryUsage largest(Snapshot snapshot) {
        CategoryUsage largest = null;
        for (CategoryUsage usage : snapshot.categories()) {
            if (usage.committed() > 0 && (largest == null || usage.committed() > largest.committed())) {
                largest = usage;
            }
        }
        return largest;
    }

    /** The limit, its usage and the time: the beginning of a termination log. */
    static String begin(Crossing crossing, Instant time) {
        return START + crossing.cause().label() + ": " + crossing.inWordsWithPart() + " at "
                + EvidenceTitle.seconds(time);
    }

    /** The headline of a report. */
    String ofReport() {
        StringBuilder text = new StringBuilder(EvidenceTitle.of(crossing, time));
        text.append("Held: ").append(filling.inWords(PARTS_CHARS)).append(".\n");
        if (category != null) {
            text.append("Largest category: ")
                    .append(SafeText.name(category.category()))
                    .append(", ")
                    .append(Amounts.format(category.committed()))
                    .append(".\n");
        }
        if (site != null) {
            text.append("Largest call site: ")
                    .append(Amounts.format(site.liveBytes()))
                    .append(" (estimate).\n1. ")
                    .append(SafeText.name(site.site().toString()))
                    .append('\n');
        }
        return text.append("Figures follow. If none do, the process ended first.\n")
                .toString();
    }

    /** The headline of a termination log. */
    String ofTerminationLog(String reportPath) {
        String parts = filling.inWords(PARTS_CHARS);
        StringBuilder text = new StringBuilder(begin(crossing, time));
        text.append(parts.isEmpty() ? "" : ": ").append(parts).append('\n');
        if (site != null) {
            text.append("1. ")
                    .append(Amounts.format(site.liveBytes()))
                    .append(' ')
                    .append(SafeText.name(site.site().category()))
                    .append(": ")
                    .append(SafeText.line(SafeText.shortened(site.site().toString(), SITE_CHARS)))
                    .append('\n');
        } else if (category != null) {
            text.append(Amounts.format(category.committed()))
                    .append(' ')
                    .append(SafeText.name(category.category()))
                    .append('\n');
        }
        return text.append(reportPath.isEmpty() ? "No report could be written." : "Report: ".concat(reportPath))
                .append('\n')
                .toString();
    }
}
