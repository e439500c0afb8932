package io.nmt.agent.jmx;

import java.util.Map;

/**
 * Native memory outside the Java heap, {@code io.nmt:type=NativeMemory}. Bytes are plain numbers; how exact the figures
 * are is said at {@link io.nmt.core.model.Snapshot} and {@link io.nmt.core.model.CategoryUsage}. Each attribute
 * is read from a snapshot of its own. Thread-safe.
 */
public interface NativeMemoryMXBean {
    /**
     * The categories that were ever used.
     *
     * @return what each holds, by name; for a client a {@code TabularData}
     */
    Map<String, MemoryUsage> getCategories();

    /**
     * All categories together.
     *
     * @return the sums; its peaks are those of the total
     */
    MemoryUsage getTotal();

    /**
     * Whether peaks are exact.
     *
     * @return if not, they are never too high, and low by at most 1 % or 64 KiB per thread that has allocated or freed
     *     since the peak was last looked for, whichever is larger
     */
    boolean isExactPeaks();

    /**
     * How many blocks could not be recorded.
     *
     * @return blocks, normally 0
     */
    long getUntrackedBlocks();

    /**
     * How many frees there were of blocks that were not recorded.
     *
     * @return frees; normal for what was allocated before tracking began
     */
    long getUnknownFrees();

    /**
     * Blocks that Java code allocated and native code freed, as far as that is known: their addresses came back.
     *
     * @return how many
     */
    long getFreedElsewhere();

    /**
     * Categories that are not tracked on this system, or not wholly, since its JDK has other classes than those that
     * are hooked.
     *
     * @return their names with commas between them; normally empty
     */
    String getNotTracked();

    /**
     * What tracking itself takes.
     *
     * @return bytes of Java heap
     */
    long getOverheadBytes();

    /**
     * The report of the command {@code summary}.
     *
     * @param scale {@code B}, {@code KB}, {@code MB}, {@code GB}, or nothing for one that fits
     * @return lines
     */
    String summary(String scale);

    /**
     * Keeps the figures of now, for {@link #diff} here and for the command {@code diff}.
     *
     * @return what was done
     */
    String baseline();

    /**
     * What has changed since the last baseline.
     *
     * @param scale {@code B}, {@code KB}, {@code MB}, {@code GB}, or nothing for one that fits
     * @return lines
     */
    String diff(String scale);

    /**
     * Which Java code holds the live bytes: the report of the command {@code sites}.
     *
     * @param scale {@code B}, {@code KB}, {@code MB}, {@code GB}, or nothing for one that fits
     * @return lines
     */
    String sites(String scale);

    /**
     * Which Java code holds bytes for long, and whether that grows: the report of the command {@code leaks}.
     *
     * @param scale {@code B}, {@code KB}, {@code MB}, {@code GB}, or nothing for one that fits
     * @return lines
     */
    String leaks(String scale);

    /**
     * Where the process's resident memory is, and what that means: the report of the command {@code rss}. It takes tens
     * of milliseconds, and more the first time.
     *
     * @param scale {@code B}, {@code KB}, {@code MB}, {@code GB}, or nothing for one that fits
     * @return lines
     * @throws IllegalArgumentException where the system does not tell: but on Linux
     */
    String rss(String scale);

    /**
     * Where the process's resident memory is. An operation and no attribute: exporters read all attributes every few
     * seconds, and this takes tens of milliseconds of one CPU, and more the first time.
     *
     * @return what each component has, by name; the resident bytes add up to RSS; for a client a {@code TabularData}
     * @throws UnsupportedOperationException where the system does not tell: but on Linux
     */
    Map<String, ResidentUsage> residentMemory();

    /**
     * Frees what no code can reach any more. It runs a full garbage collection, which may pause the application.
     *
     * @return how much that was, as lines
     */
    String collectUnreachable();
}
