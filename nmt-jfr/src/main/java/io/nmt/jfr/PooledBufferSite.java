package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** What one call site has taken from pools and not given back: one of those that have the most. */
@Name("nmt.PooledBufferSite")
@Label("Pooled Buffers by Call Site")
@Description("Buffers of pools that were taken at one place in Java code and were not given back. Estimates from"
        + " samples. Their memory is a part of the pools' chunks. Comes with nmt.PoolUsage")
final class PooledBufferSite extends MemoryEvent {
    @Label("Rank")
    @Description("1 is the call site that holds the most; the events of one emission have the ranks from 1 on")
    int rank;

    @Label("Kind of Pool")
    String type;

    @Label("Call Site")
    @Description("Its number, for as long as the process lives")
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
    @Description("Memory of buffers that were taken here and not given back yet")
    @DataAmount(DataAmount.BYTES)
    long liveBytes;

    @Label("Standard Error")
    @Description("Of the live memory: in two of three cases the truth is nearer than this; 0 if exact")
    @DataAmount(DataAmount.BYTES)
    long standardError;

    @Label("Live Buffers")
    @Description("Taken here and not yet given back")
    long count;

    @Label("Peak")
    @Description("The most memory that was ever live")
    @DataAmount(DataAmount.BYTES)
    long peak;

    @Label("Oldest Age")
    @Description("How long ago the oldest sampled one of these buffers was taken")
    @Timespan(Timespan.NANOSECONDS)
    long oldestAge;

    @Label("Lost")
    @Description("Of the live memory, that of buffers that the garbage collector has collected: their pool never gets"
            + " it back")
    @DataAmount(DataAmount.BYTES)
    long lost;

    @Label("Gone")
    @Description("Memory of buffers that were collected together with their chunk; not among the live memory")
    @DataAmount(DataAmount.BYTES)
    long gone;

    @Label("Last In")
    @Description("The classes that had most of what is not lost last, as far as the library tells, the one with most"
            + " first, each with its bytes")
    String lastIn;

    @Label("Retained By")
    @Description("The classes outside the library that retained most of it and were not seen to release it, likewise")
    String retainedBy;

    @Label("Parts Taken By")
    @Description(
            "The classes that took parts of most of it and were not seen to release these, likewise; most pass them"
                    + " on")
    String partsTakenBy;

    @Label("Lost, Last In")
    @Description("The same of what was lost or is gone")
    String lostLastIn;

    @Label("Lost, Retained By")
    @Description("The same of what was lost or is gone")
    String lostRetainedBy;

    @Label("Lost, Parts Taken By")
    @Description("The same of what was lost or is gone")
    String lostPartsTakenBy;

    @Label("Growth")
    @Description("By how many bytes a minute the least that is not given back rises; negative if it falls")
    long growth;

    @Label("Standard Error of Growth")
    @Description("Or a little more; 0 if exact")
    long growthError;

    @Label("Growing for")
    @Description("For how long the call site has been growing, about; 0 if it is not known to grow")
    @Timespan(Timespan.NANOSECONDS)
    long growingFor;

    @Label("Judged In")
    @Description("How much longer it takes, at the least, until growth can be told from chance; 0 if it can")
    @Timespan(Timespan.NANOSECONDS)
    long judgedIn;
}
