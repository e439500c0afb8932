package io.nmt.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Timespan;

/** The native handles of one class now, and the call site that made most of those that are not closed. */
@Name("nmt.NativeHandles")
@Label("Native Handles")
@Description(
        "Objects of one class that own memory of a native library until they are closed. How much each of them owns"
                + " is not known")
@Period("everyChunk")
final class NativeHandles extends MemoryEvent {
    @Label("Class")
    String className;

    @Label("Open")
    @Description("Neither closed nor collected")
    long live;

    @Label("Created")
    @Description("Since the class was loaded, or the agent attached; exact")
    long created;

    @Label("Closed")
    @Description("Of the created ones; exact")
    long closed;

    @Label("Collected Unclosed")
    @Description("By the garbage collector: their native memory is lost, unless a cleaner or finalizer frees it")
    long collected;

    @Label("Standard Error")
    @Description("Of the open and of the collected ones; 0 if exact")
    long standardError;

    @Label("Oldest Age")
    @Description("For how long the oldest sampled one that is open has lived")
    @Timespan(Timespan.NANOSECONDS)
    long oldestAge;

    @Label("Top Frame")
    @Description("The innermost frame outside the JDK and outside known libraries: of the line of code that made most"
            + " of those that are not closed")
    String topFrame;

    @Label("Library Frame")
    @Description("The frame of another library that the top frame led to")
    String libraryFrame;

    @Label("Stack")
    @Description("The call site's frames, the innermost first, separated by semicolons")
    String stack;

    @Label("Open of Call Site")
    @Description("Those that were made there, an estimate from samples")
    long siteLive;

    @Label("Collected Unclosed of Call Site")
    @Description("Those that were made there, an estimate from samples")
    long siteCollected;

    @Label("Standard Error of Call Site")
    @Description("Of its open ones: in two of three cases the truth is nearer than this; 0 if exact")
    long siteStandardError;

    @Label("Oldest Age of Call Site")
    @Description("For how long the oldest sampled one that is open has lived")
    @Timespan(Timespan.NANOSECONDS)
    long siteOldestAge;

    @Label("Growth of Call Site")
    @Description("By how many a minute the least that is not closed rises; negative if it falls")
    long siteGrowth;

    @Label("Standard Error of Growth")
    @Description("Or a little more; 0 if exact")
    long siteGrowthError;

    @Label("Growing for")
    @Description("For how long the call site has been growing, about; 0 if it is not known to grow")
    @Timespan(Timespan.NANOSECONDS)
    long siteGrowingFor;
}
