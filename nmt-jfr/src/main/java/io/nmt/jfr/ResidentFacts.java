package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A reading of resident memory beside its lines: with it, a recording is judged as the process is. */
@Name("nmt.ResidentFacts")
@Label("Resident Memory Beside Its Components")
@Description(
        "Limits of the process, and figures of the kernel, the JVM and malloc. Each reading of resident memory has one "
                + "(Linux only). A limit of 0 is unknown, or there is none")
final class ResidentFacts extends MemoryEvent {
    @Label("Reading")
    @Description("The number that events of nmt.ResidentMemory have, too")
    int reading;

    @Label("Tracked From the Start")
    @Description("True if Java code has no memory from before tracking")
    boolean fromStart;

    @Label("Peak Resident Memory")
    @Description("Largest resident memory since the process began")
    @DataAmount(DataAmount.BYTES)
    long peak;

    @Label("Swapped Memory")
    @DataAmount(DataAmount.BYTES)
    long swapped;

    @Label("Clean Pages of Files")
    @Description("Resident pages of files that the kernel can drop at once")
    @DataAmount(DataAmount.BYTES)
    long clean;

    @Label("Changed Pages of Files")
    @Description("Resident pages of files that are not written yet")
    @DataAmount(DataAmount.BYTES)
    long changed;

    @Label("Shared Memory")
    @Description("Resident pages of tmpfs and of shared memory")
    @DataAmount(DataAmount.BYTES)
    long shared;

    @Label("Anonymous Memory")
    @Description("Resident pages without a file")
    @DataAmount(DataAmount.BYTES)
    long anonymous;

    @Label("Threads")
    int threads;

    @Label("Mappings")
    @Description("Regions of the address space")
    int mappings;

    @Label("Limit of Mappings")
    long mappingLimit;

    @Label("Swap")
    @Description("True if the system has swap space")
    boolean swap;

    @Label("Container Limit")
    @DataAmount(DataAmount.BYTES)
    long cgroupLimit;

    @Label("Allocator")
    @Description("Owner of malloc: glibc, jemalloc, mimalloc, tcmalloc or musl")
    String allocator;

    @Label("Arenas")
    @Description("Arenas of malloc in glibc, or 0")
    int arenas;

    @Label("Limit of Arenas")
    int arenaLimit;

    @Label("Malloc in Use")
    @Description("Bytes in blocks, by the figures of malloc. -1 is unknown")
    @DataAmount(DataAmount.BYTES)
    long mallocInUse;

    @Label("Malloc Free")
    @Description("Bytes that malloc retains after free, resident or not. -1 is unknown")
    @DataAmount(DataAmount.BYTES)
    long mallocFree;

    @Label("Libraries")
    @Description("Native libraries beside those of the JDK and the system")
    String libraries;

    @Label("HotSpot Tracking")
    @Description("True if HotSpot counts its own memory")
    boolean hotSpotTracking;

    @Label("Used Java Heap")
    @Description("With garbage")
    @DataAmount(DataAmount.BYTES)
    long heapUsed;

    @Label("Live Java Heap")
    @Description("Left by the last collections")
    @DataAmount(DataAmount.BYTES)
    long heapLive;

    @Label("Java Heap Without Collection")
    @Description("Part of the live heap that no collection has covered")
    @DataAmount(DataAmount.BYTES)
    long heapNotCollected;

    @Label("Live Java Heap at Most")
    @Description("True if garbage may be in the live heap")
    boolean heapAtMost;

    @Label("Largest Java Heap")
    @DataAmount(DataAmount.BYTES)
    long heapLimit;

    @Label("Largest Java Heap by Option")
    @Description("True if an option has set it")
    boolean heapLimitSet;

    @Label("Classes")
    @Description("Loaded classes")
    int classes;

    @Label("Finalizer Queue")
    @Description("Objects that wait for their finalizer")
    long finalizerQueue;

    @Label("Direct Buffers")
    @Description("Direct buffers by the count of the JVM")
    long directCount;

    @Label("Memory of Direct Buffers")
    @Description("Direct buffers by the count of the JVM")
    @DataAmount(DataAmount.BYTES)
    long directUsed;

    @Label("Untracked Direct Buffers")
    @Description("Part of them that is not tracked, at least")
    @DataAmount(DataAmount.BYTES)
    long directUntracked;

    @Label("Limit of Direct Buffers")
    @DataAmount(DataAmount.BYTES)
    long directLimit;

    @Label("Limit of Metaspace")
    @Description("With the class space")
    @DataAmount(DataAmount.BYTES)
    long metaspaceLimit;

    @Label("Limit of the Class Space")
    @DataAmount(DataAmount.BYTES)
    long classSpaceLimit;

    @Label("Setting of Huge Pages")
    @Description("always, madvise or never")
    String hugePages;

    @Label("Huge Pages of the Java Heap")
    @DataAmount(DataAmount.BYTES)
    long hugeHeap;

    @Label("Huge Pages of Thread Stacks")
    @DataAmount(DataAmount.BYTES)
    long hugeStacks;

    @Label("Huge Pages of Malloc")
    @DataAmount(DataAmount.BYTES)
    long hugeMalloc;

    @Label("Other Huge Pages")
    @DataAmount(DataAmount.BYTES)
    long hugeOther;

    @Label("Memory of the Container")
    @Description("All that the kernel charges to it. -1 is unknown, here and below")
    @DataAmount(DataAmount.BYTES)
    long cgroupUsage;

    @Label("Anonymous Memory of the Container")
    @DataAmount(DataAmount.BYTES)
    long cgroupAnonymous;

    @Label("Page Cache of the Container")
    @Description("The kernel drops it before it kills")
    @DataAmount(DataAmount.BYTES)
    long cgroupPageCache;

    @Label("Shared Memory of the Container")
    @Description("Files of tmpfs and shared memory, mapped or not")
    @DataAmount(DataAmount.BYTES)
    long cgroupShared;

    @Label("Kernel Memory of the Container")
    @DataAmount(DataAmount.BYTES)
    long cgroupKernel;

    @Label("Slabs of the Container")
    @DataAmount(DataAmount.BYTES)
    long cgroupSlab;

    @Label("Reclaimable Slabs of the Container")
    @Description("The kernel drops them before it kills")
    @DataAmount(DataAmount.BYTES)
    long cgroupSlabReclaimable;

    @Label("Page Tables of the Container")
    @DataAmount(DataAmount.BYTES)
    long cgroupPageTables;

    @Label("Socket Buffers of the Container")
    @DataAmount(DataAmount.BYTES)
    long cgroupSockets;

    @Label("Swapped Memory of the Container")
    @DataAmount(DataAmount.BYTES)
    long cgroupSwap;

    @Label("Compressed Memory of the Container")
    @Description("Compressed in place of being swapped out")
    @DataAmount(DataAmount.BYTES)
    long cgroupZswap;

    @Label("High Limit of the Container")
    @Description("The kernel slows processes down above it")
    @DataAmount(DataAmount.BYTES)
    long cgroupHigh;

    @Label("Crossings of the High Limit")
    long cgroupHighs;

    @Label("OOM Kills in the Container")
    @Description("Processes that the kernel killed for its memory")
    long cgroupOomKills;

    @Label("Memory Pressure")
    @Description("Share of the last ten seconds in which a thread waited for memory, in percent")
    long cgroupPressure;

    @Label("Other Processes of the Container")
    long cgroupOthers;

    @Label("Resident Memory of Other Processes")
    @Description("Pages that they share count for each")
    @DataAmount(DataAmount.BYTES)
    long cgroupOthersRss;

    @Label("Largest File System in Memory")
    @Description("Mount point of the tmpfs with most bytes")
    String tmpfs;

    @Label("Bytes of the Largest File System in Memory")
    @DataAmount(DataAmount.BYTES)
    long tmpfsUsed;
}
