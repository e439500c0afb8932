package io.nmt.core.rss;

import io.nmt.core.categories.Category;
import io.nmt.core.report.Scale;
import io.nmt.core.snapshot.CategoryUsage;
import io.nmt.core.snapshot.Snapshot;

/** Proposes limits from what was used at the most, with a margin: as good as the load that the process has seen. */
public final class Advice {
    private static final double DIRECT_MARGIN = 1.25;
    private static final double HEAP_MARGIN = 1.5;
    private static final double CONTAINER_MARGIN = 1.1;
    private static final long STEP = 16L << 20;

    private Advice() {}

    /**
     * Proposes limits for the heap, for direct buffers and for the container.
     *
     * @param memory a reading of now
     * @param snapshot of now, with the peaks
     * @return lines, after an empty one
     */
    public static String of(ResidentMemory memory, Snapshot snapshot) {
        JvmFigures jvm = JvmFigures.read();
        StringBuilder text =
                new StringBuilder("\nLimits, from the peaks of this process: as good as the load it has seen\n");
        long heap = heap(jvm, text);
        long more = direct(snapshot, text);
        container(memory, heap, more, text);
        return text.toString();
    }

    private static long heap(JvmFigures jvm, StringBuilder text) {
        long max = jvm.heapMaxBytes();
        if (jvm.heapAfterCollectionBytes() == 0) {
            text.append("-Xmx: ").append(format(max)).append(" as it is; no collection has told yet how much lives.\n");
            return max;
        }
        long proposed = Math.min(max, up(jvm.heapAfterCollectionBytes() * HEAP_MARGIN));
        text.append("-Xmx: ").append(format(proposed)).append(", half more than the ");
        text.append(format(jvm.heapAfterCollectionBytes())).append(" that lived at the last collections; it is ");
        text.append(format(max)).append(".\n");
        return max;
    }

    /** Returns how much more than now the direct buffers may come to take. */
    private static long direct(Snapshot snapshot, StringBuilder text) {
        CategoryUsage usage = snapshot.category(Category.DIRECT_BUFFER.name());
        if (usage.peakCommitted() == 0) {
            text.append("-XX:MaxDirectMemorySize: there were no direct buffers.\n");
            return 0;
        }
        long proposed = up(usage.peakCommitted() * DIRECT_MARGIN);
        text.append("-XX:MaxDirectMemorySize: ").append(format(proposed)).append(", a quarter more than the peak of ");
        text.append(format(usage.peakCommitted()))
                .append("; it is ")
                .append(format(DirectLimit.bytes()))
                .append(".\n");
        return Math.max(0, proposed - usage.committed());
    }

    private static void container(ResidentMemory memory, long heap, long more, StringBuilder text) {
        long heapNow = 0;
        for (ResidentLine line : memory.lines()) {
            if (line.component().startsWith(Component.JAVA_HEAP.label())) {
                heapNow += line.residentBytes();
            }
        }
        heapNow += memory.line(Component.TRACKING).residentBytes();
        long outside = memory.rssBytes() - heapNow;
        long proposed = up(Math.max(heap + outside + more, memory.peakRssBytes()) * CONTAINER_MARGIN);
        text.append("Container: ")
                .append(format(proposed))
                .append(", a tenth more than the larger of RSS's peak and of the whole heap of ");
        text.append(format(heap)).append(", the ").append(format(outside)).append(" outside it now, and ");
        text.append(format(more)).append(" of direct buffers to come. RSS was ");
        text.append(format(memory.peakRssBytes())).append(" at the most.\n");
    }

    private static long up(double bytes) {
        return (long) Math.ceil(bytes / STEP) * STEP;
    }

    private static String format(long bytes) {
        return Scale.MB.format(bytes);
    }
}
