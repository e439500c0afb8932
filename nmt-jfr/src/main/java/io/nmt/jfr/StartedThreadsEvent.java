package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Timespan;

/** The live platform threads with one pattern of names that one line of code started. */
@Name("nmt.StartedThreads")
@Label("Started Threads")
@Description("Live platform threads with one pattern of names that one line of code started")
@Period("everyChunk")
final class StartedThreadsEvent extends MemoryEvent {
    @Label("Rank")
    @Description("1 for the group with most threads")
    int rank;

    @Label("Name")
    @Description("N stands for numbers that differ")
    String threadName;

    @Label("Threads")
    long live;

    @Label("Runnable")
    @Description("Those that run, or are in native code")
    long runnable;

    @Label("Idle")
    @Description("Those of executors that wait for a task")
    long idle;

    @Label("Executors")
    @Description("The thread pool executors whose threads they are")
    long executors;

    @Label("Open Executors")
    @Description("Executors that were not shut down")
    long openExecutors;

    @Label("Pooled")
    @Description("Threads of executors that have several of these threads, and a limit of them")
    long pooled;

    @Label("Stacks")
    @Description("Resident bytes of their stacks, an estimate by the mean of all threads; -1 if unknown")
    @DataAmount
    long stackBytes;

    @Label("Top Frame")
    @Description("The innermost frame outside the JDK and outside known libraries, of the line that started them")
    String topFrame;

    @Label("Library Frame")
    @Description("The frame of another library that the top frame led to")
    String libraryFrame;

    @Label("Stack")
    @Description("The call site's frames, the innermost first, separated by semicolons")
    String stack;

    @Label("Threads of Call Site")
    @Description("All live threads that were started there, an estimate from samples")
    long siteLive;

    @Label("Standard Error of Call Site")
    @Description("Standard error of its threads; 0 if exact")
    long siteStandardError;

    @Label("Oldest Age of Call Site")
    @Description("For how long its oldest thread has lived")
    @Timespan(Timespan.NANOSECONDS)
    long siteOldestAge;

    @Label("Growth of Call Site")
    @Description("Rise of the floor of live threads per minute; negative if it falls")
    long siteGrowth;

    @Label("Standard Error of Growth")
    @Description("Standard error, or a little more; 0 if exact")
    long siteGrowthError;

    @Label("Growing for")
    @Description("For how long the call site has been growing, about; 0 if it is not known to grow")
    @Timespan(Timespan.NANOSECONDS)
    long siteGrowingFor;
}
