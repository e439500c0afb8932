package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Timespan;

/**
 * How complete the other events' figures are. Being emitted at the start and the end of every chunk, it is also what
 * the periodic usage events are emitted with then: an event with an interval of its own is not, by itself.
 */
@Name("nmt.NativeMemoryTracking")
@Label("Native Memory Tracking")
@Description("What native memory tracking could not see, and what it takes itself. While enabled, the usage events are"
        + " emitted at the start and the end of every chunk, too")
@Period("everyChunk")
final class NativeMemoryTracking extends MemoryEvent {
    @Label("Untracked Blocks")
    @Description("Blocks that were allocated but could not be recorded, so no figure contains them")
    long untrackedBlocks;

    @Label("Unknown Frees")
    @Description("Frees of addresses without a record: normal for what was allocated before tracking began")
    long unknownFrees;

    @Label("Freed Elsewhere")
    @Description("Blocks that Java code allocated and native code freed, as far as their addresses came back")
    long freedElsewhere;

    @Label("Exact Peaks")
    @Description("Whether peaks are exact. Otherwise they are never too high, and low by at most 1 % or 64 KiB per"
            + " thread that has allocated or freed since the peak was last looked for")
    boolean exactPeaks;

    @Label("Overhead")
    @Description("Java heap that tracking takes")
    @DataAmount(DataAmount.BYTES)
    long overhead;

    @Label("Failed Emissions")
    @Description("How often events could not be emitted, for example because the Java heap was full")
    long failedEmissions;

    @Label("Not Tracked")
    @Description("Categories that are not tracked, or not wholly; normally empty")
    String notTracked;

    @Label("Not Tracked, Why")
    @Description("The same categories with the reason; of missing hooks with the times")
    String notTrackedWhy;

    @Label("Tracked After")
    @Description(
            "How old the JVM was when the agent was attached to it: what was allocated before is in no figure. 0 if the"
                    + " agent was there from the start")
    @Timespan(Timespan.NANOSECONDS)
    long trackedAfter;

    @Label("Sampling Interval")
    @Description("Bytes from one sample of a thread to its next, on average; 1 if every block is sampled, 0 if none is")
    @DataAmount(DataAmount.BYTES)
    long samplingInterval;

    @Label("Lost Samples")
    @Description("That could not be taken: what these hold is in no call site")
    long lostSamples;
}
