package io.nmt.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** What all categories hold now. */
@Name("nmt.NativeMemoryUsageTotal")
@Label("Total Native Memory Usage of Java Code")
@Description("Native memory outside the Java heap held by Java code, in all")
@Category({"Java Virtual Machine", "Memory"})
@Period("1 s")
@StackTrace(false)
final class NativeMemoryUsageTotal extends Event {
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
