package io.nmt.report.model;

import io.nmt.core.model.PageKinds;
import java.time.Instant;
import java.util.List;

/**
 * The parts of the process's resident memory, every page in one line. Immutable.
 *
 * <p>What the system tells of each mapping (Linux, {@code /proc/self/smaps}) is divided by use: HotSpot says where its
 * heap, classes and code are, the tracker knows each block of Java code, glibc how much of its arenas is in use. The
 * lines' resident bytes add up to RSS exactly; how each was found, its {@link Accuracy} says. They are read one after
 * the other while the application runs on, so that what changes meanwhile may be in the wrong line.
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
 * @param cgroup the memory of the cgroup that has a limit; {@link CgroupMemory#NONE} if there is none
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
        long tookNanos,
        CgroupMemory cgroup) {
    /** As it was read: copied. */
    public ResidentMemory {
        lines = List.copyOf(lines);
    }

    /**
     * The same without a cgroup.
     *
     * @param time as above
     * @param rssBytes as above
     * @param peakRssBytes as above
     * @param swappedBytes as above
     * @param pages as above
     * @param threads as above
     * @param lines as above
     * @param malloc as above
     * @param allocator as above
     * @param arenas as above
     * @param hotSpotTracking as above
     * @param tookNanos as above
     */
    public ResidentMemory(
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
        this(
                time,
                rssBytes,
                peakRssBytes,
                swappedBytes,
                pages,
                threads,
                lines,
                malloc,
                allocator,
                arenas,
                hotSpotTracking,
                tookNanos,
                CgroupMemory.NONE);
    }

    /**
     * The same with the memory of its cgroup.
     *
     * @param read of the same time
     * @return another reading
     */
    public ResidentMemory withCgroup(CgroupMemory read) {
        return new ResidentMemory(
                time,
                rssBytes,
                peakRssBytes,
                swappedBytes,
                pages,
                threads,
                lines,
                malloc,
                allocator,
                arenas,
                hotSpotTracking,
                tookNanos,
                read);
    }

    /**
     * Resident memory from a recording: the lines alone.
     *
     * @param time of the reading
     * @param rssBytes resident set size, to which the lines add up
     * @param lines in the order of a report
     * @return the same, with nothing in the other figures
     */
    public static ResidentMemory recorded(Instant time, long rssBytes, List<ResidentLine> lines) {
        return new ResidentMemory(time, rssBytes, 0, 0, PageKinds.NONE, 0, lines, null, "", 0, false, 0);
    }

    /**
     * True if it is from a recording, which has the lines alone.
     *
     * @return true if there is nothing in the other figures
     */
    public boolean isRecorded() {
        return tookNanos == 0;
    }

    /**
     * The Java heap, without the tables of native memory tracking in it.
     *
     * @return resident bytes
     */
    public long heapBytes() {
        long heap = 0;
        for (ResidentLine line : lines) {
            if (line.kind().isHeap() && line.kind() != Component.JAVA_HEAP_AGAIN) {
                heap += line.residentBytes();
            }
        }
        return heap;
    }

    /**
     * Resident bytes that no limit of the heap bounds, and that stay when memory is short: without the clean pages of
     * files.
     *
     * @return resident bytes
     */
    public long outsideHeapBytes() {
        // The tables of native memory tracking lie in the heap.
        long heap = line(Component.TRACKING).residentBytes();
        for (ResidentLine line : lines) {
            if (line.kind().isHeap()) {
                heap += line.residentBytes();
            }
        }
        return Math.max(0, rssBytes - heap - pages.cleanFileBytes());
    }

    /**
     * Shared memory and files of tmpfs in the cgroup that are in no mapping of this process.
     *
     * @return bytes; {@link CgroupMemory#UNKNOWN} where the kernel does not tell
     */
    public long unmappedSharedBytes() {
        long all = cgroup.get(CgroupFigure.SHARED);
        return all < 0 ? CgroupMemory.UNKNOWN : Math.max(0, all - pages.sharedMemoryBytes());
    }

    /**
     * Bytes that count toward the limit of the cgroup beside this process: files of tmpfs, the kernel's memory, other
     * processes.
     *
     * @return bytes; 0 where that is not known, or there is no limit
     */
    public long besideProcessBytes() {
        if (!cgroup.isKnown()) {
            return 0;
        }
        long own = pages.anonymousBytes() + pages.sharedMemoryBytes();
        long kernel =
                Math.max(0, cgroup.get(CgroupFigure.KERNEL)) - Math.max(0, cgroup.get(CgroupFigure.SLAB_RECLAIMABLE));
        // Pages of the process may be charged to the cgroup that it was in before: then the difference is too little.
        return Math.max(cgroup.countedBytes() - own, Math.max(0, unmappedSharedBytes()) + Math.max(0, kernel));
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
        return new ResidentLine(component, Component.named(component), 0, 0, 0, Accuracy.EXACT, "");
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
