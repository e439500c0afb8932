package io.nmt.junit;

import io.nmt.core.model.PooledSite;
import io.nmt.core.model.RecentBlocks;
import io.nmt.core.model.Site;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells of what was left whose it is, and whether it is a leak. */
final class LeakAttribution {
    // As the tracker names threads that it cannot tell apart.
    private static final String OTHER_THREADS = "(other threads)";

    private final Rules rules;
    private final String thread;
    private final Set<String> threadsBefore;
    private final boolean alone;
    private final List<Leak> leaks = new ArrayList<>();

    LeakAttribution(Rules rules, String thread, Set<String> threadsBefore, boolean alone) {
        this.rules = rules;
        this.thread = thread;
        this.threadsBefore = threadsBefore;
        this.alone = alone;
    }

    /** Those that fail the test first, and of these the one with most bytes. */
    List<Leak> leaks() {
        leaks.sort(Comparator.comparing((Leak leak) -> !leak.isJudged(rules)).thenComparing(Leak.MOST_FIRST));
        return leaks;
    }

    /** Adds blocks of which each was sampled. */
    void addBlocks(List<RecentBlocks> groups) {
        Map<String, Leak> bySite = new LinkedHashMap<>();
        for (RecentBlocks blocks : groups) {
            Site site = blocks.site();
            boolean amongPooled = rules.pools() && PooledSite.isOfSingleBuffers(site);
            if (!amongPooled && rules.looksAtCategory(site.category()) && rules.looksAt(site)) {
                Leak leak = new Leak(
                        Leak.Kind.BLOCKS,
                        site.category(),
                        site,
                        List.of(blocks.threadName()),
                        blocks.bytes(),
                        blocks.count(),
                        false,
                        whose(List.of(blocks.threadName())),
                        KeptByDesign.reason(site, rules));
                bySite.merge(site.id() + " " + leak.whose(), leak, Leak::plus);
            }
        }
        bySite.values().stream()
                .filter(leak -> leak.bytes() > rules.upToBytes())
                .forEach(leaks::add);
    }

    void addHandles(List<Growth> growths) {
        for (Growth growth : growths) {
            add(Leak.Kind.HANDLES, growth);
        }
    }

    void addPooled(List<Growth> growths) {
        for (Growth growth : growths) {
            if (growth.bytes() > rules.upToBytes()) {
                add(Leak.Kind.POOLED, growth);
            }
        }
    }

    private void add(Leak.Kind kind, Growth growth) {
        if (rules.looksAt(growth.site())) {
            leaks.add(new Leak(
                    kind,
                    growth.group(),
                    growth.site(),
                    growth.threads(),
                    growth.bytes(),
                    growth.count(),
                    growth.collected() > 0,
                    whose(growth.threads()),
                    growth.site() == null ? null : KeptByDesign.reason(growth.site(), rules)));
        }
    }

    /** The owner of a leak with several threads: the test, if it has a part in it. */
    private Leak.Whose whose(List<String> threads) {
        if (threads.isEmpty()) {
            return alone ? Leak.Whose.TEST : Leak.Whose.UNKNOWN;
        }
        Leak.Whose whose = Leak.Whose.OTHERS;
        for (String name : threads) {
            if (name.equals(thread)) {
                return Leak.Whose.TEST;
            } else if (!threadsBefore.contains(name)) {
                // It has started since: by this test, unless there were others.
                whose = alone && !name.equals(OTHER_THREADS) ? Leak.Whose.TEST : Leak.Whose.UNKNOWN;
            }
        }
        return whose;
    }
}
