package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.history.Figure;
import io.nmt.core.history.History;
import io.nmt.core.history.HistoryReading;
import io.nmt.core.history.HistoryReport;
import io.nmt.core.internal.sites.LeakFinder;
import io.nmt.core.internal.sites.Owners;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.report.PoolFindings;
import io.nmt.core.report.SafeText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Memory pressure in a few lines, what matters first: of several containers each has a part of what Kubernetes shows,
 * and a kilobyte is read at a glance.
 */
final class TerminationText {
    private static final int FIRST_SITES = 3;
    private static final int MOST_SITES = 10;
    private static final int LINE_CHARS = 150;
    private static final int SENTENCE_CHARS = 260;
    private static final int SITE_CHARS = 90;
    private static final int CATEGORY_CHARS = 24;
    private static final int CLASS_CHARS = 60;

    private final StringBuilder text = new StringBuilder(4096);

    private TerminationText() {}

    /** What is in use now. Takes milliseconds. */
    static String of(Crossing crossing, String reportPath) {
        TerminationText text = new TerminationText();
        text.append(crossing, reportPath);
        return text.text.toString();
    }

    private void append(Crossing crossing, String reportPath) {
        Scale scale = Scale.fitting(crossing.limitBytes());
        Runtime runtime = Runtime.getRuntime();
        line(
                "nmt: " + crossing.cause() + ": " + scale.format(crossing.usageBytes()) + " of "
                        + scale.format(crossing.limitBytes()) + " (" + crossing.percent() + " %) in use at "
                        + Instant.now().truncatedTo(ChronoUnit.SECONDS) + "; heap "
                        + scale.format(runtime.totalMemory()) + ", tracked outside it "
                        + scale.format(NativeMemory.snapshot().total().committed()),
                LINE_CHARS);
        List<SiteUsage> sites = Owners.list();
        List<PooledSite> pooled = NativeMemory.pooledBuffers();
        HistoryReading history = HistoryReading.of(History.ofProcess(), 0);
        appendSuspect(history, pooled);
        appendSites(sites, pooled, 0, FIRST_SITES, scale);
        line("Report: ".concat(reportPath), LINE_CHARS);
        // What follows may be cut off.
        sentence(HistoryReport.ofFigure(history, Figure.RSS, ZoneOffset.UTC));
        for (CategoryUsage usage : NativeMemory.snapshot().categories()) {
            if (usage.committed() > 0) {
                line(scale.format(usage.committed()) + " " + SafeText.name(usage.category()), LINE_CHARS);
            }
        }
        appendSites(sites, pooled, FIRST_SITES, MOST_SITES, scale);
    }

    /** The first of what is lost and what grows, and since when. */
    private void appendSuspect(HistoryReading history, List<PooledSite> pooled) {
        String lost = PoolFindings.lost(pooled);
        if (!lost.isEmpty()) {
            sentence(lost);
            return;
        }
        List<SiteUsage> suspects = LeakFinder.find().suspects();
        if (suspects.isEmpty()) {
            return;
        }
        SiteUsage suspect = suspects.get(0);
        String since = HistoryReport.ofSite(history, suspect.site().id(), ZoneOffset.UTC);
        sentence("Leak suspected: "
                + (since.isEmpty()
                        ? suspect.site() + " grows by "
                                + Scale.fitting(suspect.growthBytesPerMinute()).format(suspect.growthBytesPerMinute())
                                + " a minute."
                        : since));
    }

    private void appendSites(List<SiteUsage> sites, List<PooledSite> pooled, int from, int to, Scale scale) {
        for (int i = from; i < Math.min(to, sites.size()); i++) {
            SiteUsage usage = sites.get(i);
            String site = SafeText.shortened(usage.site().toString(), SITE_CHARS);
            String category = SafeText.shortened(usage.site().category(), CATEGORY_CHARS);
            line(
                    (i + 1) + ". " + scale.format(usage.liveBytes()) + " " + category + ": " + site
                            + lastIn(usage, pooled),
                    Integer.MAX_VALUE);
        }
    }

    private static String lastIn(SiteUsage usage, List<PooledSite> pooled) {
        for (PooledSite site : pooled) {
            if (site.usage().site().id() == usage.site().id()
                    && !site.held().lastSeen().isEmpty()) {
                return ", last in "
                        + SafeText.shortened(site.held().lastSeen().get(0).className(), CLASS_CHARS);
            }
        }
        return "";
    }

    private void sentence(String sentence) {
        if (!sentence.isEmpty()) {
            line(sentence, SENTENCE_CHARS);
        }
    }

    private void line(String line, int most) {
        text.append(SafeText.shortened(SafeText.line(line), most)).append('\n');
    }
}
