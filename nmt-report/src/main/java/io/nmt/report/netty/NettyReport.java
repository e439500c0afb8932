package io.nmt.report.netty;

import io.nmt.report.document.Column;
import io.nmt.report.document.Facts;
import io.nmt.report.document.Lines;
import io.nmt.report.document.Report;
import io.nmt.report.document.Table;
import io.nmt.report.model.Ages;
import java.time.Duration;
import java.util.List;

/** Builds the report on Netty's own events: by allocator, then by call site, and what cannot be told from them. */
public final class NettyReport {
    private static final String NO_STACK = "(no stack is recorded)";
    private static final String ALLOCATOR = "Allocator";
    private static final String BUFFERS = "Buffers";

    private static final List<Column> OF_BUFFERS = List.of(
            Column.bytes("allocatedBytes", "Allocated"),
            Column.count("allocatedBuffers", BUFFERS),
            Column.bytes("freedBytes", "Freed"),
            Column.count("freedBuffers", BUFFERS),
            Column.bytes("movedBytes", "Moved"),
            Column.count("movedBuffers", BUFFERS),
            Column.change("", "Change"),
            Column.name("allocator", ALLOCATOR),
            Column.data("allocatedChunkBytes"),
            Column.data("allocatedChunks"),
            Column.data("freedChunkBytes"),
            Column.data("freedChunks"),
            Column.data("chunksWithoutAddress"));

    private static final List<Column> OF_CHUNKS = List.of(
            Column.bytes("", "Allocated"),
            Column.count("", "Chunks"),
            Column.bytes("", "Freed"),
            Column.count("", "Chunks"),
            Column.change("", "Change"),
            Column.name("", ALLOCATOR));

    private NettyReport() {}

    /**
     * Builds the report.
     *
     * @param events to be shown
     * @param top how many call sites
     * @return the report
     */
    public static Report of(NettyEvents events, int top) {
        Table buffers = new Table("allocators", "Buffers, by allocator", OF_BUFFERS);
        Table chunks = new Table("", "Chunks, by allocator", OF_CHUNKS);
        for (NettyAllocator allocator : events.allocators()) {
            Tally allocated = allocator.allocatedChunks();
            Tally freed = allocator.freedChunks();
            buffers.add(
                    allocator.allocated().bytes(),
                    allocator.allocated().count(),
                    allocator.freed().bytes(),
                    allocator.freed().count(),
                    allocator.moved().bytes(),
                    allocator.moved().count(),
                    allocator.changeBytes(),
                    allocator.className(),
                    allocated.bytes(),
                    allocated.count(),
                    freed.bytes(),
                    freed.count(),
                    allocator.chunksWithoutAddress());
            chunks.add(
                    allocated.bytes(),
                    allocated.count(),
                    freed.bytes(),
                    freed.count(),
                    allocator.chunkChangeBytes(),
                    allocator.className());
        }
        String time = Ages.format(Duration.between(events.begin(), events.end()).toNanos());
        return new Report(List.of(
                new Lines("Netty's own events, from " + events.begin() + " to " + events.end() + " (" + time
                        + "), of memory outside the heap\n"),
                new Facts()
                        .add("begin", events.begin())
                        .add("end", events.end())
                        .add("cutOff", events.cutOff())
                        .add("lostEventBytes", events.lostBytes())
                        .add("notes", events.notes()),
                buffers,
                chunks,
                sites("sites", "Buffers that were allocated, by call site", BUFFERS, events.sites(), top),
                sites(
                        "chunkSites",
                        "Chunks that were allocated and not freed, by call site",
                        "Chunks",
                        events.liveChunks(),
                        top),
                new Lines("\n" + String.join("\n", events.notes()) + "\n")));
    }

    private static Table sites(String key, String title, String what, List<NettySite> sites, int top) {
        List<NettySite> shown = Table.first(sites, top);
        String of = key.equals("sites") ? "allocated" : "live";
        Table table = new Table(
                key,
                sites.isEmpty() ? "" : Table.title(title, sites.size(), shown.size()),
                List.of(
                        Column.bytes(of.concat("Bytes"), "Bytes"),
                        Column.count(of.concat(what), what),
                        Column.name("allocator", ALLOCATOR),
                        Column.name("site", "Allocated at"),
                        Column.data("stack")));
        for (NettySite site : shown) {
            table.add(
                    site.tally().bytes(),
                    site.tally().count(),
                    site.site().category(),
                    site.site().leading() == null ? NO_STACK : site.site().toString(),
                    site.site().frames());
        }
        return table;
    }
}
