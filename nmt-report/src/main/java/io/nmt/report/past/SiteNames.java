package io.nmt.report.past;

import io.nmt.core.model.Site;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The call sites that points have numbers of. Of some number of sites, those that no point has are forgotten; if all of
 * them are in points, another one has no name. Not thread-safe.
 */
final class SiteNames {
    private static final int MAX_SITES = 1000;
    private static final int POINTS_BETWEEN = 180;

    private final Map<Integer, Site> sites = new HashMap<>();
    private int pointsUntilForgetting; // to look at all points takes a while

    void pointAdded() {
        pointsUntilForgetting--;
    }

    /** Adds a site; {@code used} reads the numbers that points have. */
    void add(Site site, Supplier<Set<Integer>> used) {
        if (sites.containsKey(site.id())) {
            return;
        }
        if (sites.size() >= MAX_SITES && pointsUntilForgetting <= 0) {
            sites.keySet().retainAll(used.get());
            pointsUntilForgetting = POINTS_BETWEEN;
        }
        if (sites.size() < MAX_SITES) {
            sites.put(site.id(), site);
        }
    }

    /** Null if it is not known. */
    Site get(int id) {
        return sites.get(id);
    }
}
