package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Timespan;

/**
 * The completeness of the other events' figures. It is emitted at the start and the end of every chunk, and the
 * periodic usage events with it: an event with an interval of its own would not be.
 */
@Name("nmt.NativeMemoryTracking")
@Label("Native Memory Tracking")
@Description("Gaps of native memory tracking, and its own cost. While enabled, the start and end of each "
        + "chunk have usage events, too")
@Period("everyChunk")
final class NativeMemoryTracking extends MemoryEvent {
    @Label("Untracked Blocks")
    @Description("Blocks that were allocated but could not be recorded, so no figure contains them")
    long untrackedBlocks;

    @Label("Unknown Frees")
    @Description("Frees of addresses without a record: normal for what was allocated before tracking began")
    long unknownFrees;

    @Label("Freed Elsewhere")
    @Description("Blocks that Java code allocated and native code freed, as far as their addresses were reused")
    long freedElsewhere;

    @Label("Exact Peaks")
    @Description("True if peaks are exact. Otherwise at least: low by at most 1 %, or 64 KB per thread that was "
            + "active meanwhile")
    boolean exactPeaks;

    @Label("Overhead")
    @Description("Java heap used by tracking")
    @DataAmount(DataAmount.BYTES)
    long overhead;

    @Label("Failed Emissions")
    @Description("Failed emissions of events, for example because the Java heap was full")
    long failedEmissions;

    @Label("Not Tracked")
    @Description("Categories that are not fully tracked; normally empty")
    String notTracked;

    @Label("Not Tracked, Why")
    @Description("The same categories with the reason; of missing hooks with the times")
    String notTrackedWhy;

    @Label("Tracked After")
    @Description(
            "Age of the JVM when the agent was attached: no figure has older blocks. 0 if there from the " + "start")
    @Timespan(Timespan.NANOSECONDS)
    long trackedAfter;

    @Label("Sampling Interval")
    @Description("Mean bytes between two samples of a thread; 1 for every block, 0 for none")
    @DataAmount(DataAmount.BYTES)
    long samplingInterval;

    @Label("Lost Samples")
    @Description("Samples that failed: no call site has their memory")
    long lostSamples;
}
