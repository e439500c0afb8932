package io.nmt.core.report;

import io.nmt.core.sites.Sites;
import io.nmt.core.tracker.Tracker;

/** All that the tracker knows, for people: categories, what is known of single blocks, call sites. */
public final class FullReport {
    private FullReport() {}

    /**
     * Writes what there is now.
     *
     * @param scale the unit of all byte figures but the overhead's
     * @param topSites how many call sites
     * @return lines, each ended by a line feed
     */
    public static String of(Scale scale, int topSites) {
        StringBuilder text = new StringBuilder(TextReport.of(Tracker.snapshot(), scale)).append(DetailReport.of(scale));
        if (Sites.intervalBytes() > 0) {
            text.append('\n').append(SiteReport.of(Sites.list(), scale, topSites));
        }
        return text.toString();
    }
}
