package io.nmt.report.document;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import java.util.List;

/** Native handles as JSON, in the object of a command. */
final class HandleJson {
    private HandleJson() {}

    /** Writes the array {@code handles}: so many classes, and so many sites of each. */
    static void append(Json json, List<HandleUsage> usages, int top) {
        json.array("handles");
        for (HandleUsage usage : usages.subList(0, Math.min(top, usages.size()))) {
            json.object().field("class", usage.className());
            append(json, usage);
            json.field("collectedError", usage.collectedError())
                    .field("oldestAgeNanos", usage.oldestAgeNanos())
                    .array("sites");
            for (HandleSite site :
                    usage.sites().subList(0, Math.min(top, usage.sites().size()))) {
                append(json, site, top);
            }
            json.endArray().endObject();
        }
        json.endArray();
    }

    private static void append(Json json, HandleUsage usage) {
        json.field("open", usage.open())
                .field("created", usage.created())
                .field("closed", usage.closed())
                .field("collected", usage.collected());
    }

    private static void append(Json json, HandleSite site, int top) {
        json.object().field("site", site.site()).strings("stack", site.site().frames());
        SiteJson.appendLibrary(json, site.site());
        json.field("open", site.open())
                .field("standardError", site.standardError())
                .field("collected", site.collected());
        if (isLive(site)) {
            json.field("samples", site.samples());
        }
        json.field("oldestAgeNanos", site.oldestAgeNanos())
                .field("growthPerMinute", site.growthPerMinute())
                .field("growthErrorPerMinute", site.growthErrorPerMinute())
                .field("growing", site.growing())
                .field("growingForNanos", site.growingForNanos());
        if (isLive(site)) {
            json.field("judgedInNanos", site.judgedInNanos()).strings("threads", site.threadNames());
        }
        List<HandleSite> stacks = site.stacks();
        if (!stacks.isEmpty()) {
            json.field("stackCount", stacks.size()).array("stacks");
            for (HandleSite stack : stacks.subList(0, Math.min(top, stacks.size()))) {
                append(json, stack, top);
            }
            json.endArray();
        }
        json.endObject();
    }

    /** True if the site is live; a recorded one has fewer figures. */
    private static boolean isLive(HandleSite site) {
        return site.site().id() != 0;
    }

    /** Writes the array {@code handles} of a comparison. */
    static void appendChanges(Json json, List<Comparison.HandleChange> changes, int top) {
        json.array("handles");
        for (Comparison.HandleChange change : changes.subList(0, Math.min(top, changes.size()))) {
            json.object().field("class", change.after().className()).object("before");
            append(json, change.before());
            json.endObject().object("after");
            append(json, change.after());
            json.endObject()
                    .object("change")
                    .field("open", change.open())
                    .field("collected", change.collected())
                    .endObject()
                    .field("standardError", change.standardError())
                    .endObject();
        }
        json.endArray();
    }
}
