package io.nmt.agent.jmx;

import java.util.Map;

/**
 * Native memory outside the Java heap, {@code io.nmt:type=NativeMemory}. Bytes are plain numbers; how exact the figures
 * are is said at {@link io.nmt.core.model.Snapshot} and {@link io.nmt.core.model.CategoryUsage}. Each attribute
 * is read from a snapshot of its own. Thread-safe.
 */
@Description("Native memory outside the Java heap, as nmt tracks it.")
public interface NativeMemoryMXBean {
    /** The parameter of reports. */
    String SCALE = "scale: B, KB, MB, GB, or nothing for one that fits";

    /**
     * The categories that were ever used.
     *
     * @return what each holds, by name; for a client a {@code TabularData}
     */
    @Description("Usage of each category, by name; each has a bean of its own, too.")
    Map<String, MemoryUsage> getCategories();

    /**
     * All categories together.
     *
     * @return the sums; its peaks are those of the total
     */
    @Description("All categories together: the sums; its peaks are those of the total.")
    MemoryUsage getTotal();

    /**
     * True if peaks are exact.
     *
     * @return if not, they are never too high, and low by at most 1 % or 64 KiB per thread that has allocated or freed
     *     since the peak was last looked for, whichever is larger
     */
    @Description("True if peaks are exact. Otherwise at least: low by at most 1 %, or 64 KB per thread that was "
            + "active meanwhile.")
    boolean isExactPeaks();

    /**
     * Blocks that could not be recorded.
     *
     * @return blocks, normally 0
     */
    @Description("Blocks that could not be recorded: normally 0.")
    long getUntrackedBlocks();

    /**
     * Frees of blocks that were not recorded.
     *
     * @return frees; normal for what was allocated before tracking began
     */
    @Description("Frees of blocks that were not recorded: normal for blocks from before tracking.")
    long getUnknownFrees();

    /**
     * Blocks that Java code allocated and native code freed, as far as that is known: their addresses came back.
     *
     * @return how many
     */
    @Description("Blocks that Java code allocated and native code freed, as far as that is known.")
    long getFreedElsewhere();

    /**
     * Categories that are not fully tracked on this system, since its JDK has other classes than those that
     * are hooked.
     *
     * @return their names with commas between them; normally empty
     */
    @Description("Categories that are not fully tracked in this process; normally empty.")
    String getNotTracked();

    /**
     * The same with the reasons; of libraries also the class loader.
     *
     * @return one for each category; normally none
     */
    @Description("Why categories and libraries are not fully tracked, in sentences; normally none.")
    String[] getNotTrackedReasons();

    /**
     * The memory of tracking itself.
     *
     * @return bytes of Java heap
     */
    @Description("Bytes of Java heap used by tracking itself.")
    long getOverheadBytes();

    /**
     * The native handles: objects that own memory of a native library until they are closed.
     *
     * @return what became of those of each class, by its name; for a client a {@code TabularData}
     */
    @Description("Native handles by class: open, created, closed, and collected without a close. They own memory "
            + "of a native library until they are closed.")
    Map<String, HandleCounts> getHandles();

    /**
     * The report of the command {@code summary}.
     *
     * @param scale {@code B}, {@code KB}, {@code MB}, {@code GB}, or nothing for one that fits
     * @return lines
     */
    @Description("The report of the command summary.")
    String summary(@Description(SCALE) String scale);

    /**
     * Keeps the figures of now, for {@link #diff} here and for the command {@code diff}.
     *
     * @return what was done
     */
    @Description("Keeps the current figures, for diff.")
    String baseline();

    /**
     * The changes since the last baseline.
     *
     * @param scale {@code B}, {@code KB}, {@code MB}, {@code GB}, or nothing for one that fits
     * @return lines
     */
    @Description("Changes since the last baseline.")
    String diff(@Description(SCALE) String scale);

    /**
     * Java code that holds the live bytes: the report of the command {@code sites}.
     *
     * @param scale {@code B}, {@code KB}, {@code MB}, {@code GB}, or nothing for one that fits
     * @return lines
     */
    @Description("Call sites by live bytes.")
    String sites(@Description(SCALE) String scale);

    /**
     * Java code that holds old bytes, and its growth: the report of the command {@code leaks}.
     *
     * @param scale {@code B}, {@code KB}, {@code MB}, {@code GB}, or nothing for one that fits
     * @return lines
     */
    @Description("Call sites by old bytes, and their growth.")
    String leaks(@Description(SCALE) String scale);

    /**
     * The parts of the process's resident memory, with statements: the report of the command {@code rss}. It needs tens
     * of milliseconds, and more the first time.
     *
     * @param scale {@code B}, {@code KB}, {@code MB}, {@code GB}, or nothing for one that fits
     * @return lines
     * @throws IllegalArgumentException where the system does not tell: but on Linux
     */
    @Description("Parts of resident memory, with statements. Needs tens of milliseconds. Linux.")
    String rss(@Description(SCALE) String scale);

    /**
     * The parts of the process's resident memory. An operation and no attribute: exporters read all attributes every
     * few seconds, and this needs tens of milliseconds of one CPU, and more the first time.
     *
     * @return what each component has, by name; the resident bytes add up to RSS; for a client a {@code TabularData}
     * @throws UnsupportedOperationException where the system does not tell: but on Linux
     */
    @Description(
            "Resident memory by component; the resident bytes add up to RSS. Needs tens of milliseconds. " + "Linux.")
    Map<String, ResidentUsage> residentMemory();

    /**
     * The use of pools, and the owners of their buffers: the report of the command {@code pools}.
     *
     * @return as text
     */
    @Description("Fill of pools, and call sites of their buffers.")
    String pools();

    /**
     * Open native handles, and the code that made them: the report of the command {@code handles}.
     *
     * @return lines
     */
    @Description("Open native handles, and their call sites.")
    String handles();

    /**
     * Frees what no code can reach any more. It runs a full garbage collection, which may pause the application.
     *
     * @return how much that was, as lines
     */
    @Description("Frees unreachable native memory, and reports its size. Runs a full garbage collection, which "
            + "may pause the application.")
    String collectUnreachable();
}
