package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Timespan;

/** The memory that one call site holds now: one of the largest. */
@Name("nmt.NativeMemorySite")
@Label("Native Memory by Call Site")
@Description("Native memory that was allocated from one place in Java code and is live. All byte figures and counts are"
        + " estimates from samples")
@Period("everyChunk")
final class NativeMemorySite extends MemoryEvent {
    @Label("Rank")
    @Description("1 is the call site that holds the most; the events of one emission have the ranks from 1 on")
    int rank;

    @Label("Memory Type")
    @Description("Use of the memory")
    String type;

    @Label("Call Site")
    @Description("Its number, fixed for the life of the process")
    int site;

    @Label("Top Frame")
    @Description("The innermost frame of the application's own: outside the JDK and outside known libraries")
    String topFrame;

    @Label("Library Frame")
    @Description("The library's frame that the top frame led to, outside wrappers of memory functions")
    String libraryFrame;

    @Label("Stack")
    @Description("Its frames, the innermost first, separated by semicolons")
    String stack;

    @Label("Live Memory")
    @Description("Memory that was allocated here and is not freed yet")
    @DataAmount(DataAmount.BYTES)
    long liveBytes;

    @Label("Standard Error")
    @Description("Standard error of the live memory: in two of three cases the truth is nearer")
    @DataAmount(DataAmount.BYTES)
    long standardError;

    @Label("Live Blocks")
    @Description("Allocated here and not yet freed")
    long count;

    @Label("Peak")
    @Description("The most memory that was ever live")
    @DataAmount(DataAmount.BYTES)
    long peak;

    @Label("Oldest Age")
    @Description("Age of the oldest live block that was sampled")
    @Timespan(Timespan.NANOSECONDS)
    long oldestAge;

    @Label("Pool")
    @Description("True if these blocks are chunks of a pool: nmt.PooledBufferSite has its buffers")
    boolean pool;

    @Label("Freed By")
    @Description("Freed by: the garbage collector, the program alone, or either of both")
    String freedBy;
}
