package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.report.document.SafeText;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import java.util.List;

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
    static void propose(
            LimitText text, ResidentLines lines, long proposedHeapBytes, List<Statement> leaks, Statement growing) {
        ContainerLimit container = new ContainerLimit(text, lines, proposedHeapBytes);
        long heapMax = lines.facts().jvm().heapMaxBytes();
        if (proposedHeapBytes > 0 && proposedHeapBytes != heapMax) {
            container.withProposedHeap();
        }
        if (proposedHeapBytes <= heapMax) {
            container.withHeapAsItIs(heapMax);
        }
        container.appendLeaks(leaks);
        if (lines.rise() != null) {
            text.append("   No limit of the container is enough while RSS grows.\n");
        } else if (lines.riseOfCgroup() != null) {
            text.append("   No limit of the container is enough while its memory grows.\n");
        } else if (leaks.isEmpty() && growing != null) {
            text.append("   No limit of the container is enough while this grows: ")
                    .append(SafeText.name(growing.subject().name()))
                    .append(".\n");
        }
        long clean = lines.memory().pages().cleanFileBytes();
        if (clean > 0) {
            text.append("   Not counted: ").bytes(clean).append(" of clean file pages, which the kernel can drop.\n");
        }
    }

    private void appendLeaks(List<Statement> leaks) {
        if (!leaks.isEmpty()) {
            Statement first = leaks.get(0);
            text.append("   No limit is enough for a leak. 'leaks' has ")
                    .append(leaks.size() == 1 ? "" : leaks.size() + ", the first is ")
                    .append(SafeText.name(first.subject().name()))
                    .append(", ")
                    .append(SafeText.name(first.subject().category()))
                    .append(": ")
                    .bytes(first.amount())
                    .append(", +")
                    .bytes(first.perMinute())
                    .append("/min.\n");
        }
    }

    /** RSS had a larger heap in it at its peak, so the peak tells nothing here. */
    private void withProposedHeap() {
        long sum = sum(proposedHeapBytes);
        long wanted = Math.round(sum * MARGIN_FACTOR);
        text.propose("Container, with -Xmx as proposed", LimitText.up(wanted))
                .append(parts(proposedHeapBytes))
                .bytes(sum)
                .append(". A tenth more: ")
                .bytes(wanted)
                .append(LimitText.ROUNDED);
        now(wanted);
        if (peakBytes() + memory.besideProcessBytes() > LimitText.up(wanted)) {
            text.append("   ")
                    .append(peak())
                    .append(" Garbage in the heap at that time is unknown: try these limits under load.\n");
        }
    }

    private void withHeapAsItIs(long heapMax) {
        long sum = sum(heapMax);
        long wanted = Math.round(Math.max(sum, peakBytes() + memory.besideProcessBytes()) * MARGIN_FACTOR);
        text.propose(
                        proposedHeapBytes > 0 && proposedHeapBytes < heapMax
                                ? "Container, with -Xmx as it is"
                                : "Container",
                        LimitText.up(wanted))
                .append(parts(heapMax))
                .bytes(sum)
                .append(". ")
                .append(peak())
                .append(" A tenth more than the larger: ")
                .bytes(wanted)
                .append(LimitText.ROUNDED);
        now(wanted);
    }

    private void now(long wanted) {
        text.now(wanted, lines.facts().limits().containerBytes());
    }

    private long sum(long heapBytes) {
        return heapBytes
                + memory.outsideHeapBytes()
                + memory.besideProcessBytes()
                + moreDirectBytes()
                + moreAtPeak(Category.DIRECT_BUFFER);
    }

    private String parts(long heapBytes) {
        return "Heap up to " + LimitText.format(heapBytes) + ", outside it "
                + LimitText.format(memory.outsideHeapBytes())
                + (memory.besideProcessBytes() > 0
                        ? ", beside the process " + LimitText.format(memory.besideProcessBytes())
                        : "")
                + (moreDirectBytes() > 0 ? ", direct buffers " + LimitText.format(moreDirectBytes()) + " more" : "")
                + (moreAtPeak(Category.DIRECT_BUFFER) > 0
                        ? ", a category's peak " + LimitText.format(moreAtPeak(Category.DIRECT_BUFFER)) + " more"
                        : "")
                + ": ";
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

    /** The sentence on the largest RSS, and on its part that needs no room in a limit. */
    private String peak() {
        long most = memory.peakRssBytes();
        if (most == 0) {
            return "The largest RSS is unknown.";
        }
        long files = most - peakBytes();
        return "RSS was " + LimitText.format(most) + " at most"
                + (files > 0
                        ? ", " + LimitText.format(peakBytes()) + " without " + LimitText.format(files)
                                + " of file pages that may have been clean."
                        : ".");
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
