package io.nmt.report.document;

import io.nmt.core.model.Frame;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.List;

/** Call sites as JSON, in the object of a command. Of a recorded site, less is known, and that much is left out. */
final class SiteJson {
    private SiteJson() {}

    /** Writes how sites were found. */
    static void appendFields(Json json, Sampling sampling) {
        json.field("intervalBytes", sampling.intervalBytes()).field("lostSamples", sampling.lostSamples());
        ReportJson.append(json, CoverageLines.facts(sampling.coverage()));
    }

    /** Writes an array of call sites: so many of them. */
    static void append(Json json, String name, List<SiteUsage> sites, int top) {
        json.array(name);
        for (SiteUsage usage : sites.subList(0, Math.min(top, sites.size()))) {
            append(json, usage, () -> {});
        }
        json.endArray();
    }

    /** Writes an array of lines: so many of them, each with so many of the stacks that lead to it if there are more. */
    static void append(Json json, String name, List<SiteUsage> lines, LeaksByLine byLine, int top) {
        json.array(name);
        for (SiteUsage usage : lines.subList(0, Math.min(top, lines.size()))) {
            List<SiteUsage> stacks = byLine.stacks(usage);
            append(json, usage, () -> {
                if (stacks.size() > 1) {
                    json.field("stackCount", stacks.size());
                    append(json, "stacks", stacks, top);
                }
            });
        }
        json.endArray();
    }

    /** Writes a call site, with more fields of its own. */
    static void append(Json json, SiteUsage usage, Runnable more) {
        json.object();
        appendFields(json, usage.site());
        json.field("liveBytes", usage.liveBytes())
                .field("standardErrorBytes", usage.standardErrorBytes())
                .field("count", usage.liveCount())
                .field("peakBytes", usage.peakBytes())
                .field("oldestAgeNanos", usage.oldestAgeNanos());
        if (isLive(usage.site())) {
            boolean isRecorded = usage.samples() == 0; // then of a line, whose growth the recording's course tells
            if (!isRecorded) {
                json.field("samples", usage.samples());
            }
            json.field("growthBytesPerMinute", usage.growthBytesPerMinute())
                    .field("growthErrorBytesPerMinute", usage.growthErrorBytesPerMinute())
                    .field("growing", usage.growing())
                    .field("growingForNanos", usage.growingForNanos());
            if (!isRecorded) {
                json.field("judgedInNanos", usage.judgedInNanos()).strings("threads", usage.threadNames());
            }
        }
        more.run();
        json.endObject();
    }

    private static boolean isLive(Site site) {
        return site.id() != 0;
    }

    private static void appendFields(Json json, Site site) {
        if (isLive(site)) {
            json.field("id", site.id());
        }
        Frame innermost = site.innermost();
        json.field("type", site.category())
                .field("site", site)
                .field("innermost", innermost == null ? site : innermost)
                .strings("stack", site.frames());
        appendLibrary(json, site);
        if (isLive(site)) {
            json.field("pool", site.pool()).field("freedBy", site.freedBy().label());
        }
    }

    /** Writes the library's call, and where calls are left out, as far as there are any. */
    static void appendLibrary(Json json, Site site) {
        if (site.by() != null) {
            json.field("by", site.by());
        }
        if (site.cutAfter() > 0) {
            json.field("cutAfter", site.cutAfter());
        }
    }

    /** Writes the array {@code sites} of a comparison. */
    static void appendChanges(Json json, List<Comparison.SiteChange> changes, int top) {
        json.array("sites");
        for (Comparison.SiteChange change : changes.subList(0, Math.min(top, changes.size()))) {
            json.object();
            appendFields(json, change.site());
            append(json.object("before"), change.beforeBytes(), change.beforeCount());
            append(json.object("after"), change.afterBytes(), change.afterCount());
            append(json.object("change"), change.bytes(), change.count());
            json.field("standardErrorBytes", change.standardErrorBytes()).endObject();
        }
        json.endArray();
    }

    private static void append(Json json, long liveBytes, long count) {
        json.field("liveBytes", liveBytes).field("count", count).endObject();
    }
}
