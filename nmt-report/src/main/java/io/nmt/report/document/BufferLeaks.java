package io.nmt.report.document;

import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Judgement;
import io.nmt.report.model.Urgency;
import java.util.ArrayList;
import java.util.List;

/** Statements on lost buffers of pools, and on code that holds more and more of them. */
final class BufferLeaks {
    private static final int MOST_SITES = 3;
    private static final int MOST_PERCENT = 50; // percent
    private static final int FEW_DIVISOR = 10; // a tenth
    private static final String LOOK_FIRST = " (look there first)";
    private static final String PARTS = " (see retainedSlice)";
    private static final long MARGIN_NANOS = 5_000_000_000L;

    private BufferLeaks() {}

    /** The statement on lost buffers, with the site of most; nothing if none was lost. */
    static String lost(List<PooledSite> sites) {
        long bytes = 0;
        long gone = 0;
        PooledSite most = null;
        for (PooledSite site : sites) {
            long lost = PoolFigures.lostBytes(site);
            bytes += lost;
            gone += site.goneBytes();
            if (lost > 0 && (most == null || lost > PoolFigures.lostBytes(most))) {
                most = site;
            }
        }
        if (most == null) {
            return "";
        }
        return "LEAK pools: " + PoolFigures.format(bytes) + " in buffers that were collected unreleased, most allocated"
                + at(most, most.lost(), PoolFigures.lostBytes(most)) + ". "
                + (gone == 0
                        ? "The pool cannot reuse it."
                        : PoolFigures.format(gone)
                                + " of it was collected with its chunk: the JVM may have freed it. The library"
                                + " still counts it toward its limit of direct memory.");
    }

    /** Sites that hold more and more, as far as that is steady. */
    static List<Judgement> growing(List<PooledSite> sites) {
        List<Judgement> findings = new ArrayList<>();
        int told = 0;
        for (PooledSite site : sites) {
            SiteUsage usage = site.usage();
            if (PoolFigures.heldBytes(site) < usage.liveBytes() / FEW_DIVISOR) {
                continue; // it is known to be lost, which is told
            }
            if (usage.growing() && turnsOver(usage)) {
                findings.add(new Judgement(
                        Urgency.NOTE,
                        growth(usage) + ", allocated at "
                                + SafeText.name(usage.site().toString())
                                + ". None is older than " + Ages.format(usage.oldestAgeNanos())
                                + ": they are released, late. No leak so far."));
            } else if (usage.growing() && told++ < MOST_SITES) {
                findings.add(new Judgement(
                        Urgency.WARNING,
                        growth(usage) + ", to " + PoolFigures.format(usage.liveBytes()) + " in "
                                + Scale.group(usage.liveCount())
                                + (usage.liveCount() == 1 ? " buffer" : " buffers") + ", allocated" + atHolder(site)
                                + "."));
            }
        }
        if (told > MOST_SITES) {
            findings.add(new Judgement(
                    Urgency.WARNING,
                    "And " + (told - MOST_SITES)
                            + (told - MOST_SITES == 1 ? " more site grows." : " more sites grow.")));
        }
        return findings;
    }

    private static String growth(SiteUsage usage) {
        return "+" + PoolFigures.format(usage.growthBytesPerMinute()) + "/min for "
                + Ages.format(usage.growingForNanos());
    }

    /** True if the site's buffers are younger than its growth: a leak would still hold some of that time. */
    private static boolean turnsOver(SiteUsage usage) {
        return usage.oldestAgeNanos() + MARGIN_NANOS < usage.growingForNanos();
    }

    /** The call site of the buffers in use, and the holder of most of them. */
    static String atHolder(PooledSite site) {
        return at(site, site.held(), PoolFigures.heldBytes(site));
    }

    private static String at(PooledSite site, PooledSite.Users users, long bytes) {
        String text = " at " + SafeText.name(site.usage().site().toString());
        String last = users.lastSeen().isEmpty() ? "" : users.lastSeen().get(0).className();
        if (!last.isEmpty()) {
            text += ", " + part(users.lastSeen().get(0), bytes) + " last in " + SafeText.name(last);
        }
        if (!users.retainedBy().isEmpty()) {
            PooledSite.Holder most = users.retainedBy().get(0);
            text += ", " + part(most, bytes) + " retained by "
                    + (most.className().equals(last) ? "the same" : SafeText.name(most.className()) + LOOK_FIRST);
        } else if (!users.partsTakenBy().isEmpty()) {
            PooledSite.Holder most = users.partsTakenBy().get(0);
            text += ", parts of " + part(most, bytes) + " kept by "
                    + (most.className().equals(last) ? "the same" : otherTakers(users.partsTakenBy()) + PARTS);
        }
        return text;
    }

    private static String otherTakers(List<PooledSite.Holder> takers) {
        return SafeText.name(takers.get(0).className())
                + (takers.size() == 1
                        ? ""
                        : " and " + SafeText.name(takers.get(1).className()));
    }

    private static String part(PooledSite.Holder holder, long ofBytes) {
        long percent = PoolFigures.percent(holder, ofBytes);
        return percent > MOST_PERCENT ? "most" : percent + " %";
    }
}
