package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;

/** The memory that all categories hold now. */
@Name("nmt.NativeMemoryUsageTotal")
@Label("Total Native Memory Usage of Java Code")
@Description("Native memory outside the Java heap held by Java code, in all")
@Period("1 s")
final class NativeMemoryUsageTotal extends MemoryEvent {
    @Label("Reserved Memory")
    @Description("Address space reserved")
    @DataAmount(DataAmount.BYTES)
    long reserved;

    @Label("Committed Memory")
    @Description("Memory committed, as it was requested")
    @DataAmount(DataAmount.BYTES)
    long committed;

    @Label("Live Blocks")
    @Description("Allocated and not yet freed")
    long count;
}
