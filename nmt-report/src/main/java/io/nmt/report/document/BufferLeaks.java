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
        return "LEAK pooled buffers: " + PoolFigures.format(bytes) + " collected unreleased. Most allocated at "
                + site(most) + "." + holders(most.lost(), PoolFigures.lostBytes(most))
                + (gone == 0
                        ? " The pool cannot reuse it."
                        : " " + PoolFigures.format(gone)
                                + " was collected with its chunk: the JVM may have freed it. The library"
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
                        growth("NORMAL", site) + " None is older than " + Ages.format(usage.oldestAgeNanos())
                                + ": they are released late. No leak so far."));
            } else if (usage.growing() && told++ < MOST_SITES) {
                findings.add(new Judgement(Urgency.WARNING, growth("GROWING", site) + holders(site)));
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

    private static String growth(String kind, PooledSite site) {
        SiteUsage usage = site.usage();
        return kind + " pooled buffers of " + site(site) + ": " + PoolFigures.format(usage.liveBytes()) + " in "
                + Scale.group(usage.liveCount()) + (usage.liveCount() == 1 ? " buffer" : " buffers") + ", +"
                + PoolFigures.format(usage.growthBytesPerMinute()) + "/min for "
                + Ages.format(usage.growingForNanos()) + ".";
    }

    /** True if the site's buffers are younger than its growth: a leak would still hold some of that time. */
    private static boolean turnsOver(SiteUsage usage) {
        return usage.oldestAgeNanos() + MARGIN_NANOS < usage.growingForNanos();
    }

    /** The call site of the buffers. */
    static String site(PooledSite site) {
        return SafeText.name(site.usage().site().toString());
    }

    /** The holders of most of the buffers in use: sentences, each with a space before it. */
    static String holders(PooledSite site) {
        return holders(site.held(), PoolFigures.heldBytes(site));
    }

    private static String holders(PooledSite.Users users, long bytes) {
        StringBuilder text = new StringBuilder();
        String last = users.lastSeen().isEmpty() ? "" : users.lastSeen().get(0).className();
        if (!last.isEmpty()) {
            text.append(" Last held by ")
                    .append(holder(users.lastSeen().get(0), bytes))
                    .append('.');
        }
        if (!users.retainedBy().isEmpty()) {
            PooledSite.Holder most = users.retainedBy().get(0);
            text.append(" Retained by ")
                    .append(holder(most, bytes))
                    .append(most.className().equals(last) ? "." : ": look there first.");
        } else if (!users.partsTakenBy().isEmpty()) {
            List<PooledSite.Holder> takers = users.partsTakenBy();
            boolean same = takers.get(0).className().equals(last);
            text.append(" Parts kept by ")
                    .append(holder(takers.get(0), bytes))
                    .append(
                            same || takers.size() == 1
                                    ? ""
                                    : " and " + SafeText.name(takers.get(1).className()))
                    .append(same ? "." : ": see retainedSlice.");
        }
        return text.toString();
    }

    /** Such as {@code com.acme.Audit (most)}, of so many bytes. */
    private static String holder(PooledSite.Holder holder, long ofBytes) {
        long percent = PoolFigures.percent(holder, ofBytes);
        return SafeText.name(holder.className()) + (percent > MOST_PERCENT ? " (most)" : " (" + percent + " %)");
    }
}
