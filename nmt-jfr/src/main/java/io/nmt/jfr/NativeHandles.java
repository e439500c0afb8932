package io.nmt.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Timespan;

/** The native handles of one class now, and the call site that made most of those that are not closed. */
@Name("nmt.NativeHandles")
@Label("Native Handles")
@Description("Objects of one class that own memory of a native library until they are closed. Their native "
        + "memory is unknown")
@Period("everyChunk")
final class NativeHandles extends MemoryEvent {
    @Label("Class")
    String className;

    @Label("Open")
    @Description("Neither closed nor collected")
    long live;

    @Label("Created")
    @Description("Created since the class was loaded, or the agent attached; exact")
    long created;

    @Label("Closed")
    @Description("Closed since then; exact")
    long closed;

    @Label("Collected Unclosed")
    @Description("Collected without a close: their native memory leaks, unless a cleaner or finalizer frees it")
    long collected;

    @Label("Standard Error")
    @Description("Standard error of open and of collected ones; 0 if exact")
    long standardError;

    @Label("Oldest Age")
    @Description("Age of the oldest open one that was sampled")
    @Timespan(Timespan.NANOSECONDS)
    long oldestAge;

    @Label("Top Frame")
    @Description("Innermost frame of the application, of the line of code that created most open ones")
    String topFrame;

    @Label("Library Frame")
    @Description("The frame of another library that the top frame led to")
    String libraryFrame;

    @Label("Stack")
    @Description("The call site's frames, the innermost first, separated by semicolons")
    String stack;

    @Label("Open of Call Site")
    @Description("Created at the call site, an estimate from samples")
    long siteLive;

    @Label("Collected Unclosed of Call Site")
    @Description("Created at the call site, an estimate from samples")
    long siteCollected;

    @Label("Standard Error of Call Site")
    @Description("Standard error of its open ones: in two of three cases the truth is nearer; 0 if exact")
    long siteStandardError;

    @Label("Oldest Age of Call Site")
    @Description("Age of the oldest open one that was sampled")
    @Timespan(Timespan.NANOSECONDS)
    long siteOldestAge;

    @Label("Growth of Call Site")
    @Description("Rise of the floor of open ones per minute; negative if it falls")
    long siteGrowth;

    @Label("Standard Error of Growth")
    @Description("Standard error, or a little more; 0 if exact")
    long siteGrowthError;

    @Label("Growing for")
    @Description("Time of growth of the call site, about; 0 without growth")
    @Timespan(Timespan.NANOSECONDS)
    long siteGrowingFor;
}
