package io.nmt.report.malloc;

import io.nmt.report.document.Json;
import java.util.List;

/** A profile of malloc as JSON, for programs. Bytes are plain numbers. */
public final class MallocJson {
    private MallocJson() {}

    /**
     * Writes it.
     *
     * @param profile to be written
     * @param context of its process
     * @param top how many call sites
     * @return one object, without a line feed
     */
    public static String of(MallocProfile profile, MallocContext context, int top) {
        Json json = new Json().object();
        append(json, profile, context, top);
        return json.endObject().toString();
    }

    /**
     * Adds it to what else a recording tells.
     *
     * @param object JSON, an object
     * @param profile to be written
     * @param top how many call sites
     * @return the object, with a last field {@code malloc}
     */
    public static String addTo(String object, MallocProfile profile, int top) {
        return Json.withField(object, "malloc", of(profile, MallocContext.NONE, top));
    }

    private static void append(Json json, MallocProfile profile, MallocContext context, int top) {
        json.field("begin", profile.begin())
                .field("end", profile.end())
                .field("live", profile.live())
                .field("cutOff", profile.cutOff())
                .field("intervalBytes", profile.intervalBytes())
                .field("samples", profile.samples())
                .field("lostPercent", profile.lostShare() < 0 ? -1 : Math.round(100 * profile.lostShare()));
        if (context.isInUseKnown()) {
            json.field("inUseBytesBefore", context.inUseBefore()).field("inUseBytesAfter", context.inUseAfter());
        }
        if (context.memory().rssBytes() != MallocContext.Growth.UNKNOWN) {
            json.field("rssGrownBytes", context.memory().rssBytes());
        }
        if (context.memory().anonymousBytes() != MallocContext.Growth.UNKNOWN) {
            json.field("anonymousGrownBytes", context.memory().anonymousBytes());
        }
        if (profile.tracked() != null) {
            appendSum(json.object("tracked"), profile.tracked(), profile);
            json.endObject();
        }
        json.array("libraries");
        for (MallocSum library : profile.libraries()) {
            appendSum(json.object().field("library", library.name()), library, profile);
            json.endObject();
        }
        json.endArray().array("sites");
        List<MallocSum> sites = profile.sites();
        for (MallocSum site : sites.subList(0, Math.min(top, sites.size()))) {
            appendSite(json, site, profile, context);
        }
        json.endArray().strings("findings", ProfileFindings.of(profile, context));
    }

    private static void appendSum(Json json, MallocSum sum, MallocProfile profile) {
        json.field("bytes", sum.bytes())
                .field("standardErrorBytes", sum.standardErrorBytes())
                .field("blocks", sum.blocks())
                .field("bytesPerMinute", ProfileFindings.perMinute(sum.grownBytes(), profile.nanos()))
                .field("bytesPerMinuteError", ProfileFindings.perMinute(sum.grownErrorBytes(), profile.nanos()))
                .field("mallocedBytes", sum.allocatedBytes())
                .field("samples", sum.samples())
                .field("significant", sum.isSignificant());
    }

    private static void appendSite(Json json, MallocSum sum, MallocProfile profile, MallocContext context) {
        MallocStack stack = sum.stacks().get(0);
        json.object().field("site", sum.name()).field("library", stack.library());
        appendSum(json, sum, profile);
        OpenHandleSite handles = context.handlesOf(stack);
        if (handles != null) {
            json.field("handles", handles.className()).field("openHandles", handles.open());
        }
        json.strings("nativeStack", stack.nativeFrames())
                .strings("stack", stack.site().frames())
                .endObject();
    }
}
