package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Experimental;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;

/** The most all categories ever held together. */
@Name("nmt.NativeMemoryUsageTotalPeak")
@Label("Total Peak Native Memory Usage of Java Code")
@Description("The most native memory outside the Java heap that Java code ever held, in all")
@Experimental
@Period("everyChunk")
final class NativeMemoryUsageTotalPeak extends MemoryEvent {
    @Label("Peak Reserved Memory")
    @Description("The most address space that was ever reserved")
    @DataAmount(DataAmount.BYTES)
    long peakReserved;

    @Label("Peak Committed Memory")
    @Description("The most memory that was ever committed")
    @DataAmount(DataAmount.BYTES)
    long peakCommitted;

    @Label("Live Blocks at Peak")
    @Description("Blocks that were live when committed memory was at its peak")
    long countAtPeak;
}
