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
@Description("Resident memory of the process, by component (Linux only). The events of one reading add up to "
        + "that of the component RSS. A reading needs tens of milliseconds on its own thread, more the "
        + "first time or with thousands of mappings. Meanwhile, malloc and mmap of others may wait")
@Period("60 s")
final class ResidentMemoryComponent extends MemoryEvent {
    @Label("Reading")
    @Description("Its number; the events of one emission have the same, RSS is the last of them")
    int reading;

    @Label("Component")
    @Description("Owner of the memory; RSS is the sum of the other components' resident memory")
    String component;

    @Label("Reserved Memory")
    @Description("Address space; 0 where it lies within that of other components")
    @DataAmount(DataAmount.BYTES)
    long reserved;

    @Label("Committed Memory")
    @Description("Usable memory; for blocks, as requested")
    @DataAmount(DataAmount.BYTES)
    long committed;

    @Label("Resident Memory")
    @Description("Bytes in memory")
    @DataAmount(DataAmount.BYTES)
    long resident;

    @Label("Accuracy")
    @Description("Certainty of the resident memory: exact, at most, or estimate")
    String accuracy;

    @Label("Took")
    @Description("Duration of the whole reading")
    @Timespan(Timespan.NANOSECONDS)
    long took;
}
