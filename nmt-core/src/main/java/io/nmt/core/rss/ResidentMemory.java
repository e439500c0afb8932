package io.nmt.core.rss;

import io.nmt.core.mappings.PageKinds;
import java.time.Instant;
import java.util.List;

/**
 * Where the process's resident memory is, every page in one line. Immutable.
 *
 * <p>What the system tells of each mapping (Linux, {@code /proc/self/smaps}) is divided by use: HotSpot says where its
 * heap, classes and code are, the tracker knows each block of Java code, glibc how much of its arenas is in use. The
 * lines' resident bytes add up to RSS exactly; how each was found, its {@link Accuracy} says. They are read one after
 * the other while the application runs on, so that what changes meanwhile may be in the wrong line.
 *
 * <p>To read it takes some 50 ms, and more in a large process: {@code docs/rss.md}. No safepoint is needed. But a
 * thread that maps memory meanwhile may wait for the kernel's lock, and one that allocates for malloc's, which glibc
 * holds for as long as it takes to count an arena's free blocks. The platform's MBean server is made only
 * without the agent, if the application has not made it.
 *
 * @param time of the reading
 * @param rssBytes resident set size: the sum over all mappings, as the kernel counts them
 * @param peakRssBytes the largest it ever was; 0 if the system does not tell
 * @param swappedBytes moved out of memory
 * @param pages of {@code rssBytes}, by what the system can do with them when memory is short
 * @param threads all of them, those of the JVM included
 * @param lines those with something in them, in the order of a report
 * @param malloc what malloc says of itself; null if it does not
 * @param allocator whose it is: glibc, jemalloc, mimalloc, tcmalloc or musl
 * @param arenas how many glibc has; 0 if not known
 * @param hotSpotTracking whether HotSpot's native memory tracking is on: what the JVM itself takes is then known
 * @param tookNanos to read all this
 */
public record ResidentMemory(
        Instant time,
        long rssBytes,
        long peakRssBytes,
        long swappedBytes,
        PageKinds pages,
        int threads,
        List<ResidentLine> lines,
        MallocUsage malloc,
        String allocator,
        int arenas,
        boolean hotSpotTracking,
        long tookNanos) {
    /** As it was read: copied. */
    public ResidentMemory {
        lines = List.copyOf(lines);
    }

    /**
     * Whether this system tells.
     *
     * @return whether this is Linux
     */
    public static boolean isSupported() {
        return System.getProperty("os.name").equals("Linux");
    }

    /**
     * Reads it now.
     *
     * @return the lines of this moment
     * @throws UnsupportedOperationException unless this is Linux with the module {@code jdk.management}; where {@code
     *     /proc/self} cannot be read; and without the agent, before JDK 25, where the limit of direct buffers leaves no
     *     room to make the platform's MBean server
     */
    public static ResidentMemory read() {
        return ResidentReader.readMemory();
    }

    /** The Java heap, without the tables of native memory tracking in it. */
    long heapBytes() {
        long heap = 0;
        for (ResidentLine line : lines) {
            if (line.component().startsWith(Component.JAVA_HEAP.label())
                    && !line.component().equals(Component.JAVA_HEAP_AGAIN.label())) {
                heap += line.residentBytes();
            }
        }
        return heap;
    }

    /** What no limit of the heap limits, and does not go when memory is short: without the clean pages of files. */
    long outsideHeapBytes() {
        // The tables of native memory tracking lie in the heap.
        long heap = line(Component.TRACKING).residentBytes();
        for (ResidentLine line : lines) {
            if (line.component().startsWith(Component.JAVA_HEAP.label())) {
                heap += line.residentBytes();
            }
        }
        return Math.max(0, rssBytes - heap - pages.cleanFileBytes());
    }

    /**
     * A line.
     *
     * @param component its name
     * @return the line, or one without bytes if there is none of that name
     */
    public ResidentLine line(String component) {
        for (ResidentLine line : lines) {
            if (line.component().equals(component)) {
                return line;
            }
        }
        return new ResidentLine(component, 0, 0, 0, Accuracy.EXACT, "");
    }

    /**
     * A line.
     *
     * @param component what it is
     * @return the line, or one without bytes if there is none
     */
    public ResidentLine line(Component component) {
        return line(component.label());
    }
}
