package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Experimental;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;

/** The most a category ever held. */
@Name("nmt.NativeMemoryUsagePeak")
@Label("Peak Native Memory Usage of Java Code")
@Description("The most native memory outside the Java heap that Java code ever held, per category")
@Experimental
@Period("everyChunk")
final class NativeMemoryUsagePeak extends MemoryEvent {
    @Label("Memory Type")
    @Description("Use of the memory")
    String type;

    @Label("Peak Reserved Memory")
    @Description("The most address space that was ever reserved for this type")
    @DataAmount(DataAmount.BYTES)
    long peakReserved;

    @Label("Peak Committed Memory")
    @Description("The most memory that was ever committed for this type")
    @DataAmount(DataAmount.BYTES)
    long peakCommitted;

    @Label("Live Blocks at Peak")
    @Description("Blocks that were live when committed memory was at its peak")
    long countAtPeak;
}
