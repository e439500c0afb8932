package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Timespan;

/** The memory that one named scope holds now: one of the largest. */
@Name("nmt.NativeMemoryScope")
@Label("Native Memory by Scope")
@Description("Native memory that was allocated in one named scope, such as a tenant. All byte figures and counts are"
        + " estimates from samples")
@Period("everyChunk")
final class NativeMemoryScope extends MemoryEvent {
    @Label("Rank")
    @Description("1 is the scope that holds the most; the events of one emission have the ranks from 1 on")
    int rank;

    @Label("Scope")
    @Description("Its names, the outermost first, for example tenant=acme, request=42")
    String scope;

    @Label("Live Memory")
    @Description("Memory that was allocated in it and is not freed yet")
    @DataAmount(DataAmount.BYTES)
    long liveBytes;

    @Label("Standard Error")
    @Description(
            "Standard error of the live memory: in two of three cases the truth is nearer; -1 without live samples")
    @DataAmount(DataAmount.BYTES)
    long standardError;

    @Label("Live Blocks")
    @Description("Allocated in it and not yet freed")
    long count;

    @Label("Allocated Memory")
    @Description("Memory that was ever allocated in it, freed blocks included; -1 for what is in no scope")
    @DataAmount(DataAmount.BYTES)
    long allocated;

    @Label("Allocated Memory Error")
    @Description("Standard error of the allocated memory, at most")
    @DataAmount(DataAmount.BYTES)
    long allocatedError;

    @Label("Oldest Age")
    @Description("Age of the oldest live block that was sampled")
    @Timespan(Timespan.NANOSECONDS)
    long oldestAge;

    @Label("Most At")
    @Description("The call site of most of its live memory")
    String mostAt;

    @Label("Memory of Most At")
    @Description("Live memory of that call site in this scope")
    @DataAmount(DataAmount.BYTES)
    long mostAtBytes;
}
