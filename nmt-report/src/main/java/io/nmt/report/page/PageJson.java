package io.nmt.report.page;

import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.SafeText;
import io.nmt.report.model.Component;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.render.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One side of a page as JSON, for the script of the page. Text is without what is not to be shown. */
public final class PageJson {
    private static final int MOST_ITEMS = 200;
    private static final double COUNT_PARTS = 1000; // of a block: whole ones of many rows would add up to more

    private static final String EXACT = "exact";

    private final PageSide side;
    private final StackTree stacks = new StackTree();
    private final List<String> notes;
    private final Json json = new Json();

    private PageJson(PageSide side) {
        this.side = side;
        this.notes = new ArrayList<>(side.notes());
    }

    /**
     * Writes it.
     *
     * @param side to be written
     * @return an object
     */
    public static String of(PageSide side) {
        return new PageJson(side).write();
    }

    private String write() {
        json.object()
                .field("name", SafeText.line(side.name()))
                .field("from", side.fromMillis())
                .field("to", side.toMillis());
        appendCards();
        TimelineJson.append(json, side.course().points());
        appendMarks();
        appendSamples();
        appendSuspects();
        MemoryReading last = side.last();
        if (last != null) {
            appendWaterfall(last);
            appendPools(last);
            appendHandles(last.handles());
            appendSites(RecordedLines.usages(last.owners()));
        }
        appendFiles();
        stacks.append(json); // when all that have one have asked for theirs
        List<String> safe = notes.stream().map(SafeText::line).toList();
        return json.strings("notes", safe).endObject().toString();
    }

    private void appendCards() {
        json.array("cards");
        for (Card card : side.cards()) {
            json.object()
                    .field("urgency", card.urgency().label())
                    .field("text", SafeText.line(card.text()))
                    .field("target", card.target())
                    .endObject();
        }
        json.endArray();
    }

    private void appendMarks() {
        json.array("marks");
        for (Mark mark : side.marks()) {
            json.object()
                    .field("time", mark.millis())
                    .field("kind", mark.kind())
                    .field("text", SafeText.line(mark.text()))
                    .endObject();
        }
        json.endArray();
    }

    private void appendSamples() {
        SampledBlocks samples = side.samples();
        Map<String, Integer> types = new LinkedHashMap<>();
        int[] nodes = new int[samples.sites().size()];
        int[] typeOf = new int[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            Site site = samples.sites().get(i);
            nodes[i] = stacks.node(site);
            typeOf[i] = types.computeIfAbsent(SafeText.line(site.category()), any -> types.size());
        }
        json.array("samples");
        for (SampledBlocks.Row row : samples.rows()) {
            json.array()
                    .value(row.allocated() < side.fromMillis() ? SampledBlocks.NEVER : row.allocated())
                    .value(row.freed())
                    .value(nodes[row.site()])
                    .value(typeOf[row.site()])
                    .value(Math.floor(row.count() * COUNT_PARTS) / COUNT_PARTS)
                    .value((long) row.bytes())
                    .value(Math.round(row.variance()))
                    .value(row.thread())
                    .endArray();
        }
        json.endArray().strings("types", types.keySet());
        json.strings("threads", samples.threads().stream().map(SafeText::line).toList());
        PageSampling sampling = side.sampling();
        json.field("samplesNote", SafeText.line(sampling.note()))
                .number("samplesFrom", sampling.fromMillis() == PageSampling.NONE ? null : sampling.fromMillis())
                .field("samplesExact", sampling.exact())
                .field("bucketMillis", samples.bucketMillis());
    }

    private void appendSuspects() {
        json.array("suspects");
        for (Suspect suspect : shown(side.suspects(), "leak suspects")) {
            json.object()
                    .field("site", SafeText.line(suspect.site().toString()))
                    .field("category", SafeText.line(suspect.site().category()))
                    .field("node", stacks.node(suspect.site()))
                    .field("bytes", suspect.bytes())
                    .field("error", suspect.errorBytes())
                    .field("growthPerMinute", suspect.bytesPerMinute())
                    .field("growthError", suspect.errorBytesPerMinute())
                    .number("since", suspect.sinceMillis() < 0 ? null : suspect.sinceMillis())
                    .array("times");
            suspect.curve().forEach(held -> json.value(held.millis()));
            json.endArray().array("curve");
            suspect.curve().forEach(held -> json.value(held.bytes()));
            json.endArray().field("sentence", SafeText.line(suspect.sentence())).endObject();
        }
        json.endArray();
    }

    private void appendWaterfall(MemoryReading last) {
        json.array("waterfall");
        if (last.resident() == null) {
            json.endArray().number("waterfallTime", null);
            return;
        }
        for (ResidentLine line : last.resident().lines()) {
            String accuracy = line.accuracy().label();
            json.object()
                    .field("component", SafeText.line(line.component()))
                    .number("reserved", line.reservedBytes() == 0 ? null : line.reservedBytes())
                    .number("committed", line.committedBytes() == 0 ? null : line.committedBytes())
                    .field("resident", line.residentBytes())
                    .field("accuracy", accuracy.equals("at most") ? "bounded" : accuracy)
                    .field("depth", 0)
                    .endObject();
        }
        json.object()
                .field("component", Component.RSS)
                .number("reserved", null)
                .number("committed", null)
                .field("resident", last.resident().rssBytes())
                .field("accuracy", EXACT)
                .field("depth", 0)
                .endObject();
        json.endArray().field("waterfallTime", last.resident().time().toEpochMilli());
    }

    private void appendPools(MemoryReading last) {
        if (last.pools() == null) {
            return;
        }
        json.array("pools");
        for (PoolDetails details : shown(last.pools().pools(), "pools")) {
            Pool pool = details.pool();
            json.object()
                    .field("allocator", SafeText.line(pool.allocator()))
                    .field("chunkBytes", pool.chunkBytes())
                    .number("inUse", known(pool.inUseBytes()))
                    .number("cached", known(details.cachedBytes()))
                    .number("free", known(details.freeBytes()))
                    .field("chunks", pool.chunks())
                    .endObject();
        }
        json.endArray().array("poolSites");
        for (PooledSite site : shown(last.pools().sites(), "call sites of pooled buffers")) {
            SiteUsage usage = site.usage();
            json.object()
                    .field("site", SafeText.line(usage.site().toString()))
                    .field("bytes", usage.liveBytes())
                    .field("error", usage.standardErrorBytes())
                    .field("lost", site.lostBytes() + site.goneBytes())
                    .strings(
                            "lastIn",
                            site.held().lastSeen().stream()
                                    .map(holder -> SafeText.line(holder.className()))
                                    .toList())
                    .field("growthPerMinute", usage.growthBytesPerMinute())
                    .endObject();
        }
        json.endArray();
    }

    private static Long known(long bytes) {
        return bytes == Pool.UNKNOWN ? null : bytes;
    }

    private void appendHandles(List<HandleUsage> handles) {
        json.array("handles");
        for (HandleUsage usage : shown(handles, "classes of native handles")) {
            json.object()
                    .field("class", SafeText.line(usage.className()))
                    .field("live", usage.open())
                    .field("created", usage.created())
                    .field("closed", usage.closed())
                    .field("collected", usage.collected())
                    .field("error", usage.collectedError())
                    .field(
                            "site",
                            usage.sites().isEmpty()
                                    ? ""
                                    : SafeText.line(usage.sites().get(0).site().toString()))
                    .endObject();
        }
        json.endArray();
    }

    private void appendSites(List<SiteUsage> sites) {
        json.array("sites");
        for (SiteUsage usage : shown(sites, "call sites")) {
            json.object()
                    .field("site", SafeText.line(usage.site().toString()))
                    .field("category", SafeText.line(usage.site().category()))
                    .field("node", stacks.node(usage.site()))
                    .field("bytes", usage.liveBytes())
                    .field("error", usage.standardErrorBytes())
                    .field("count", usage.liveCount())
                    .field("peak", usage.peakBytes())
                    .endObject();
        }
        json.endArray();
    }

    private void appendFiles() {
        json.array("mapped");
        for (PageFile file : shown(side.files(), "mapped files")) {
            json.object()
                    .field("file", SafeText.line(file.path()))
                    .field("bytes", file.bytes())
                    .number("resident", known(file.residentBytes()))
                    .field("count", file.count())
                    .endObject();
        }
        json.endArray();
    }

    /** The first of a list; says how many there are. */
    private <T> List<T> shown(List<T> list, String what) {
        if (list.size() > MOST_ITEMS) {
            notes.add(MOST_ITEMS + " of " + Scale.group(list.size()) + " " + what + " are shown.");
        }
        return list.subList(0, Math.min(MOST_ITEMS, list.size()));
    }
}
