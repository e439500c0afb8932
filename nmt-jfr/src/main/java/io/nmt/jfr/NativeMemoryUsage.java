package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;

/** The memory that a category holds now. */
@Name("nmt.NativeMemoryUsage")
@Label("Native Memory Usage of Java Code")
@Description("Native memory outside the Java heap held by Java code, per category")
@Period("1 s")
final class NativeMemoryUsage extends MemoryEvent {
    @Label("Memory Type")
    @Description("Use of the memory; the bytes of Zip are an estimate")
    String type;

    @Label("Reserved Memory")
    @Description("Address space reserved for this type")
    @DataAmount(DataAmount.BYTES)
    long reserved;

    @Label("Committed Memory")
    @Description("Memory committed for this type, as it was requested")
    @DataAmount(DataAmount.BYTES)
    long committed;

    @Label("Live Blocks")
    @Description("Allocated and not yet freed")
    long count;
}
