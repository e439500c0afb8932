package io.nmt.core.internal.sites;

import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Bounds estimates by exact figures: what the sites of a category, or of a kind of pool, hold is together no more than
 * that has, and by the samples of one thread no more than the thread has. Not thread-safe.
 */
final class SiteBounds {
    private final Map<Integer, Share> shares = new HashMap<>();

    /** The sums of a group, each sample in one of them. */
    private static final class Group {
        final List<SiteSum> sums = new ArrayList<>();
        final SampleTotals totals = new SampleTotals();
        long hiddenBytes;
        long hidden;
    }

    /**
     * Finds them.
     *
     * @param sites that each sample is in one of
     * @param lines sums of the same samples, as far as there are such; what threads have is bounded in both
     * @param wholes of their groups
     */
    SiteBounds(Collection<SiteSum> sites, Collection<SiteSum> lines, Wholes wholes) {
        Map<Integer, Group> groups = new HashMap<>();
        for (SiteSum sum : sites) {
            Group group = groups.get(sum.groupId()); // "computeIfAbsent" would take a lambda: see Sites
            if (group == null) {
                group = new Group();
                groups.put(sum.groupId(), group);
            }
            group.sums.add(sum);
        }
        for (Map.Entry<Integer, Group> entry : groups.entrySet()) {
            Group group = entry.getValue();
            Map<String, Whole> threads = wholes.byThread(entry.getKey());
            if (threads != null) {
                boundThreads(entry.getKey(), group.sums, lines, threads);
            }
            for (SiteSum sum : group.sums) {
                group.totals.add(sum.totals());
                group.hiddenBytes += sum.hiddenBytes();
                group.hidden += sum.hidden();
            }
            shares.put(
                    entry.getKey(),
                    Share.of(
                            group.totals,
                            group.sums.size(),
                            group.hiddenBytes,
                            group.hidden,
                            wholes.of(entry.getKey())));
        }
    }

    private static void boundThreads(
            int groupId, List<SiteSum> sums, Collection<SiteSum> lines, Map<String, Whole> threads) {
        Map<Integer, SampleTotals> totals = new HashMap<>();
        for (SiteSum sum : sums) {
            for (Map.Entry<Integer, SampleTotals> entry : sum.byThread().entrySet()) {
                SampleTotals all = totals.get(entry.getKey());
                if (all == null) {
                    all = new SampleTotals();
                    totals.put(entry.getKey(), all);
                }
                all.add(entry.getValue());
            }
        }
        Map<Integer, Share> shares = new HashMap<>();
        for (Map.Entry<Integer, SampleTotals> entry : totals.entrySet()) {
            Whole whole = threads.get(ThreadNames.withId(entry.getKey()));
            if (whole != null) {
                shares.put(entry.getKey(), Share.of(entry.getValue(), sums.size(), 0, 0, whole));
            }
        }
        for (SiteSum sum : sums) {
            sum.scaleThreads(shares);
        }
        for (SiteSum line : lines) {
            if (line.groupId() == groupId) {
                line.scaleThreads(shares);
            }
        }
    }

    /** Tells what the samples of a site or a line tell; null if there are none to be shown. */
    SiteUsage usage(SiteSum sum, Site named) {
        return sum.usage(named, shares.get(sum.groupId()));
    }
}
