package io.nmt.report.document;

import io.nmt.core.model.AllocatorUsage;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.SizeClass;
import java.util.List;

/** Pools as JSON, in the object of a command. What is not known of one is left out. */
final class PoolJson {
    private PoolJson() {}

    /** Writes a pool. */
    static void append(Json json, Pool pool) {
        json.object();
        appendFields(json, pool);
        json.endObject();
    }

    private static void appendFields(Json json, Pool pool) {
        json.field("allocator", pool.allocator());
        if (pool.category() != null) {
            json.field("type", pool.category());
        }
        appendKnown(json, "chunks", pool.chunks());
        json.field("chunkBytes", pool.chunkBytes());
        appendKnown(json, "inUseBytes", pool.inUseBytes());
    }

    private static void appendKnown(Json json, String name, long figure) {
        if (figure != Pool.UNKNOWN) {
            json.field(name, figure);
        }
    }

    /** Writes what is known of pools, and what it means: of pools and of sites, so many of each. */
    static void appendFields(Json json, PoolReading reading, int top) {
        SiteJson.appendFields(json, reading.sampling());
        List<PoolDetails> pools = reading.pools();
        List<PooledSite> sites = reading.sites();
        json.array("pools");
        for (PoolDetails details : pools.subList(0, Math.min(top, pools.size()))) {
            json.object();
            appendFields(json, details.pool());
            appendKnown(json, "cachedBytes", details.cachedBytes());
            appendKnown(json, "freeBytes", details.freeBytes());
            appendKnown(json, "halfEmptyChunks", details.halfEmptyChunks());
            appendKnown(json, "arenas", details.arenas());
            appendKnown(json, "threadCaches", details.threadCaches());
            append(json, details.sizeClasses());
            json.endObject();
        }
        json.endArray().array("sites");
        for (PooledSite site : sites.subList(0, Math.min(top, sites.size()))) {
            append(json, site, top);
        }
        json.endArray().array("allocators");
        for (AllocatorUsage allocator : reading.allocators()
                .subList(0, Math.min(top, reading.allocators().size()))) {
            json.object()
                    .field("library", allocator.library())
                    .field("name", allocator.name())
                    .field("depth", allocator.depth())
                    .field("bytes", allocator.bytes())
                    .field("peakBytes", allocator.peakBytes());
            if (allocator.limitBytes() != Long.MAX_VALUE) {
                json.field("limitBytes", allocator.limitBytes());
            }
            json.endObject();
        }
        json.endArray().strings("findings", PoolFindings.of(reading));
    }

    private static void append(Json json, List<SizeClass> sizeClasses) {
        if (sizeClasses.isEmpty()) {
            return;
        }
        json.array("sizeClasses");
        for (SizeClass size : sizeClasses) {
            json.object().field("bytes", size.bytes()).field("taken", size.taken());
            appendKnown(json, "places", size.places());
            json.endObject();
        }
        json.endArray();
    }

    private static void append(Json json, PooledSite site, int top) {
        SiteJson.append(json, site.usage(), () -> {
            appendFields(json, site);
            List<PooledSite> stacks = site.stacks();
            if (!stacks.isEmpty()) {
                json.field("stackCount", stacks.size()).array("stacks");
                for (PooledSite stack : stacks.subList(0, Math.min(top, stacks.size()))) {
                    append(json, stack, top);
                }
                json.endArray();
            }
        });
    }

    private static void appendFields(Json json, PooledSite site) {
        json.field("lostBytes", site.lostBytes()).field("goneBytes", site.goneBytes());
        append(json, "lastSeen", site.held().lastSeen());
        append(json, "retainedBy", site.held().retainedBy());
        append(json, "partsTakenBy", site.held().partsTakenBy());
        append(json, "lostLastSeen", site.lost().lastSeen());
        append(json, "lostRetainedBy", site.lost().retainedBy());
        append(json, "lostPartsTakenBy", site.lost().partsTakenBy());
        if (site.usage().site().id() == 0) {
            json.field("growthBytesPerMinute", site.usage().growthBytesPerMinute())
                    .field("growthErrorBytesPerMinute", site.usage().growthErrorBytesPerMinute())
                    .field("growing", site.usage().growing())
                    .field("growingForNanos", site.usage().growingForNanos())
                    .field("judgedInNanos", site.usage().judgedInNanos());
        }
    }

    private static void append(Json json, String name, List<PooledSite.Holder> holders) {
        json.array(name);
        for (PooledSite.Holder holder : holders) {
            json.object()
                    .field("class", holder.className())
                    .field("bytes", holder.bytes())
                    .endObject();
        }
        json.endArray();
    }
}
