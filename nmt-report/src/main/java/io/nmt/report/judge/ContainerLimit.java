package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentMemory;

/**
 * Proposes a limit of the container: what the heap may become, what there is outside it, and what that may yet come to
 * take.
 */
final class ContainerLimit {
    private static final double MARGIN_FACTOR = 1.1;
    private static final String JDK = System.getProperty("java.home");

    private final LimitText text;
    private final ResidentLines lines;
    private final ResidentMemory memory;
    private final long proposedHeapBytes;

    private ContainerLimit(LimitText text, ResidentLines lines, long proposedHeapBytes) {
        this.text = text;
        this.lines = lines;
        this.memory = lines.memory();
        this.proposedHeapBytes = proposedHeapBytes;
    }

    /** Writes the proposal; for the heap that is proposed, 0 if there is none, and for the heap as it is. */
    static void propose(LimitText text, ResidentLines lines, long proposedHeapBytes) {
        ContainerLimit container = new ContainerLimit(text, lines, proposedHeapBytes);
        long heapMax = lines.facts().jvm().heapMaxBytes();
        if (proposedHeapBytes > 0 && proposedHeapBytes != heapMax) {
            container.withProposedHeap();
        }
        if (proposedHeapBytes <= heapMax) {
            container.withHeapAsItIs(heapMax);
        }
        long clean = lines.memory().pages().cleanFileBytes();
        if (clean > 0) {
            text.append("   Not counted: ").bytes(clean).append(" of clean file pages, which the kernel can drop.\n");
        }
    }

    /** Writes that there is none for memory that grows. */
    static void unknown(LimitText text, ResidentLines lines) {
        text.append("Container: UNKNOWN, its memory grows")
                .now(0, lines.facts().limits().containerBytes());
    }

    /** RSS had a larger heap in it at its peak, so the peak tells nothing here. */
    private void withProposedHeap() {
        long sum = sum(proposedHeapBytes);
        long wanted = Math.round(sum * MARGIN_FACTOR);
        propose("Container, with -Xmx as proposed", wanted);
        appendParts(proposedHeapBytes, sum);
        text.append("   With 10 % headroom: ")
                .bytes(wanted)
                .append(LimitText.ROUNDED)
                .append(".\n");
        if (peakBytes() + memory.besideProcessBytes() > LimitText.up(wanted)) {
            text.append("   Peak RSS: ")
                    .bytes(memory.peakRssBytes())
                    .append(withoutFiles())
                    .append(". Its garbage in the heap is unknown: test these limits under load.\n");
        }
    }

    private void withHeapAsItIs(long heapMax) {
        long sum = sum(heapMax);
        long wanted = Math.round(Math.max(sum, peakBytes() + memory.besideProcessBytes()) * MARGIN_FACTOR);
        boolean isOther = proposedHeapBytes > 0 && proposedHeapBytes < heapMax;
        propose(isOther ? "Container, with -Xmx as it is" : "Container", wanted);
        appendParts(heapMax, sum);
        if (memory.peakRssBytes() == 0) {
            text.append("   Peak RSS is unknown. With 10 % headroom: ");
        } else {
            long beside = memory.besideProcessBytes();
            text.row(
                    peakBytes() + beside,
                    "RSS at its peak" + (beside > 0 ? ", with what is beside the process" : "") + withoutFiles());
            text.append("   The larger with 10 % headroom: ");
        }
        text.bytes(wanted).append(LimitText.ROUNDED).append(".\n");
    }

    private void propose(String name, long wanted) {
        text.head(name, LimitText.up(wanted)).now(wanted, lines.facts().limits().containerBytes());
    }

    private long sum(long heapBytes) {
        return heapBytes
                + memory.outsideHeapBytes()
                + memory.besideProcessBytes()
                + moreDirectBytes()
                + moreAtPeak(Category.DIRECT_BUFFER);
    }

    private void appendParts(long heapBytes, long sum) {
        text.row(heapBytes, "Java heap, up to -Xmx")
                .row(memory.outsideHeapBytes(), "in memory outside the heap")
                .row(memory.besideProcessBytes(), "in the container beside the process")
                .row(moreDirectBytes(), "more direct buffers, by their peak")
                .row(moreAtPeak(Category.DIRECT_BUFFER), "more of another category, as at its peak")
                .row(sum, "in all");
    }

    /** Bytes that direct buffers may come to use beyond those in memory, up to the proposed limit. */
    private long moreDirectBytes() {
        DirectPeak peak = new DirectPeak(lines.reading());
        long before = Math.min(peak.untracked(), lines.resident(Component.BEFORE_TRACKING));
        long resident =
                before + memory.line(Component.lineOf(Category.DIRECT_BUFFER)).residentBytes();
        long arenas = Math.min(
                peak.arenas(),
                memory.line(Component.lineOf(Category.FOREIGN_MEMORY)).residentBytes());
        return Math.max(0, LimitText.up(peak.wantedLimit()) - resident - arenas);
    }

    /** The part of the largest RSS that needs no room in a limit, after a comma; empty for none. */
    private String withoutFiles() {
        long files = memory.peakRssBytes() - peakBytes();
        return files > 0 ? ", without " + LimitText.format(files) + " of file pages that may have been clean" : "";
    }

    /** Bytes of RSS at its peak that cannot have been clean pages of the files that are mapped now. */
    private long peakBytes() {
        return Math.max(0, memory.peakRssBytes() - memory.pages().cleanFileBytes() - mayBeFilesBytes());
    }

    /** Bytes that blocks had more at their peak than now, at most; without one category, and without files. */
    private long moreAtPeak(Category but) {
        long more = 0;
        for (CategoryUsage usage : lines.facts().snapshot().categories()) {
            boolean counts = !usage.category().equals(Category.MAPPED_FILE.name())
                    && (but == null || !usage.category().equals(but.name()));
            more = Math.max(more, counts ? usage.peakCommitted() - usage.committed() : 0);
        }
        return more;
    }

    /** Bytes of RSS at its peak that may have been pages of files and were dropped since. */
    private long mayBeFilesBytes() {
        long absent = 0;
        for (ResidentFile file : lines.reading().files()) {
            // Of the JDK's own image hardly any page is ever in memory.
            absent += file.isOnDisk() && !file.path().startsWith(JDK)
                    ? Math.max(0, file.bytes() - file.residentBytes())
                    : 0;
        }
        long grown = memory.peakRssBytes() - memory.rssBytes();
        return Math.max(0, Math.min(absent, grown - moreAtPeak(null)));
    }
}
