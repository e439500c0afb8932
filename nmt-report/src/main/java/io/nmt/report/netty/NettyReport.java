package io.nmt.report.netty;

import io.nmt.core.model.Scale;
import io.nmt.report.document.TextTable;
import io.nmt.report.model.Ages;
import java.time.Duration;
import java.util.List;

/** Netty's own events as text for people: by allocator, then by call site, and what cannot be told from them. */
public final class NettyReport {
    private NettyReport() {}

    /**
     * Writes them.
     *
     * @param events to be shown
     * @param scale the unit of all byte figures
     * @param top how many call sites
     * @return lines, each ended by a line feed
     */
    public static String of(NettyEvents events, Scale scale, int top) {
        StringBuilder text = new StringBuilder(2048)
                .append("Netty's own events, from ")
                .append(events.begin())
                .append(" to ")
                .append(events.end())
                .append(" (")
                .append(Ages.format(
                        Duration.between(events.begin(), events.end()).toNanos()))
                .append("), of memory outside the heap\n\nBuffers, by allocator\n");
        TextTable buffers = TextTable.ofFiguresAndName(
                "Allocated", "Buffers", "Freed", "Buffers", "Moved", "Buffers", "Change", "Allocator");
        TextTable chunks = TextTable.ofFiguresAndName("Allocated", "Chunks", "Freed", "Chunks", "Change", "Allocator");
        for (NettyAllocator allocator : events.allocators()) {
            buffers.add(
                    scale.format(allocator.allocated().bytes()),
                    Scale.group(allocator.allocated().count()),
                    scale.format(allocator.freed().bytes()),
                    Scale.group(allocator.freed().count()),
                    scale.format(allocator.moved().bytes()),
                    Scale.group(allocator.moved().count()),
                    scale.formatChange(allocator.changeBytes()),
                    allocator.className());
            chunks.add(
                    scale.format(allocator.allocatedChunks().bytes()),
                    Scale.group(allocator.allocatedChunks().count()),
                    scale.format(allocator.freedChunks().bytes()),
                    Scale.group(allocator.freedChunks().count()),
                    scale.formatChange(allocator.chunkChangeBytes()),
                    allocator.className());
        }
        buffers.appendTo(text);
        text.append("\nChunks, by allocator\n");
        chunks.appendTo(text);
        appendSites(text, "Buffers that were allocated, by call site", "Buffers", events.sites(), scale, top);
        appendSites(
                text,
                "Chunks that were allocated and not freed, by call site",
                "Chunks",
                events.liveChunks(),
                scale,
                top);
        text.append('\n');
        for (String note : events.notes()) {
            text.append(note).append('\n');
        }
        return text.toString();
    }

    private static void appendSites(
            StringBuilder text, String title, String what, List<NettySite> sites, Scale scale, int top) {
        if (sites.isEmpty()) {
            return;
        }
        List<NettySite> shown = sites.subList(0, Math.min(top, sites.size()));
        text.append('\n').append(title).append(" (").append(Scale.group(sites.size()));
        text.append(shown.size() < sites.size() ? ", " + Scale.group(shown.size()) + " shown)\n" : ")\n");
        TextTable table = TextTable.ofFiguresAndName("Bytes", what, "Allocator", "Allocated at");
        for (NettySite site : shown) {
            table.add(
                    scale.format(site.tally().bytes()),
                    Scale.group(site.tally().count()),
                    site.site().category(),
                    nameOf(site));
        }
        table.appendTo(text);
    }

    /** A site's name. */
    static String nameOf(NettySite site) {
        return site.site().leading() == null
                ? "(no stack is recorded)"
                : site.site().toString();
    }
}
