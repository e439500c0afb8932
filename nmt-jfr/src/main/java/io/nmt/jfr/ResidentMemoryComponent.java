package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Timespan;

/**
 * One line of the waterfall of resident memory. The time of a Java event is that of its commit, so that the events of
 * one emission have different ones: what groups them is the number of the reading.
 */
@Name("nmt.ResidentMemory")
@Label("Resident Memory by Component")
@Description("Where the resident memory of the process is (Linux only). The events of one reading add up to that of the"
        + " component RSS. A reading takes tens of milliseconds, more with thousands of mappings and the"
        + " first time, on a thread of its own; while it is made, malloc and mmap of others may wait")
@Period("60 s")
final class ResidentMemoryComponent extends MemoryEvent {
    @Label("Reading")
    @Description("Its number; the events of one emission have the same, RSS is the last of them")
    int reading;

    @Label("Component")
    @Description("Whose memory it is; RSS is the sum of the other components' resident memory")
    String component;

    @Label("Reserved Memory")
    @Description("Address space; 0 where it lies within that of other components")
    @DataAmount(DataAmount.BYTES)
    long reserved;

    @Label("Committed Memory")
    @Description("What of it may be used; for blocks, as it was requested")
    @DataAmount(DataAmount.BYTES)
    long committed;

    @Label("Resident Memory")
    @Description("What is in memory")
    @DataAmount(DataAmount.BYTES)
    long resident;

    @Label("Accuracy")
    @Description("Of the resident memory: exact, at most, or estimate")
    String accuracy;

    @Label("Took")
    @Description("How long the whole reading took")
    @Timespan(Timespan.NANOSECONDS)
    long took;
}
