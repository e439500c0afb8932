package io.nmt.core.rss;

import io.nmt.core.categories.Category;
import io.nmt.core.report.Scale;
import io.nmt.core.snapshot.CategoryUsage;
import java.util.ArrayList;
import java.util.List;

/**
 * Proposes limits from what was used at the most, with a margin that is named: as good as the load that the process has
 * seen. A pure function of a reading.
 */
public final class Advice {
    private static final long MIB = 1L << 20;
    private static final double DIRECT_MARGIN = 1.25;
    private static final double HEAP_MARGIN = 1.5;
    private static final double CONTAINER_MARGIN = 1.1;
    private static final long LEAST_HEAP = 16 * MIB;
    private static final int STEPS = 16;
    private static final String ROUNDED = ", rounded up";

    private final ResidentReading reading;
    private final Limits limits;
    private final StringBuilder text =
            new StringBuilder("\nLimits, from what this process has used: as good as the load it has seen\n");

    private Advice(ResidentReading reading) {
        this.reading = reading;
        this.limits = reading.facts().limits();
    }

    /**
     * Proposes limits for the heap, for direct buffers and for the container.
     *
     * @param reading of now
     * @return lines, after an empty one
     */
    public static String of(ResidentReading reading) {
        Advice advice = new Advice(reading);
        advice.heap();
        advice.direct();
        advice.container();
        return advice.text.toString();
    }

    private void heap() {
        long max = reading.facts().jvm().heapMaxBytes();
        long lived = reading.facts().jvm().heapAfterCollectionBytes();
        if (lived == 0) {
            text.append("-Xmx: cannot be told yet; no collection has told how much lives. Now it is ")
                    .append(format(max))
                    .append(".\n");
            return;
        }
        long wanted = Math.round(lived * HEAP_MARGIN);
        long proposed = Math.max(LEAST_HEAP, up(wanted));
        propose("-Xmx", proposed);
        text.append("Of the heap ")
                .append(format(lived))
                .append(" lived at the last collections; half more is ")
                .append(format(wanted));
        if (proposed > up(wanted)) {
            text.append(", but less than ").append(format(LEAST_HEAP)).append(" is not proposed");
        } else {
            text.append(ROUNDED);
        }
        now(proposed, max);
    }

    private void direct() {
        CategoryUsage usage = direct(reading);
        if (usage.peakCommitted() == 0) {
            text.append("-XX:MaxDirectMemorySize: there were no direct buffers. Now it is ")
                    .append(format(limits.directBytes()))
                    .append(".\n");
            return;
        }
        long wanted = Math.round(usage.peakCommitted() * DIRECT_MARGIN);
        propose("-XX:MaxDirectMemorySize", up(wanted));
        text.append("The peak was ")
                .append(format(usage.peakCommitted()))
                .append("; a quarter more is ")
                .append(format(wanted))
                .append(ROUNDED);
        now(up(wanted), limits.directBytes());
    }

    private static CategoryUsage direct(ResidentReading reading) {
        return reading.facts().snapshot().category(Category.DIRECT_BUFFER.name());
    }

    /** With the heap and the limit of direct buffers as they are, or as they are proposed where that is more. */
    private void container() {
        ResidentMemory memory = reading.memory();
        long heapMax = reading.facts().jvm().heapMaxBytes();
        long clean = memory.pages().cleanFileBytes();
        long outside = Math.max(0, memory.rssBytes() - heapNow(memory) - clean);
        CategoryUsage usage = direct(reading);
        long more = Math.max(0, up(Math.round(usage.peakCommitted() * DIRECT_MARGIN)) - usage.committed());
        long sum = heapMax + outside + more;
        long peak = Math.max(0, memory.peakRssBytes() - clean);
        long wanted = Math.round(Math.max(sum, peak) * CONTAINER_MARGIN);
        propose("Container", up(wanted));
        List<String> parts = new ArrayList<>(
                List.of("the heap may become " + format(heapMax), "outside it there are " + format(outside) + " now"));
        if (more > 0) {
            parts.add("direct buffers may come to take " + format(more) + " more");
        }
        text.append(capitalized(String.join(", ", parts)))
                .append(": ")
                .append(format(sum))
                .append(" together. RSS was ")
                .append(format(peak))
                .append(" at the most. A tenth more than the larger is ")
                .append(format(wanted))
                .append(ROUNDED);
        now(up(wanted), limits.containerBytes());
        if (clean > 0) {
            text.append("   Not counted: ")
                    .append(format(clean))
                    .append(" of clean file pages, which the system can drop.\n");
        }
    }

    /** With the tables of native memory tracking, which lie in it. */
    private static long heapNow(ResidentMemory memory) {
        long bytes = memory.line(Component.TRACKING).residentBytes();
        for (ResidentLine line : memory.lines()) {
            if (line.component().startsWith(Component.JAVA_HEAP.label())) {
                bytes += line.residentBytes();
            }
        }
        return bytes;
    }

    private void propose(String limit, long bytes) {
        text.append(limit).append(": ").append(format(bytes)).append(". ");
    }

    /** Ends a proposal with how it is now. */
    private void now(long proposed, long current) {
        if (current <= 0) {
            text.append(". There is no limit now, or it is not known.\n");
        } else if (proposed > current) {
            text.append(". Now it is ").append(format(current)).append(": too little for this.\n");
        } else {
            text.append(". Now it is ").append(format(current)).append(".\n");
        }
    }

    private static String capitalized(String sentence) {
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }

    /** To a number of MB that is easily read, never by more than one sixteenth or 1 MB. */
    static long up(long bytes) {
        long step = Math.max(MIB, Long.highestOneBit(bytes) / STEPS);
        return (bytes + step - 1) / step * step;
    }

    private static String format(long bytes) {
        return Scale.MB.format(bytes);
    }
}
