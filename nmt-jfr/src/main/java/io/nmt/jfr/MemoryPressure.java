package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** Memory was about to run out. */
@Name("nmt.MemoryPressure")
@Label("Memory Pressure")
@Description(
        "The process's memory came near its limit, direct buffers reached theirs, or the system refused native memory;"
                + " a file has the whole report")
final class MemoryPressure extends MemoryEvent {
    @Label("Cause")
    @Description("cgroup limit, threshold, direct buffer limit, native memory refused, Java heap error or"
            + " thread refused")
    String cause;

    @Label("Usage")
    @Description(
            "What was in use: of a cgroup its working set, of a threshold the resident set, of direct buffers their"
                    + " capacities; 0 if that is not known, as where a thread is refused")
    @DataAmount(DataAmount.BYTES)
    long usage;

    @Label("Limit")
    @Description("What there may be; 0 if that is not known")
    @DataAmount(DataAmount.BYTES)
    long limit;

    @Label("Largest Category")
    @Description("The type of native memory of Java code that held the most")
    String largestCategory;

    @Label("Bytes of Largest Category")
    @Description("What it held")
    @DataAmount(DataAmount.BYTES)
    long largestCategoryBytes;

    @Label("Top Call Site")
    @Description("The innermost frame outside the JDK of the call site that held the most")
    String topSite;

    @Label("File")
    @Description("Where the report is; empty if it could not be written")
    String file;
}
