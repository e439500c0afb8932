package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** Pooled buffers of one call site that are not released: one of the largest. */
@Name("nmt.PooledBufferSite")
@Label("Pooled Buffers by Call Site")
@Description("Pooled buffers of one call site that are not released. Estimates from samples. Their memory is "
        + "a part of the pools' chunks. Comes with nmt.PoolUsage")
final class PooledBufferSite extends MemoryEvent {
    @Label("Rank")
    @Description("1 is the call site that holds the most; the events of one emission have the ranks from 1 on")
    int rank;

    @Label("Kind of Pool")
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
    @Description("Memory of buffers of this call site that are not released")
    @DataAmount(DataAmount.BYTES)
    long liveBytes;

    @Label("Standard Error")
    @Description("Standard error of the live memory: in two of three cases the truth is nearer; 0 if exact")
    @DataAmount(DataAmount.BYTES)
    long standardError;

    @Label("Live Buffers")
    @Description("Buffers of this call site that are not released")
    long count;

    @Label("Peak")
    @Description("The most memory that was ever live")
    @DataAmount(DataAmount.BYTES)
    long peak;

    @Label("Oldest Age")
    @Description("Age of the oldest sampled one of these buffers")
    @Timespan(Timespan.NANOSECONDS)
    long oldestAge;

    @Label("Lost")
    @Description("Live memory of buffers that were collected unreleased: their pool cannot reuse it")
    @DataAmount(DataAmount.BYTES)
    long lost;

    @Label("Gone")
    @Description("Memory of buffers that were collected with their chunk; not in the live memory")
    @DataAmount(DataAmount.BYTES)
    long gone;

    @Label("Last Held By")
    @Description("Classes that had the buffers last, if not lost, the largest first, each with its bytes")
    String lastIn;

    @Label("Retained By")
    @Description("Classes outside the library that retained most of it and did not release it, likewise")
    String retainedBy;

    @Label("Parts Taken By")
    @Description("Classes with unreleased parts (retainedSlice), likewise; most pass them on")
    String partsTakenBy;

    @Label("Lost, Last Held By")
    @Description("The same for lost and gone memory")
    String lostLastIn;

    @Label("Lost, Retained By")
    @Description("The same for lost and gone memory")
    String lostRetainedBy;

    @Label("Lost, Parts Taken By")
    @Description("The same for lost and gone memory")
    String lostPartsTakenBy;

    @Label("Growth")
    @Description("Rise of the floor of unreleased bytes per minute; negative if it falls")
    long growth;

    @Label("Standard Error of Growth")
    @Description("Standard error, or a little more; 0 if exact")
    long growthError;

    @Label("Growing for")
    @Description("Time of growth of the call site, about; 0 without growth")
    @Timespan(Timespan.NANOSECONDS)
    long growingFor;

    @Label("Judged In")
    @Description("Least time until growth is known from chance; 0 if it is known")
    @Timespan(Timespan.NANOSECONDS)
    long judgedIn;
}
