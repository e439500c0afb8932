package io.nmt.report.netty;

import io.nmt.report.document.Json;
import java.util.List;

/** Netty's own events as JSON, for programs. Bytes are plain numbers. */
public final class NettyJson {
    private NettyJson() {}

    /**
     * Adds them to what else a recording tells.
     *
     * @param object JSON, an object
     * @param events to be written
     * @param top how many call sites
     * @return the object, with a last field {@code netty}
     */
    public static String addTo(String object, NettyEvents events, int top) {
        Json json = new Json().object();
        append(json, events, top);
        return Json.withField(object, "netty", json.endObject().toString());
    }

    private static void append(Json json, NettyEvents events, int top) {
        json.field("begin", events.begin())
                .field("end", events.end())
                .field("cutOff", events.cutOff())
                .field("lostEventBytes", events.lostBytes())
                .array("allocators");
        for (NettyAllocator allocator : events.allocators()) {
            json.object()
                    .field("allocator", allocator.className())
                    .field("allocatedBytes", allocator.allocated().bytes())
                    .field("allocatedBuffers", allocator.allocated().count())
                    .field("freedBytes", allocator.freed().bytes())
                    .field("freedBuffers", allocator.freed().count())
                    .field("movedBytes", allocator.moved().bytes())
                    .field("movedBuffers", allocator.moved().count())
                    .field("allocatedChunkBytes", allocator.allocatedChunks().bytes())
                    .field("allocatedChunks", allocator.allocatedChunks().count())
                    .field("freedChunkBytes", allocator.freedChunks().bytes())
                    .field("freedChunks", allocator.freedChunks().count())
                    .field("chunksWithoutAddress", allocator.chunksWithoutAddress())
                    .endObject();
        }
        json.endArray();
        append(json, "sites", "allocatedBytes", "allocatedBuffers", events.sites(), top);
        append(json, "chunkSites", "liveBytes", "liveChunks", events.liveChunks(), top);
        json.strings("notes", events.notes());
    }

    private static void append(Json json, String name, String bytes, String count, List<NettySite> sites, int top) {
        json.array(name);
        for (NettySite site : sites.subList(0, Math.min(top, sites.size()))) {
            json.object()
                    .field("site", NettyReport.nameOf(site))
                    .field("allocator", site.site().category())
                    .field(bytes, site.tally().bytes())
                    .field(count, site.tally().count())
                    .strings("stack", site.site().frames())
                    .endObject();
        }
        json.endArray();
    }
}
