package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** Memory was about to run out. */
@Name("nmt.MemoryPressure")
@Label("Memory Pressure")
@Description(
        "Memory near its limit, direct buffers at theirs, or native memory refused. A file has the whole " + "report")
final class MemoryPressure extends MemoryEvent {
    @Label("Cause")
    @Description(
            "cgroup limit, stall, high limit or OOM kill, threshold, direct buffer limit, native memory, Java heap or"
                    + " thread refused")
    String cause;

    @Label("Usage")
    @Description("In use: toward the container's limit, resident set of a threshold, capacities of direct buffers; 0 if"
            + " unknown")
    @DataAmount(DataAmount.BYTES)
    long usage;

    @Label("Limit")
    @Description("Limit of the usage; 0 if unknown")
    @DataAmount(DataAmount.BYTES)
    long limit;

    @Label("Largest Category")
    @Description("The type of native memory of Java code that held the most")
    String largestCategory;

    @Label("Bytes of Largest Category")
    @Description("Bytes that it held")
    @DataAmount(DataAmount.BYTES)
    long largestCategoryBytes;

    @Label("Top Call Site")
    @Description("The innermost frame outside the JDK of the call site that held the most")
    String topSite;

    @Label("File")
    @Description("File of the report; empty if it could not be written")
    String file;
}
